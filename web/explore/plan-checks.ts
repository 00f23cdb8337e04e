import type { ChosenType } from '../../workers/model/chosen-type';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import { candidateKey, isMoleculeFile, type MalformedChoice, type Plan } from '../../workers/model/plan';
import type { ReadingOptions } from '../../workers/model/reading-options';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import { checkPlan } from '../../workers/registry/check-plan';
import { defaultCandidates } from '../../workers/registry/default-plan';
import { type PlanEstimate, schemaOfSpec } from '../../workers/registry/estimate';
import type { FileChoices, OwnFileState } from '../state/own-file';
import type { ShownRun } from '../state/shown-run';
import { whyUnsupported } from './candidates/make-candidates';
import { mainDataset, type OwnFileSpec } from './plan-edit';

/** What the page finds out of a plan before it runs. */

/** The plan's dataset for a file that has been read. The name is left out: the plan is in the address. */
export function ownFileSpec(
  file: File,
  report: OwnFileReport,
  columnTypes: readonly ChosenType[] | null,
  malformed: MalformedChoice = 'fatal',
  reading: ReadingOptions = {},
): OwnFileSpec {
  return {
    source: 'ownFile',
    type: report.type,
    fileName: null,
    fileSizeBytes: file.size,
    sha256: report.sha256,
    columnTypes: columnTypes === null ? null : [...columnTypes],
    // Without it a plan is as it was before there was the choice.
    ...(isMoleculeFile(report.type) && malformed === 'skip' ? { malformed } : {}),
    ...(Object.keys(reading).length === 0 ? {} : { reading }),
  };
}

/** How a file just chosen is to be read: as the plan says, where the plan may be about it. Nothing else of a file can be told from a link but its size. */
export function choicesOfPlan(plan: Plan, file: Pick<File, 'size'>): FileChoices {
  const main = mainDataset(plan);
  if (main.source !== 'ownFile' || main.fileSizeBytes !== file.size) return {};
  const { type, columnTypes, malformed, reading } = main;
  return {
    type,
    columnTypes,
    ...(malformed === undefined ? {} : { malformed }),
    ...(reading === undefined ? {} : { reading }),
  };
}

/** A link's options may stand in another order. */
const sameReading = (a: ReadingOptions = {}, b: ReadingOptions = {}) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** The file that is held, where it is the one that the plan measures: after Back, or on another link, the plan is of another one or of none. */
export function fileOfPlan(plan: Plan, held: OwnFileState): OwnFileState {
  if (held.status !== 'ready') return held;
  const main = mainDataset(plan);
  const { type, fileSizeBytes, sha256, columnTypes, malformed, reading } = ownFileSpec(
    held.file,
    held.report,
    held.columnTypes,
    held.malformed,
    held.reading,
  );
  const fits =
    main.source === 'ownFile' &&
    main.type === type &&
    main.fileSizeBytes === fileSizeBytes &&
    main.sha256 === sha256 &&
    main.malformed === malformed &&
    sameReading(main.reading, reading) &&
    main.columnTypes?.join() === columnTypes?.join();
  return fits ? held : { status: 'none' };
}

const mapOwnFile = (plan: Plan, change: (spec: OwnFileSpec) => OwnFileSpec): Plan => ({
  ...plan,
  datasets: plan.datasets.map((spec) => (spec.source === 'ownFile' ? change(spec) : spec)),
});

/** The plan to run and to show, with the file's name, which links leave out again. */
export const withFileName = (plan: Plan, fileName: string | null): Plan =>
  mapOwnFile(plan, (spec) => ({ ...spec, fileName }));

/** For the estimate: a compressed file takes more memory than it has bytes. */
export const withDataBytes = (plan: Plan, dataBytes: number | null): Plan =>
  dataBytes === null ? plan : mapOwnFile(plan, (spec) => ({ ...spec, fileSizeBytes: dataBytes }));

/** Equal in what is measured on what; how long and how often may differ. */
export function sameMatter(a: Plan, b: Plan): boolean {
  const matter = (plan: Plan) => JSON.stringify([withFileName(plan, null).datasets, plan.candidates]);
  return matter(a) === matter(b);
}

/** Why a plan is rejected, null where it is not. */
export function rejectionOf(plan: Plan): ErrorRecord | null {
  try {
    checkPlan(plan);
    return null;
  } catch (thrown) {
    return toErrorRecord(thrown, { tag: 'invalidPlan', stage: 'parse' });
  }
}

/** Schema of the data chosen; null where a file of the user's is not read. */
export function schemaOfPlan(plan: Plan, ownFile: OwnFileState): DatasetSchema | null {
  const main = mainDataset(plan);
  if (main.source === 'workload') return schemaOfSpec(main);
  return ownFile.status === 'ready' ? ownFile.report.schema : null;
}

/** Items of the plan's smallest dataset; null where a file of the user's is not read. */
export function fewestItems(plan: Plan, ownFile: OwnFileState): number | null {
  const counts = plan.datasets.map((spec) => {
    if (spec.source === 'workload') return spec.size;
    return ownFile.status === 'ready' ? ownFile.report.itemCount : null;
  });
  return counts.reduce(
    (fewest, count) => (fewest === null || count === null ? null : Math.min(fewest, count)),
    counts[0] ?? null,
  );
}

/**
 * After other data was chosen: where the candidates were the ones suggested for the data before, or none of them can hold the new data, the
 * ones suggested for it; else the plan as it is.
 */
export function withSuggested(plan: Plan, before: DatasetSchema | null, after: DatasetSchema | null): Plan {
  if (after === null) return plan;
  const keys = (candidates: Plan['candidates']) => candidates.map(candidateKey).sort().join('\n');
  const untouched = before !== null && keys(defaultCandidates(before)) === keys(plan.candidates);
  const useless = plan.candidates.every((candidate) => whyUnsupported(candidate, after) !== null);
  return untouched || useless ? { ...plan, candidates: defaultCandidates(after) } : plan;
}

/** Why Run can't be pressed, as a sentence; null where it can. */
export function blockedBecause(
  plan: Plan,
  {
    fileTab,
    ownFile,
    rejection,
    estimate,
    schema,
  }: {
    readonly fileTab: boolean;
    readonly ownFile: OwnFileState;
    readonly rejection: ErrorRecord | null;
    readonly estimate: PlanEstimate;
    readonly schema: DatasetSchema | null;
  },
): string | null {
  if (ownFile.status === 'reading') return 'The file is still being read.';
  if (ownFile.status === 'failed') return 'The file could not be read: see above.';
  if (fileTab && ownFile.status !== 'ready') return 'Choose the file first.';
  if (fileTab && ownFile.status === 'ready' && ownFile.report.itemCount === 0)
    return 'The file has no rows, so there is nothing to measure.';
  if (rejection !== null) return 'The plan can’t be run: see the candidates.';
  if (estimate.tooLarge.length === plan.datasets.length) return 'Too much data for this tab: choose less.';
  if (schema !== null && plan.candidates.every((candidate) => whyUnsupported(candidate, schema) !== null))
    return 'No candidate can hold this data: choose others.';
  return null;
}

/**
 * “Run this here” starts the plan of the results on the page. For the example it takes the quick effort: the example itself took minutes, and a first run should not. The user can
 * choose a longer one afterwards.
 */
export function planToRunHere({ origin, result }: Pick<ShownRun, 'origin' | 'result'>): Plan {
  return origin.kind === 'example' ? { ...result.plan, effort: 'quick' } : result.plan;
}
