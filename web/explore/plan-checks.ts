import { budgetMs, defaultBudget } from '../../workers/model/budget';
import type { ChosenType } from '../../workers/model/chosen-type';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import {
  candidateKey,
  type FileSample,
  type MalformedChoice,
  type Operation,
  operations,
  type Plan,
  planLimits,
  withoutFound,
} from '../../workers/model/plan';
import type { ReadingOptions } from '../../workers/model/reading-options';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { RunResult } from '../../workers/model/result';
import type { FileSet } from '../../workers/model/user-data';
import { checkPlan } from '../../workers/registry/check-plan';
import type { Goal } from '../view/situation';
import { defaultCandidates } from '../../workers/registry/default-plan';
import { type PlanEstimate, schemaOfSpec } from '../../workers/registry/estimate';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { FileChoices, OwnFile, OwnFileState } from '../state/own-file';
import type { ShownRun } from '../state/shown-run';
import { defaultSituationOf, namedSituationOf } from '../view/named-situations';
import type { View } from '../view/view';
import { whyUnsupported } from './candidates/make-candidates';
import { mainDataset, type OwnFileSpec, withSearch } from './plan-edit';
import { hasSameData } from '../links/same-data';

/** The plan's dataset for a file that has been read. It omits the file's name, since the page's address contains the plan. */
export function ownFileSpec(
  file: OwnFile,
  report: OwnFileReport,
  columnTypes: readonly ChosenType[] | null,
  malformed: MalformedChoice = 'fatal',
  reading: ReadingOptions = {},
  sample: FileSample | null = null,
): OwnFileSpec {
  return {
    source: 'ownFile',
    type: report.type,
    fileName: null,
    fileSizeBytes: file.size,
    ...(file instanceof File ? {} : { fileCount: file.files.length }),
    sha256: report.sha256,
    // A file that is small enough is read whole.
    ...(sample === null || report.sample === null ? {} : { sample }),
    columnTypes: columnTypes === null ? null : [...columnTypes],
    // The default is omitted, so that plans made before this option existed stay equal.
    ...(report.schema.kind === 'molecules' && malformed === 'skip' ? { malformed } : {}),
    ...(Object.keys(reading).length === 0 ? {} : { reading }),
  };
}

/** The reading options for a file that the user has just chosen: those of the plan if its file has the same size, otherwise none. A link contains nothing else by which a file is recognised before it is read. */
export function choicesOfPlan(plan: Plan, file: Pick<OwnFile, 'size'> | FileSet): FileChoices {
  const main = mainDataset(plan);
  const fileCount = 'files' in file ? file.files.length : undefined;
  if (main.source !== 'ownFile' || main.fileSizeBytes !== file.size || main.fileCount !== fileCount) return {};
  const { type, columnTypes, malformed, reading, sample } = main;
  return {
    type,
    columnTypes,
    sample: sample ?? null,
    ...(malformed === undefined ? {} : { malformed }),
    ...(reading === undefined ? {} : { reading }),
  };
}

/** Compares reading options in any order, since a link may have another order. */
const sameReading = (a: ReadingOptions = {}, b: ReadingOptions = {}) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** The open file if it is the dataset of the plan, otherwise the state `none`. After Back or on another link, the plan may have another dataset. */
export function fileOfPlan(plan: Plan, held: OwnFileState): OwnFileState {
  if (held.status !== 'ready') return held;
  const main = mainDataset(plan);
  const { type, fileSizeBytes, fileCount, sha256, columnTypes, malformed, reading, sample } = ownFileSpec(
    held.file,
    held.report,
    held.columnTypes,
    held.malformed,
    held.reading,
    held.sample,
  );
  const fits =
    main.source === 'ownFile' &&
    main.type === type &&
    main.fileSizeBytes === fileSizeBytes &&
    main.fileCount === fileCount &&
    main.sha256 === sha256 &&
    main.malformed === malformed &&
    main.sample?.seed === sample?.seed &&
    main.sample?.targetBytes === sample?.targetBytes &&
    sameReading(main.reading, reading) &&
    main.columnTypes?.join() === columnTypes?.join();
  return fits ? held : { status: 'none' };
}

/** The open file if it is the dataset of the plan, otherwise null. */
export function openFileOf(plan: Plan, held: OwnFileState): OwnFile | null {
  const state = fileOfPlan(plan, held);
  return state.status === 'ready' ? state.file : null;
}

const mapOwnFile = (plan: Plan, change: (spec: OwnFileSpec) => OwnFileSpec): Plan => ({
  ...plan,
  datasets: plan.datasets.map((spec) => (spec.source === 'ownFile' ? change(spec) : spec)),
});

/** The plan with the name of the user's file, for running and display. Links omit the name again. */
export const withFileName = (plan: Plan, fileName: string | null): Plan =>
  mapOwnFile(plan, (spec) => ({ ...spec, fileName }));

/** The plan with the size of the data in memory in place of the file's size. The estimate needs it, since a compressed file takes more memory than its size. */
export const withDataBytes = (plan: Plan, dataBytes: number | null): Plan =>
  dataBytes === null ? plan : mapOwnFile(plan, ({ sample: _, ...spec }) => ({ ...spec, fileSizeBytes: dataBytes }));

/** True if two plans have the same datasets and candidates, but for what a search found. Effort and operations may differ. */
export function hasSameCells(a: Plan, b: Plan): boolean {
  const cellsOf = (plan: Plan) => JSON.stringify([withFileName(plan, null).datasets, withoutFound(plan).candidates]);
  return cellsOf(a) === cellsOf(b);
}

/** True if the results shown are of other data than the page's, or those of an earlier run while a file is read. */
export const isOfOtherData = (shown: ShownRun | null, plan: Plan, ownFile: OwnFileState): boolean =>
  shown !== null &&
  (ownFile.status === 'reading' ||
    // Results of an earlier version may have a plan that this one does not run, and that no page can have.
    (rejectionOf(shown.result.plan) === null && !hasSameData(shown.result.plan, plan)));

/** Why a plan can't be run. Null if it can. */
export function rejectionOf(plan: Plan): ErrorRecord | null {
  try {
    checkPlan(plan);
    return null;
  } catch (thrown) {
    return toErrorRecord(thrown, { tag: 'invalidPlan', stage: 'parse' });
  }
}

/** The schema of the chosen data. Null if the user's file has not been read. */
export function schemaOfPlan(plan: Plan, ownFile: OwnFileState): DatasetSchema | null {
  const main = mainDataset(plan);
  if (main.source === 'workload') return schemaOfSpec(main);
  return ownFile.status === 'ready' ? ownFile.report.schema : null;
}

/** The schema of the data of a run. Null if they could not be made. */
export function schemaOfRun({ datasets: [main] }: RunResult): DatasetSchema | null {
  return main?.status === 'ready' ? main.schema : null;
}

/** The number of items of the plan's smallest dataset. Null if the user's file has not been read. */
export function minItemCount(plan: Plan, ownFile: OwnFileState): number | null {
  const counts = plan.datasets.map((spec) => {
    if (spec.source === 'workload') return spec.size;
    return ownFile.status === 'ready' ? ownFile.report.itemCount : null;
  });
  return counts.reduce(
    (fewest, count) => (fewest === null || count === null ? null : Math.min(fewest, count)),
    counts[0] ?? null,
  );
}

/** What the suggested candidates depend on besides the data. */
export interface Suggesting {
  readonly goal: Goal;
  /** What a plan is expected to take, ms. */
  readonly takesMs: (plan: Plan) => number;
}

/**
 * The candidates that take long to write the smallest files are suggested if the rounds of the effort take no longer than this with them, or no more than
 * a quarter longer. With a budget in seconds, which the run keeps either way, they may take four times as long as it: one of eight rounds then fits into half
 * of it.
 */
const mostMsForSmallest = 180_000;
const mostTimesForSmallest = 1.25;
const mostBudgetsForSmallest = 4;

/** True if candidates are suggested, too, that take long: a small file is wanted, and the run does not get long by them. */
export function suggestsSmallest(plan: Plan, schema: DatasetSchema, { goal, takesMs }: Suggesting): boolean {
  if (goal === 'time') return false;
  const { budget, ...inRounds } = plan;
  const takesMsWith = (isForSmallest: boolean) =>
    takesMs({ ...inRounds, candidates: defaultCandidates(schema, isForSmallest) });
  const mostMs =
    budget === undefined || budget === 'untilDecided' ? mostMsForSmallest : mostBudgetsForSmallest * budgetMs(budget);
  return takesMsWith(true) <= Math.max(mostMs, mostTimesForSmallest * takesMsWith(false));
}

/** The plan with the candidates suggested for the data and the goal. */
const suggestedPlan = (plan: Plan, schema: DatasetSchema, suggesting: Suggesting): Plan => ({
  ...plan,
  candidates: defaultCandidates(schema, suggestsSmallest(plan, schema, suggesting)),
});

/** True if the plan has exactly the candidates that are suggested for the data, with any goal. */
function hasSuggestedCandidates({ candidates }: Plan, schema: DatasetSchema): boolean {
  const keysOf = (each: Plan['candidates']) => each.map(candidateKey).sort().join('\n');
  return [false, true].some((isForSmallest) => keysOf(defaultCandidates(schema, isForSmallest)) === keysOf(candidates));
}

/**
 * The plan after the user has chosen other data, or another goal for the same data. It gets the candidates suggested for these if it had exactly those
 * suggested before, or if none of its candidates can encode the data. Otherwise it stays unchanged.
 */
export function withSuggestedCandidates(
  plan: Plan,
  before: DatasetSchema | null,
  after: DatasetSchema | null,
  suggesting: Suggesting,
): Plan {
  if (after === null) return plan;
  const untouched = before !== null && hasSuggestedCandidates(plan, before);
  const useless = plan.candidates.every((candidate) => whyUnsupported(candidate, after) !== null);
  return untouched || useless ? suggestedPlan(plan, after, suggesting) : plan;
}

/** What parts of a table are read by, so that another situation needs no new run. */
const partOperations: readonly Operation[] = ['project', 'lookup'];

/** True if the datasets are of other files, or of another workload, and not only read or generated in another way. */
function isOtherData(before: Plan, after: Plan): boolean {
  const [from, to] = [mainDataset(before), mainDataset(after)];
  if (from.source === 'workload' || to.source === 'workload')
    return (
      from.source !== to.source ||
      (to.source === 'workload' && from.source === 'workload' && from.workload !== to.workload)
    );
  return from.type !== to.type || from.fileSizeBytes !== to.fileSizeBytes || from.fileCount !== to.fileCount;
}

/**
 * The plan with what the data can be read by: parts of a table where a candidate reads them, and no parts of data of which no candidate does. The other
 * operations stay. The settings of a table's columns are searched.
 */
function withPartOperations(plan: Plan, schema: DatasetSchema): Plan {
  const isReadBy = (operation: Operation) =>
    partOperations.includes(operation)
      ? whyOperationUnsupported(operation, plan.candidates, schema) === null &&
        (schema.kind === 'table' || plan.operations.includes(operation))
      : plan.operations.includes(operation);
  const chosen = operations.filter(isReadBy);
  const operationsOfData = chosen.length === 0 ? plan.operations : chosen;
  return withSearch({ ...plan, operations: operationsOfData }, schema.kind === 'table');
}

/**
 * The view after the user has chosen other data. It gets the candidates suggested for these, a table has its parts read, and a situation that is the usual
 * one of the former data becomes the usual one of these.
 */
export function viewOfData(
  view: View,
  plan: Plan,
  before: DatasetSchema | null,
  after: DatasetSchema | null,
  takesMs: Suggesting['takesMs'],
): View {
  if (after === null) return { ...view, plan };
  const { timesOf, amountBytes } = view.situation;
  const isUsual =
    before !== null &&
    namedSituationOf(view.situation) !== null &&
    namedSituationOf(view.situation) === namedSituationOf(defaultSituationOf(before.kind));
  const situation = isUsual ? { ...defaultSituationOf(after.kind), timesOf, amountBytes } : view.situation;
  const suggested = withSuggestedCandidates(withoutFound(plan), before, after, { goal: situation.goal, takesMs });
  return { ...view, situation, plan: isOtherData(view.plan, plan) ? withPartOperations(suggested, after) : suggested };
}

/** True if a run of the plan first searches the best settings of each column: what an earlier search found is measured as it is. */
export const searchesFirst = (plan: Plan, schema: DatasetSchema | null): boolean =>
  plan.searchesColumns === true &&
  plan.budget !== undefined &&
  plan.datasets.length === 1 &&
  plan.candidates.length < planLimits.candidates &&
  schema?.kind === 'table' &&
  schema.columns.length > 0 &&
  plan.candidates.every(({ foundByColumn }) => foundByColumn !== true);

/** Why the Run button is disabled, as a sentence. Null if it is enabled. */
export function runBlockedReason(
  plan: Plan,
  {
    fileTab,
    ownFile,
    isFetching,
    rejection,
    estimate,
    schema,
  }: {
    readonly fileTab: boolean;
    readonly ownFile: OwnFileState;
    /** True while a file is fetched from an address, which would disturb a measurement. */
    readonly isFetching: boolean;
    readonly rejection: ErrorRecord | null;
    readonly estimate: PlanEstimate;
    readonly schema: DatasetSchema | null;
  },
): string | null {
  if (isFetching) return 'A file is still being fetched. Wait for it, or stop fetching under Data.';
  if (ownFile.status === 'reading') return 'The file is still being read.';
  if (ownFile.status === 'failed' && ownFile.error.parts !== undefined)
    return 'Choose the part of the file to measure, under Data.';
  if (ownFile.status === 'failed') return 'The file could not be read. The reason is under Data.';
  if (fileTab && ownFile.status !== 'ready') return 'Choose the file first.';
  if (fileTab && ownFile.status === 'ready' && ownFile.report.itemCount === 0)
    return 'The file has no rows, so there is nothing to measure.';
  if (fileTab && ownFile.status === 'ready' && areNearlyAllLeftOut(ownFile.report))
    return 'Nearly all rows of the file were left out. Choose under Data how it is read.';
  if (rejection !== null) return 'The plan can’t be run. The reason is under Candidates.';
  if (estimate.tooLarge.length === plan.datasets.length)
    return 'The data is too large for this tab. Choose a smaller size.';
  if (schema !== null && plan.candidates.every((candidate) => whyUnsupported(candidate, schema) !== null))
    return 'No candidate can encode this data. Choose other candidates.';
  return null;
}

/** True if at most one row of a table in ten was read. The first is not counted: where no other row fits, it may be a header. */
const areNearlyAllLeftOut = ({ schema, itemCount, badRowCount }: OwnFileReport) =>
  schema.kind === 'table' && badRowCount > 9 * (itemCount - 1);

/**
 * The plan that “Run this here” starts: that of the results shown. For the example, the effort becomes quick, with the default budget, so that a user's first
 * run does not take minutes as the example did.
 */
export const planToRunHere = ({ origin, result: { plan } }: Pick<ShownRun, 'origin' | 'result'>): Plan =>
  origin.kind === 'example' ? withSearch({ ...plan, effort: 'quick', budget: defaultBudget }, true) : plan;
