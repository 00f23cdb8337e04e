import type { ClockScope } from '../../workers/model/entry';
import type { OptionValues } from '../../workers/model/options';
import { candidateKey, efforts, type Operation, operations, wrappingCodec } from '../../workers/model/plan';
import {
  type CellResult,
  type CompletedCell,
  type DatasetInfo,
  type MeasuredOperation,
  type OperationResult,
  type RoundSamples,
  type RunResult,
  type Verification,
  extrapolatedSizeBytes,
} from '../../workers/model/result';
import { countedRun } from '../../workers/model/resumption';
import { type PredictedSize, predictedSize } from '../../workers/model/statistics/predicted-size';
import { type Summary, summarise } from '../../workers/model/statistics/summary';
import {
  type CandidateNames,
  nameCandidates,
  type NativeLibraries,
  notConformingSign,
  type Registry,
} from './candidate-names';
import { type UserFile, userFileOf } from './user-file';
import { scaledTimes } from './scaled-times';
import { type WholeFile, wholeCounts, wholeFileOf } from './whole-file';
import { isBrowserRun } from './environment-words';
import { formatBytes } from './figures';
import type { ThroughputUnit } from './throughput';

/**
 * Converts a run to rows for display. Figures are computed from samples only here. The charts, the table and the summary sentence all use these
 * rows, so they can't differ.
 */

/**
 * What a chart draws at the best sample: the range of the rounds' best samples or, with fewer than 3 rounds, the span up to the 95th percentile.
 */
export interface Spread {
  readonly kind: 'roundsRange' | 'percentile';
  readonly lowMs: number;
  readonly highMs: number;
}

export interface MeasuredFigures {
  readonly status: 'measured';
  readonly summary: Summary;
  /** Bytes of data, or look-ups, per second at the best time. Null if the best time is below the timer's resolution. */
  readonly throughput: number | null;
  readonly unit: ThroughputUnit;
  readonly spread: Spread;
  readonly clock: readonly ClockScope[];
  readonly wasmCopyInClock: boolean | null;
  readonly detail: string | null;
  readonly itemsPerCall: number;
  readonly rounds: readonly RoundSamples[];
}

/** `notMeasured`: the cell has no completed round of this operation, because the run was stopped or has not reached it. */
export type OperationFigures =
  | MeasuredFigures
  | { readonly status: 'unsupported' | 'failed' | 'notMeasured'; readonly reason: string };

interface RowBase {
  readonly key: string;
  readonly candidateKey: string;
  readonly dataset: number;
  readonly candidate: number;
  readonly names: CandidateNames;
  /**
   * The size of the data in memory, in bytes. Null until the dataset has been generated or read. Of a sample of a file, it and the items are those of the
   * whole file.
   */
  readonly dataBytes: number | null;
  readonly itemCount: number | null;
  /** Of the data that were measured, in canonical form. Null until they are known. */
  readonly dataSha256: string | null;
  /** The user's file of which only a sample was measured. Null if all data were. */
  readonly wholeFile: WholeFile | null;
  /** The user's file that contains the data. Null if the data was generated. */
  readonly userFile: UserFile | null;
}

export interface CompletedRow extends RowBase {
  readonly status: 'completed';
  /** The size of the file in bytes. Null if the candidate writes no file. If only a sample was measured, the size is scaled to all items. */
  readonly sizeBytes: number | null;
  /** If a sample of a file was measured: the size of the whole file, as predicted, of which `sizeBytes` is the most likely one. */
  readonly predicted: PredictedSize | null;
  readonly encodedSha256: string | null;
  /** Counts of the parts of the file, such as pages. Empty if the format reports none. */
  readonly counts: Readonly<Record<string, number>>;
  /** The number of items measured if it was not all of them; sizes and times are then scaled up. Null if all items were measured. */
  readonly sample: { readonly items: number } | null;
  /** Bytes of the data in memory divided by bytes of the file. Null for an empty file, or before the size of the data is known. */
  readonly ratio: number | null;
  readonly operations: Readonly<Partial<Record<Operation, OperationFigures>>>;
  readonly verification: Verification;
  readonly setUpMs: number;
  readonly wasmPeakBytes: number | null;
  readonly discardedRounds: number;
}

/** A candidate without figures, and the reason. `pending`: it has not been measured yet. */
interface ReasonRow extends RowBase {
  readonly status: 'failed' | 'unsupported' | 'cancelled' | 'overBudget' | 'timedOut' | 'pending';
  readonly reason: string;
}

export type ResultRow = CompletedRow | ReasonRow;

export const isCompleted = (row: ResultRow): row is CompletedRow => row.status === 'completed';

/** False if another implementation is known to reject the candidate's files, or did so in this run. */
export const conforms = ({ names, verification }: CompletedRow): boolean =>
  names.conforms && verification.rejectedBy.length === 0;

/** The candidate's labels for a mark in a chart. Those of a candidate that does not conform end in a sign. */
export function markNames(row: CompletedRow): { readonly label: string; readonly shortLabel: string } {
  const { label, shortLabel } = row.names;
  return conforms(row)
    ? { label, shortLabel }
    : { label: `${label} ${notConformingSign}`, shortLabel: `${shortLabel} ${notConformingSign}` };
}

/** The figures of one operation. Null if it was not measured. */
export function measuredFigures(row: ResultRow, operation: Operation): MeasuredFigures | null {
  if (!isCompleted(row)) return null;
  const figures = row.operations[operation];
  return figures?.status === 'measured' ? figures : null;
}

export const statusWords = {
  completed: 'completed',
  failed: 'failed',
  unsupported: 'not supported',
  cancelled: 'stopped',
  overBudget: 'no time left',
  timedOut: 'timed out',
  pending: 'waiting',
} as const;

const operationsInOrder = (requested: readonly Operation[]) =>
  operations.filter((operation) => requested.includes(operation));

/** The operations of the run's plan, in the order of display. */
export function shownOperations(result: RunResult): Operation[] {
  return operationsInOrder(result.plan.operations);
}

/**
 * The libraries that a native run used, one entry per candidate. If the candidate has no completed cell, or the file predates this information,
 * the entry names the harness. In a browser's run, every entry is null.
 */
export function nativeLibrariesOf({ plan, cells, environment }: RunResult): (NativeLibraries | null)[] {
  if (isBrowserRun(environment)) return plan.candidates.map(() => null);
  const harness = environment.userAgent.split(' (')[0] ?? environment.userAgent;
  return plan.candidates.map((candidate, index) => {
    const cell = cells.find((each) => each.candidate === index && each.status === 'completed');
    const madeBy = cell?.status === 'completed' ? cell.madeBy : undefined;
    return madeBy ?? { format: harness, codec: wrappingCodec(candidate) === null ? null : harness };
  });
}

/** One row per dataset and candidate, in the plan's order. If `running` is true, missing cells are shown as pending; otherwise as cancelled. */
export function resultRows(run: RunResult, running: boolean, registry?: Registry): ResultRow[] {
  const result = countedRun(run);
  const { plan } = result;
  const names = nameCandidates(plan.candidates, registry, nativeLibrariesOf(result));
  const keys = plan.candidates.map(candidateKey);
  const cells = new Map(result.cells.map((cell) => [`${cell.dataset}:${cell.candidate}`, cell]));
  const { timerStepMs } = result.environment;
  return plan.datasets.flatMap((_, dataset) => {
    const info = result.datasets[dataset];
    const ready = info?.status === 'ready' ? info : null;
    const wholeFile = wholeFileOf(info);
    const userFile = userFileOf(result, dataset);
    return plan.candidates.flatMap(({ options }, candidate): ResultRow[] => {
      const key = `${dataset}:${candidate}`;
      const candidateNames = names[candidate];
      if (candidateNames === undefined) return [];
      const base: RowBase = {
        key,
        candidateKey: keys[candidate] ?? key,
        dataset,
        candidate,
        names: candidateNames,
        dataBytes: ready === null ? null : Math.round(ready.dataBytes * (wholeFile?.times ?? 1)),
        itemCount: wholeFile?.totalItems ?? ready?.itemCount ?? null,
        dataSha256: ready?.sha256 ?? null,
        wholeFile,
        userFile,
      };
      const cell = cells.get(key);
      if (cell === undefined) return [{ ...base, ...missing(info, running) }];
      if (cell.status !== 'completed') return [{ ...base, status: cell.status, reason: cellReason(cell) }];
      const data = ready === null ? null : { ...base, options, sampleBytes: ready.dataBytes };
      return [{ ...base, ...completed(cell, data, operationsInOrder(plan.operations), timerStepMs) }];
    });
  });
}

function missing(info: DatasetInfo | undefined, running: boolean): Pick<ReasonRow, 'status' | 'reason'> {
  if (info?.status === 'failed')
    return { status: 'failed', reason: `The dataset could not be created: ${info.error.message}` };
  return running
    ? { status: 'pending', reason: 'This candidate has not been measured yet.' }
    : { status: 'cancelled', reason: 'The run ended before this candidate was measured.' };
}

function cellReason(cell: Exclude<CellResult, CompletedCell>): string {
  switch (cell.status) {
    case 'failed':
      return cell.error.remedy === undefined ? cell.error.message : `${cell.error.message} ${cell.error.remedy}`;
    case 'unsupported':
      return cell.reason;
    case 'cancelled':
      return 'The run was stopped before a round of this candidate was complete.';
    case 'overBudget':
      return `The run’s time was over before this candidate was measured once. ${cell.sizeBytes === null ? 'Its file was not written yet.' : `Its file takes ${formatBytes(cell.sizeBytes)}; it was neither read nor timed.`} Choose more time or less data.`;
    case 'timedOut':
      return `Abandoned: one ${cell.stage} step took longer than ${Math.round(cell.limitMs / 1_000)} s.`;
  }
}

/** What a cell was measured on: all data, or a sample of the user's file. */
interface MeasuredData extends Pick<RowBase, 'dataBytes' | 'wholeFile'> {
  /** Bytes of what was measured, in memory. */
  readonly sampleBytes: number;
  /** The candidate's. */
  readonly options: OptionValues;
}

function completed(
  cell: CompletedCell,
  data: MeasuredData | null,
  requested: readonly Operation[],
  timerStepMs: number,
): Omit<CompletedRow, keyof RowBase> {
  const dataBytes = data?.dataBytes ?? null;
  const wholeFile = data?.wholeFile ?? null;
  const measuredBytes = cell.sample?.dataBytes ?? data?.sampleBytes ?? 0;
  const scale =
    (cell.sample === undefined && wholeFile === null) || dataBytes === null || measuredBytes === 0
      ? 1
      : dataBytes / measuredBytes;
  const entries = requested.map(
    (operation) =>
      [
        operation,
        figuresOf(cell.operations[operation], operation, { dataBytes, wholeFile, scale }, timerStepMs),
      ] as const,
  );
  const predicted = wholeFile === null ? null : predictedSize(cell, wholeFile.sample);
  const ofData = data === null ? cell.sizeBytes : extrapolatedSizeBytes(cell, data.sampleBytes);
  const sizeBytes = predicted === null ? ofData : Math.round(predicted.bytes);
  const counts = cell.counts ?? {};
  return {
    status: 'completed',
    sizeBytes,
    predicted,
    encodedSha256: cell.encodedSha256,
    counts:
      wholeFile === null || data === null
        ? counts
        : wholeCounts(counts, data.options, wholeFile, (sizeBytes ?? 0) / Math.max(1, cell.sizeBytes ?? 0)),
    sample:
      cell.sample === undefined
        ? wholeFile === null
          ? null
          : { items: wholeFile.sampleItems }
        : { items: cell.sample.items },
    ratio: dataBytes === null || sizeBytes === null || sizeBytes === 0 ? null : dataBytes / sizeBytes,
    operations: Object.fromEntries(entries),
    verification: cell.verification,
    setUpMs: cell.setUpMs,
    wasmPeakBytes: cell.wasmPeakBytes,
    discardedRounds: cell.discardedRounds,
  };
}

const isLookup = (operation: Operation) => operation === 'lookup' || operation === 'warmLookup';

/** `scale`: bytes of all data divided by bytes of the measured sample. */
function figuresOf(
  result: OperationResult | undefined,
  operation: Operation,
  { dataBytes, wholeFile, scale }: Pick<RowBase, 'dataBytes' | 'wholeFile'> & { readonly scale: number },
  timerStepMs: number,
): OperationFigures {
  if (result === undefined) return { status: 'notMeasured', reason: 'No round was completed.' };
  if (result.status === 'unsupported') return result;
  if (result.status === 'failed') return { status: 'failed', reason: result.error.message };
  const shown = isLookup(operation) ? result : scaledTimes(result, scale);
  const summary = cachedSummary(shown, timerStepMs);
  if (summary === null) return { status: 'notMeasured', reason: 'No sample was taken.' };
  const unit: ThroughputUnit = isLookup(operation) ? 'lookups' : 'bytes';
  // The throughput of a call on the whole dataset counts bytes of the data in memory, whatever the size of the file.
  const items = isLookup(operation)
    ? result.itemsPerCall
    : operation === 'project'
      ? Math.round(result.itemsPerCall * (wholeFile?.times ?? 1))
      : (dataBytes ?? result.itemsPerCall);
  const hidden = summary.flags.includes('belowResolution') || summary.bestMs <= 0;
  return {
    status: 'measured',
    summary,
    throughput: hidden || items === 0 ? null : items / (summary.bestMs / 1_000),
    unit,
    spread:
      summary.range === null
        ? { kind: 'percentile', lowMs: summary.bestMs, highMs: summary.p95Ms }
        : { kind: 'roundsRange', ...summary.range },
    clock: result.clock,
    wasmCopyInClock: result.wasmCopyInClock,
    detail: result.detail,
    itemsPerCall: items,
    rounds: shown.rounds,
  };
}

/** Summaries are cached. During a run, only the cell that has changed is computed again. */
const summaries = new WeakMap<MeasuredOperation, { readonly timerStepMs: number; readonly summary: Summary | null }>();

function cachedSummary(operation: MeasuredOperation, timerStepMs: number): Summary | null {
  const known = summaries.get(operation);
  if (known?.timerStepMs === timerStepMs) return known.summary;
  const summary = summarise(operation, { timerStepMs });
  summaries.set(operation, { timerStepMs, summary });
  return summary;
}

/** The throughput at both ends of the spread. Null if the time is below the timer's resolution. */
export function throughputRange(figures: MeasuredFigures): { readonly low: number; readonly high: number } | null {
  if (figures.throughput === null || figures.spread.lowMs <= 0) return null;
  return {
    low: figures.itemsPerCall / (figures.spread.highMs / 1_000),
    high: figures.itemsPerCall / (figures.spread.lowMs / 1_000),
  };
}

/**
 * The number of rounds of all candidates that were planned for a run. For a finished run it is the number measured, since an effort may have had
 * another number of rounds when the run was taken. With a budget it is what was reached so far.
 */
export function plannedRounds(run: RunResult): number {
  const rounds = roundCounts(run).filter((count) => count > 0);
  if (run.plan.budget !== undefined) return Math.min(...rounds, Math.max(1, ...rounds));
  return run.finishedAt === null || rounds.length === 0 ? efforts[run.plan.effort].rounds : Math.min(...rounds);
}

/** The number of further rounds, which measured the leading candidates alone (rule 26). */
export function leadingRounds(run: RunResult): number {
  const rounds = roundCounts(run).filter((count) => count > 0);
  return run.finishedAt === null || rounds.length === 0 ? 0 : Math.max(...rounds) - Math.min(...rounds);
}

/** The most rounds that a candidate has. 0 if none was measured. */
export const mostRounds = (run: RunResult): number => Math.max(0, ...roundCounts(run));

/** For each completed cell, the number of rounds of its most often measured operation. */
const roundCounts = ({ cells }: RunResult): number[] =>
  cells.flatMap((cell) =>
    cell.status === 'completed'
      ? [
          Math.max(
            0,
            ...Object.values(cell.operations).map((operation) =>
              operation.status === 'measured' ? operation.rounds.length : 0,
            ),
          ),
        ]
      : [],
  );
