import type { ClockScope } from '../../workers/model/entry';
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
import { type Summary, summarise } from '../../workers/model/statistics/summary';
import {
  type CandidateNames,
  nameCandidates,
  type NativeLibraries,
  notConformingSign,
  type Registry,
} from './candidate-names';
import { type UserFile, userFileOf } from './user-file';
import { isBrowser } from './environment-words';
import type { ThroughputUnit } from './figures';

/**
 * A run as rows for display: the one place where figures are made from samples. Charts, table and sentence are fed
 * from these rows, so that they can't differ.
 */

/** The uncertainty that a chart draws about the best sample: the 95 % interval, or with too few rounds for one the span up to the 95th percentile. */
export interface Spread {
  readonly kind: 'interval' | 'percentile';
  readonly lowMs: number;
  readonly highMs: number;
}

export interface MeasuredFigures {
  readonly status: 'measured';
  readonly summary: Summary;
  /** Work of one call over the best time; null where the timer's step hides the time. */
  readonly throughput: number | null;
  readonly unit: ThroughputUnit;
  readonly spread: Spread;
  readonly clock: readonly ClockScope[];
  readonly wasmCopyInClock: boolean | null;
  readonly detail: string | null;
  readonly itemsPerCall: number;
  readonly rounds: readonly RoundSamples[];
}

/** `notMeasured`: the cell has no finished round of it (stopped, or still to come). */
export type OperationFigures =
  | MeasuredFigures
  | { readonly status: 'unsupported' | 'failed' | 'notMeasured'; readonly reason: string };

interface RowBase {
  readonly key: string;
  readonly candidateKey: string;
  readonly dataset: number;
  readonly candidate: number;
  readonly names: CandidateNames;
  /** Null until the dataset stands. */
  readonly dataBytes: number | null;
  readonly itemCount: number | null;
  /** The file that the user has of these data; null where they were generated. */
  readonly userFile: UserFile | null;
}

export interface CompletedRow extends RowBase {
  readonly status: 'completed';
  /** Null where no file is made. Of a sample, scaled to all items. */
  readonly sizeBytes: number | null;
  readonly encodedSha256: string | null;
  /** What is in the file, where the format tells. */
  readonly counts: Readonly<Record<string, number>>;
  /** Items that were measured, where not all were: size and times are scaled from theirs. */
  readonly sample: { readonly items: number } | null;
  /** Data bytes over file bytes; null for an empty file or before the dataset's size is known. */
  readonly ratio: number | null;
  readonly operations: Readonly<Partial<Record<Operation, OperationFigures>>>;
  readonly verification: Verification;
  readonly setUpMs: number;
  readonly wasmPeakBytes: number | null;
  readonly discardedRounds: number;
}

/** A candidate without figures, and why. `pending`: its turn has not come. */
export interface ReasonRow extends RowBase {
  readonly status: 'failed' | 'unsupported' | 'cancelled' | 'timedOut' | 'pending';
  readonly reason: string;
}

export type ResultRow = CompletedRow | ReasonRow;

export const isCompleted = (row: ResultRow): row is CompletedRow => row.status === 'completed';

/** False where readers refuse what it writes, by what is known of it or as this run found. */
export const conforms = ({ names, verification }: CompletedRow): boolean =>
  names.conforms && verification.rejectedBy.length === 0;

/** The names for a mark in a chart, with the sign of what does not conform. */
export function markNames(row: CompletedRow): { readonly label: string; readonly shortLabel: string } {
  const { label, shortLabel } = row.names;
  return conforms(row)
    ? { label, shortLabel }
    : { label: `${label} ${notConformingSign}`, shortLabel: `${shortLabel} ${notConformingSign}` };
}

export function measured(row: ResultRow, operation: Operation): MeasuredFigures | null {
  if (!isCompleted(row)) return null;
  const figures = row.operations[operation];
  return figures?.status === 'measured' ? figures : null;
}

export const statusWords = {
  completed: 'completed',
  failed: 'failed',
  unsupported: 'not supported',
  cancelled: 'stopped',
  timedOut: 'timed out',
  pending: 'waiting',
} as const;

const operationsInOrder = (asked: readonly Operation[]) => operations.filter((operation) => asked.includes(operation));

/** Operations that the run asked for, in the order in which they are shown. */
export function shownOperations(result: RunResult): Operation[] {
  return operationsInOrder(result.plan.operations);
}

/** Of a native run, the libraries by candidate: of one without a finished cell, or in a file from before they were written, the harness. Null in a browser's. */
export function nativeLibrariesOf({ plan, cells, environment }: RunResult): (NativeLibraries | null)[] {
  if (isBrowser(environment)) return plan.candidates.map(() => null);
  const harness = environment.userAgent.split(' (')[0] ?? environment.userAgent;
  return plan.candidates.map((candidate, index) => {
    const cell = cells.find((each) => each.candidate === index && each.status === 'completed');
    const madeBy = cell?.status === 'completed' ? cell.madeBy : undefined;
    return madeBy ?? { format: harness, codec: wrappingCodec(candidate) === null ? null : harness };
  });
}

/** Rows of every dataset × candidate of the plan, in the plan's order. `running` says whether what is missing is still to come. */
export function resultRows(result: RunResult, running: boolean, registry?: Registry): ResultRow[] {
  const { plan } = result;
  const names = nameCandidates(plan.candidates, registry, nativeLibrariesOf(result));
  const keys = plan.candidates.map(candidateKey);
  const cells = new Map(result.cells.map((cell) => [`${cell.dataset}:${cell.candidate}`, cell]));
  const context: FigureContext = { timerStepMs: result.environment.timerStepMs, seed: plan.seed };
  return plan.datasets.flatMap((_, dataset) => {
    const info = result.datasets[dataset];
    const ready = info?.status === 'ready' ? info : null;
    const userFile = userFileOf(result, dataset);
    return plan.candidates.flatMap((_candidate, candidate): ResultRow[] => {
      const key = `${dataset}:${candidate}`;
      const candidateNames = names[candidate];
      if (candidateNames === undefined) return [];
      const base: RowBase = {
        key,
        candidateKey: keys[candidate] ?? key,
        dataset,
        candidate,
        names: candidateNames,
        dataBytes: ready?.dataBytes ?? null,
        itemCount: ready?.itemCount ?? null,
        userFile,
      };
      const cell = cells.get(key);
      if (cell === undefined) return [{ ...base, ...missing(info, running) }];
      if (cell.status !== 'completed') return [{ ...base, status: cell.status, reason: cellReason(cell) }];
      return [{ ...base, ...completed(cell, base.dataBytes, operationsInOrder(plan.operations), context) }];
    });
  });
}

function missing(info: DatasetInfo | undefined, running: boolean): Pick<ReasonRow, 'status' | 'reason'> {
  if (info?.status === 'failed')
    return { status: 'failed', reason: `The dataset could not be made: ${info.error.message}` };
  return running
    ? { status: 'pending', reason: 'Its turn has not come yet.' }
    : { status: 'cancelled', reason: 'The run ended before its turn.' };
}

function cellReason(cell: Exclude<CellResult, CompletedCell>): string {
  switch (cell.status) {
    case 'failed':
      return cell.error.remedy === undefined ? cell.error.message : `${cell.error.message} ${cell.error.remedy}`;
    case 'unsupported':
      return cell.reason;
    case 'cancelled':
      return 'The run was stopped before a round of it was finished.';
    case 'timedOut':
      return `Given up after ${Math.round(cell.limitMs / 1_000)} s in one ${cell.stage} step.`;
  }
}

interface FigureContext {
  readonly timerStepMs: number;
  readonly seed: number;
}

function completed(
  cell: CompletedCell,
  dataBytes: number | null,
  asked: readonly Operation[],
  context: FigureContext,
): Omit<CompletedRow, keyof RowBase> {
  const scale =
    cell.sample === undefined || dataBytes === null || cell.sample.dataBytes === 0
      ? 1
      : dataBytes / cell.sample.dataBytes;
  const entries = asked.map(
    (operation) => [operation, figuresOf(cell.operations[operation], operation, dataBytes, scale, context)] as const,
  );
  const sizeBytes = dataBytes === null ? cell.sizeBytes : extrapolatedSizeBytes(cell, dataBytes);
  return {
    status: 'completed',
    sizeBytes,
    encodedSha256: cell.encodedSha256,
    counts: cell.counts ?? {},
    sample: cell.sample === undefined ? null : { items: cell.sample.items },
    ratio: dataBytes === null || sizeBytes === null || sizeBytes === 0 ? null : dataBytes / sizeBytes,
    operations: Object.fromEntries(entries),
    verification: cell.verification,
    setUpMs: cell.setUpMs,
    wasmPeakBytes: cell.wasmPeakBytes,
    discardedRounds: cell.discardedRounds,
  };
}

const isLookup = (operation: Operation) => operation === 'lookup' || operation === 'warmLookup';

/** `scale`: data bytes over those of the sample that was measured. */
function figuresOf(
  result: OperationResult | undefined,
  operation: Operation,
  dataBytes: number | null,
  scale: number,
  context: FigureContext,
): OperationFigures {
  if (result === undefined) return { status: 'notMeasured', reason: 'No round of it was finished.' };
  if (result.status === 'unsupported') return result;
  if (result.status === 'failed') return { status: 'failed', reason: result.error.message };
  const shown = scale === 1 || isLookup(operation) ? result : scaledTimes(result, scale);
  const summary = cachedSummary(shown, context);
  if (summary === null) return { status: 'notMeasured', reason: 'No sample of it was taken.' };
  const unit: ThroughputUnit = isLookup(operation) ? 'lookups' : 'bytes';
  // What a whole-dataset call works through is the dataset, whatever the file's size.
  const items =
    isLookup(operation) || operation === 'project' ? result.itemsPerCall : (dataBytes ?? result.itemsPerCall);
  const hidden = summary.flags.includes('belowResolution') || summary.bestMs <= 0;
  return {
    status: 'measured',
    summary,
    throughput: hidden || items === 0 ? null : items / (summary.bestMs / 1_000),
    unit,
    spread:
      summary.interval === null
        ? { kind: 'percentile', lowMs: summary.bestMs, highMs: summary.p95Ms }
        : { kind: 'interval', lowMs: summary.interval.lowMs, highMs: summary.interval.highMs },
    clock: result.clock,
    wasmCopyInClock: result.wasmCopyInClock,
    detail: result.detail,
    itemsPerCall: items,
    rounds: shown.rounds,
  };
}

const scaledOnce = new WeakMap<MeasuredOperation, { readonly scale: number; readonly operation: MeasuredOperation }>();

/** Times of a sample as times of all items. */
function scaledTimes(operation: MeasuredOperation, scale: number): MeasuredOperation {
  const known = scaledOnce.get(operation);
  if (known?.scale === scale) return known.operation;
  const rounds = operation.rounds.map((round) => ({
    ...round,
    coldMs: round.coldMs * scale,
    warmUpMs: round.warmUpMs * scale,
    samplesMs: round.samplesMs.map((ms) => ms * scale),
  }));
  const scaled = { ...operation, rounds };
  scaledOnce.set(operation, { scale, operation: scaled });
  return scaled;
}

/** Bootstrapping is the expensive part; while a run goes on, only the cell that changed is computed again. */
const summaries = new WeakMap<MeasuredOperation, { readonly key: string; readonly summary: Summary | null }>();

function cachedSummary(operation: MeasuredOperation, context: FigureContext): Summary | null {
  const key = `${context.timerStepMs}:${context.seed}`;
  const known = summaries.get(operation);
  if (known?.key === key) return known.summary;
  const summary = summarise(operation, context);
  summaries.set(operation, { key, summary });
  return summary;
}

/** Throughput at the slow and the fast end of the spread. */
export function throughputRange(figures: MeasuredFigures): { readonly low: number; readonly high: number } | null {
  if (figures.throughput === null || figures.spread.lowMs <= 0) return null;
  return {
    low: figures.itemsPerCall / (figures.spread.highMs / 1_000),
    high: figures.itemsPerCall / (figures.spread.lowMs / 1_000),
  };
}

/** Rounds that the run was to have. One that ended by itself had them all: what an effort asks for has changed since older results were taken. */
export function plannedRounds({ plan, finishedAt, cells }: RunResult): number {
  const rounds = cells.flatMap((cell) =>
    cell.status === 'completed'
      ? Object.values(cell.operations).map((operation) =>
          operation.status === 'measured' ? operation.rounds.length : 0,
        )
      : [],
  );
  const most = Math.max(0, ...rounds);
  return finishedAt === null || most === 0 ? efforts[plan.effort].rounds : most;
}
