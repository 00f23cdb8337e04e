import type { Candidate } from '../../../workers/model/plan';
import type { CompletedCell, RunResult } from '../../../workers/model/result';
import type { Tool } from '../../../workers/model/tools';
import type { Situation } from '../../view/situation';

/**
 * The answer, computed a second time from the file that a user downloads. It follows the text of rule 21 of docs/measurement.md and shares no
 * arithmetic with the page, so that a mistake of one of the two shows.
 */

export interface RecomputedEntry {
  readonly candidate: number;
  readonly total: number;
}

type Operation = 'encode' | 'decode' | 'project' | 'lookup';
type CanRead = (candidate: Candidate, tool: Tool) => boolean;

/** The candidates of the first dataset that meet the situation, in ascending order of their totals. */
export function recomputedAnswer(result: RunResult, situation: Situation, canRead: CanRead): RecomputedEntry[] {
  const entries: RecomputedEntry[] = [];
  for (const cell of result.cells) {
    if (cell.status !== 'completed' || cell.dataset !== 0) continue;
    const candidate = result.plan.candidates[cell.candidate];
    if (candidate === undefined || !qualifies(cell, candidate, situation, canRead)) continue;
    const total = recomputedTotal(cell, situation);
    if (total !== null) entries.push({ candidate: cell.candidate, total });
  }
  return entries.sort((a, b) => a.total - b.total);
}

/** The fastest sample in milliseconds, of one look-up or of one call. Null if the operation was not measured. */
function fastestMs(cell: CompletedCell, operation: Operation): number | null {
  const outcome = cell.operations[operation];
  if (outcome?.status !== 'measured') return null;
  let fastest = Number.POSITIVE_INFINITY;
  for (const { samplesMs } of outcome.rounds) for (const ms of samplesMs) if (ms < fastest) fastest = ms;
  return operation === 'lookup' ? fastest / outcome.itemsPerCall : fastest;
}

function qualifies(cell: CompletedCell, candidate: Candidate, wanted: Situation, canRead: CanRead): boolean {
  const isUncompressed = candidate.format === 'raw' && candidate.codec === null;
  if (isUncompressed || cell.sizeBytes === null || cell.verification.rejectedBy.length > 0) return false;
  // lz4js writes blocks that other implementations of LZ4 refuse.
  if (candidate.codec?.implementation === 'lz4js') return false;
  for (const tool of wanted.readableBy) if (!canRead(candidate, tool)) return false;
  if (wanted.needsOneColumn && cell.operations.project?.status === 'unsupported') return false;
  if (wanted.needsOneRow && cell.operations.lookup?.status === 'unsupported') return false;
  const { loss, changedValues } = cell.verification;
  if (wanted.needsEveryValue && loss.length > 0 && changedValues?.changed !== 0) return false;
  if (wanted.maxSizeBytes !== null && cell.sizeBytes > wanted.maxSizeBytes) return false;
  if (wanted.maxMemoryBytes !== null && (cell.wasmPeakBytes === null || cell.wasmPeakBytes > wanted.maxMemoryBytes))
    return false;
  if (wanted.maxWriteMs === null) return true;
  const writeMs = fastestMs(cell, 'encode');
  return writeMs !== null && writeMs <= wanted.maxWriteMs;
}

/** Milliseconds, dollars or bytes, by the goal of the situation. Null if a time that it needs was not measured. */
export function recomputedTotal(cell: CompletedCell, s: Situation): number | null {
  const bytes = cell.sizeBytes ?? Number.NaN;
  if (s.goal === 'size') return bytes;
  const encode = s.writes > 0 ? fastestMs(cell, 'encode') : 0;
  const decode = fastestMs(cell, 'decode');
  const column = s.columnReads > 0 ? (fastestMs(cell, 'project') ?? decode) : 0;
  const lookup = s.lookups > 0 ? fastestMs(cell, 'lookup') : 0;
  const needsDecode = s.reads > 0 || lookup === null;
  if (encode === null || column === null || (needsDecode && decode === null)) return null;
  const whole = decode ?? 0;
  if (s.goal === 'money') {
    const downloads = s.reads + s.columnReads + (s.lookups > 0 ? 1 : 0);
    const lookupMs = s.lookups === 0 ? 0 : lookup === null ? whole : s.lookups * lookup;
    const hours = (s.writes * encode + s.reads * whole + s.columnReads * column + lookupMs) / 1000 / 60 / 60;
    const gigabytes = bytes / 1e9;
    return gigabytes * (s.months * s.storagePerGbMonth + downloads * s.egressPerGb) + hours * s.corePerHour;
  }
  const up = s.uploadBytesPerSecond === null ? 0 : (1000 * bytes) / s.uploadBytesPerSecond;
  const down = s.downloadBytesPerSecond === null ? 0 : (1000 * bytes) / s.downloadBytesPerSecond;
  const pair = (computing: number, link: number) => {
    if (!s.pipelined) return computing + link;
    return Math.max(computing, link);
  };
  const writing = s.writes * (pair(encode, up) + s.latencyMs);
  const reading = s.reads * (pair(whole, down) + s.latencyMs);
  const projecting = s.columnReads * (pair(column, down) + s.latencyMs);
  let lookingUp = 0;
  if (s.lookups > 0) lookingUp = s.latencyMs + (lookup === null ? pair(whole, down) : down + s.lookups * lookup);
  return writing + reading + projecting + lookingUp;
}
