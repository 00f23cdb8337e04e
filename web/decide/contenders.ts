import type { Candidate, Operation } from '../../workers/model/plan';
import type { RoundSamples } from '../../workers/model/result';
import { smallestValue } from '../../workers/model/statistics/samples';
import type { Tool } from '../../workers/model/tools';
import { fileTypes } from '../../workers/registry/file-types';
import { equalScope } from '../figures/clock-scope';
import { formatBytes, formatMs } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { lossesSummary } from '../figures/losses-summary';
import { countedRequests, networkRead, type Requests } from '../figures/network-reads';
import { operationNames } from '../figures/operation-names';
import {
  type CompletedRow,
  conforms,
  isCompleted,
  type MeasuredFigures,
  measuredFigures,
  type ResultRow,
  statusWords,
} from '../figures/rows';
import type { Situation } from '../view/situation';
import { neededOperations, type TimedOperation } from './needed-operations';
import type { NativeFactors } from './native/native-factors';
import { partialRequests } from './partial-requests';
import { readerRequests, withSizeRequest } from './reader-requests';
import type { CandidateFigures } from './totals';

/** A candidate that meets all requirements of the situation, with the figures that its total is computed from. */
export interface Contender {
  readonly row: CompletedRow;
  readonly figures: CandidateFigures;
  /** The best time of each round, for each operation that the total needs, in milliseconds: of one look-up, or of a call. */
  readonly roundBestMs: Readonly<Partial<Record<TimedOperation, ReadonlyMap<number, number>>>>;
  /** Those of the operations of which no round got warm before its samples. */
  readonly neverWarm: ReadonlySet<TimedOperation>;
  /** What the total assumes because it was not measured, as sentences. */
  readonly assumptions: readonly string[];
  /** Why it is not known which parts of the file a reader over a network asks for: one request for the whole file counts. */
  readonly unknownRequests: Readonly<Partial<Record<PartialRead, string>>>;
  /** If the times are those that native libraries are expected to take: the browser's time divided by the native one. */
  readonly nativeFactors?: NativeFactors;
}

/** The operations that can read a part of the file. */
export type PartialRead = 'project' | 'lookup';

/** A candidate that cannot be the answer, and why, as a sentence. */
export interface Excluded {
  readonly row: ResultRow;
  readonly reason: string;
}

/** How many candidates a run that goes on has not measured once yet. The chart of totals waits for all of them, the answer until it is due. */
export const awaitedCount = (excluded: readonly Excluded[], running: boolean): number =>
  running ? excluded.filter(({ row }) => row.status === 'pending').length : 0;

export interface Requirements {
  readonly candidates: readonly Candidate[];
  /** Why the tool can't read the candidate's file. Null if it can. */
  readonly unreadableReason: (candidate: Candidate, tool: Tool) => string | null;
  /** Why the candidate does not support the operation on this data. Null if it does. */
  readonly unsupportedReason: (candidate: Candidate, operation: Operation) => string | null;
}

/**
 * The situation with standard values for all that decides totals only: bandwidths, latency, prices, and counts above 0. Two situations with the
 * same one have the same contenders.
 */
export function contenderSituation(situation: Situation): Situation {
  return {
    ...situation,
    writes: Math.sign(situation.writes),
    reads: Math.sign(situation.reads),
    columnReads: Math.sign(situation.columnReads),
    lookups: Math.sign(situation.lookups),
    uploadBytesPerSecond: null,
    downloadBytesPerSecond: null,
    latencyMs: 0,
    pipelined: false,
    requestsAtOnce: 1,
    keepsFooter: false,
    months: 0,
    amountBytes: null,
    storagePerGbMonth: 0,
    egressPerGb: 0,
    corePerHour: 0,
    per1000Reads: 0,
    per1000Writes: 0,
    retrievalPerGb: 0,
  };
}

/** Divides the rows of one dataset into those that can be the answer and those that cannot. */
export function contendersOf(
  rows: readonly ResultRow[],
  situation: Situation,
  requirements: Requirements,
): { readonly contenders: readonly Contender[]; readonly excluded: readonly Excluded[] } {
  const contenders: Contender[] = [];
  const excluded: Excluded[] = [];
  const needed = neededOperations(situation);
  const clocks = commonClocks(rows, needed.length > 0 ? [...new Set<TimedOperation>([...needed, 'decode'])] : []);
  for (const row of rows) {
    const outcome = contenderOrReason(row, situation, requirements, { needed, clocks });
    if (typeof outcome === 'string') excluded.push({ row, reason: outcome });
    else contenders.push(outcome);
  }
  return { contenders, excluded };
}

type Clocks = Readonly<Partial<Record<TimedOperation, MeasuredFigures['clock']>>>;

/** The clock of each operation that most rows share. Only times of equal clocks are compared. */
function commonClocks(rows: readonly ResultRow[], needed: readonly TimedOperation[]): Clocks {
  const entries = needed.flatMap((operation) => {
    const all = rows.flatMap((row) => {
      const figures = measuredFigures(row, operation);
      return figures === null ? [] : [figures.clock];
    });
    const shares = all.map((clock) => all.filter((other) => equalScope(clock, other)).length);
    const common = all[shares.indexOf(Math.max(...shares))];
    return common === undefined ? [] : [[operation, common] as const];
  });
  return Object.fromEntries(entries);
}

interface Needs {
  readonly needed: readonly TimedOperation[];
  readonly clocks: Clocks;
}

function contenderOrReason(
  row: ResultRow,
  situation: Situation,
  requirements: Requirements,
  { needed, clocks }: Needs,
): Contender | string {
  if (!isCompleted(row)) return row.reason === '' ? `The cell is ${statusWords[row.status]}.` : row.reason;
  if (row.names.isBaseline) return 'It is the uncompressed baseline, which does not compete.';
  if (row.sizeBytes === null) return 'It makes no file.';
  if (!conforms(row)) return 'Other implementations reject its files.';
  const candidate = requirements.candidates[row.candidate];
  if (candidate === undefined) return 'It is not in the plan.';
  const failed = failedRequirement(row, row.sizeBytes, candidate, situation, requirements);
  if (failed !== null) return failed;

  const roundBestMs: Partial<Record<TimedOperation, ReadonlyMap<number, number>>> = {};
  const bestMs: Record<TimedOperation, number | null> = { encode: null, decode: null, project: null, lookup: null };
  const neverWarm = new Set<TimedOperation>();
  const assumptions: string[] = [];
  const take = (operation: TimedOperation): string | null => {
    const outcome = timesOf(row, operation, clocks[operation]);
    if (typeof outcome === 'string') return outcome;
    bestMs[operation] = outcome.bestMs;
    roundBestMs[operation] = outcome.rounds;
    if (!outcome.gotWarm) neverWarm.add(operation);
    return null;
  };
  let decodes = needed.includes('decode');
  for (const operation of needed) {
    const problem = take(operation);
    if (problem === null) continue;
    if (operation === 'encode' || operation === 'decode') return problem;
    decodes = true;
    assumptions.push(
      operation === 'project'
        ? 'One column is read by decoding the whole file, since reading it alone was not measured.'
        : 'Look-ups decode the whole file once, since single look-ups were not measured.',
    );
  }
  if (decodes && bestMs.decode === null) {
    const problem = take('decode');
    if (problem !== null) return problem;
  }
  // Decoding the whole file can be faster than a column alone or many look-ups. It is no requirement, so a time that is not known only rules out
  // that way.
  const mayDecode =
    (bestMs.project !== null && !situation.needsOneColumn) || (bestMs.lookup !== null && !situation.needsOneRow);
  if (mayDecode && bestMs.decode === null) take('decode');
  // The native time is compared with the limit later.
  if (situation.maxWriteMs !== null && situation.timesOf === 'browser') {
    const writeMs = measuredFigures(row, 'encode')?.summary.bestMs;
    if (writeMs === undefined) return 'The time to write it is limited, but was not measured.';
    if (writeMs > situation.maxWriteMs)
      return `It takes ${formatMs(writeMs)} to write; the limit is ${formatMs(situation.maxWriteMs)}.`;
  }
  const { requests, unknown, otherReader } = requestsOf(row, candidate, bestMs, situation, requirements);
  if (otherReader)
    assumptions.push(
      'The requests are those of the page’s own count, since this run did not count what the reader asks for.',
    );
  return {
    row,
    figures: {
      sizeBytes: row.sizeBytes,
      encodeMs: bestMs.encode ?? Number.NaN,
      decodeMs: bestMs.decode ?? Number.NaN,
      columnMs: bestMs.project,
      lookupMs: bestMs.lookup,
      ...requests,
    },
    roundBestMs,
    neverWarm,
    assumptions,
    unknownRequests: unknown,
  };
}

/** The requests of a reader over a network, for what was measured. */
function requestsOf(
  row: CompletedRow,
  candidate: Candidate,
  bestMs: Readonly<Record<PartialRead, number | null>>,
  situation: Situation,
  { unsupportedReason }: Requirements,
): {
  readonly requests: Pick<CandidateFigures, 'columnRequests' | 'lookupRequests'>;
  readonly unknown: Contender['unknownRequests'];
  /** True if the situation’s reader can read parts of such a file, but the run did not count what it asks for. */
  readonly otherReader: boolean;
} {
  const asked = row.sizeBytes === null ? null : readerRequests(row.counts, row.sizeBytes, situation);
  let otherReader = false;
  const unknown: Partial<Record<PartialRead, string>> = {};
  const counted = (operation: PartialRead): Requests | null => {
    if (bestMs[operation] === null) return null;
    const read = networkRead(row, operation, candidate, unsupportedReason);
    if ('unsupported' in read) unknown[operation] = read.unsupported;
    if ('unsupported' in read || read.whyWhole !== undefined) return null;
    if (asked !== null) return operation === 'project' ? asked.column : asked.row;
    if (situation.reader !== 'none' && fileTypes.get(candidate.format)?.hasRemoteParts === true) otherReader = true;
    return read.isWhole
      ? null
      : withSizeRequest({ requests: read.requests, steps: read.steps, bytes: read.bytes }, situation);
  };
  const toOpen = asked?.toOpen ?? countedRequests(row.counts, 'open');
  const requests = partialRequests(counted('project'), counted('lookup'), toOpen);
  return { requests, unknown, otherReader };
}

/** The times of one operation, or why there are none that can be compared. */
function timesOf(
  row: CompletedRow,
  operation: TimedOperation,
  clock: MeasuredFigures['clock'] | undefined,
): { readonly bestMs: number; readonly rounds: ReadonlyMap<number, number>; readonly gotWarm: boolean } | string {
  const figures = row.operations[operation];
  const name = operationNames[operation];
  if (figures === undefined) return `“${name}” was not measured in this run.`;
  if (figures.status !== 'measured') return `${name}: ${figures.reason}`;
  if (clock !== undefined && !equalScope(clock, figures.clock))
    return `${name}: its clock includes other work than those of the other candidates.`;
  const perItem = operation === 'lookup' ? Math.max(1, figures.itemsPerCall) : 1;
  return {
    bestMs: figures.summary.bestMs / perItem,
    rounds: bestByRound(figures.rounds, perItem),
    gotWarm: figures.rounds.some(({ warm }) => warm),
  };
}

/** Kept by the samples, so that what is computed from the best times can be kept as well while the situation changes. */
const bestsOnce = new WeakMap<readonly RoundSamples[], ReadonlyMap<number, number>>();

function bestByRound(rounds: readonly RoundSamples[], perItem: number): ReadonlyMap<number, number> {
  const known = bestsOnce.get(rounds);
  if (known !== undefined) return known;
  const bests = new Map(
    rounds
      .filter(({ samplesMs }) => samplesMs.length > 0)
      .map(({ round, samplesMs }) => [round, smallestValue(samplesMs) / perItem]),
  );
  bestsOnce.set(rounds, bests);
  return bests;
}

/** The first requirement that the candidate does not meet, as a sentence. Null if it meets all. */
function failedRequirement(
  row: CompletedRow,
  sizeBytes: number,
  candidate: Candidate,
  situation: Situation,
  { unreadableReason, unsupportedReason }: Requirements,
): string | null {
  const { verification, wasmPeakBytes } = row;
  for (const tool of situation.readableBy) {
    const reason = unreadableReason(candidate, tool);
    if (reason !== null) return reason;
  }
  if (situation.needsOneColumn) {
    const reason = unsupportedReason(candidate, 'project');
    if (reason !== null) return `It can’t read one column alone: ${reason}`;
  }
  if (situation.needsOneRow) {
    const reason = unsupportedReason(candidate, 'lookup');
    if (reason !== null) return `It can’t look up one row: ${reason}`;
  }
  if (situation.needsEveryValue && verification.loss.length > 0) {
    const { changedValues } = verification;
    if (changedValues === undefined)
      return `It does not keep every value: it loses ${lossesSummary(verification.loss)}.`;
    if (changedValues.changed > 0) return `It changes ${plural(changedValues.changed, 'value')}.`;
  }
  if (situation.maxSizeBytes !== null && sizeBytes > situation.maxSizeBytes)
    return `It takes ${formatBytes(sizeBytes)}; the limit is ${formatBytes(situation.maxSizeBytes)}.`;
  if (situation.maxMemoryBytes !== null) {
    if (wasmPeakBytes === null) return 'Memory is limited, but that of its JavaScript can’t be measured.';
    if (wasmPeakBytes > situation.maxMemoryBytes)
      return `It takes ${formatBytes(wasmPeakBytes)} of memory; the limit is ${formatBytes(situation.maxMemoryBytes)}.`;
  }
  return null;
}
