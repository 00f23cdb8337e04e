import type { Candidate } from '../../../workers/model/plan';
import type { CompletedCell, RunResult } from '../../../workers/model/result';
import { mulberry } from '../../../workers/model/testing/mulberry';
import type { Tool } from '../../../workers/model/tools';
import type { Situation } from '../../view/situation';

/**
 * The answer, computed a second time from the file that a user downloads. It follows the text of rule 21 of docs/measurement.md and shares no
 * arithmetic with the page, so that a mistake of one of the two shows.
 */

interface RecomputedEntry {
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
  const column = s.columnReads > 0 ? fastestMs(cell, 'project') : 0;
  const lookup = s.lookups > 0 ? fastestMs(cell, 'lookup') : 0;
  const needsDecode = s.reads > 0 || column === null || lookup === null;
  if (encode === null || (needsDecode && decode === null)) return null;
  const whole = decode ?? 0;
  // Columns and rows that must be readable alone are read alone.
  const mayDecodeEach = column === null || !s.needsOneColumn;
  const mayDecodeOnce = lookup === null || !s.needsOneRow;
  // What was not measured alone is read from the whole file.
  const columnParts = partsOf(cell, 'ForOneColumn', fastestMs(cell, 'project'));
  const rowParts = partsOf(cell, 'ForOneRow', lookup);
  const opened = partsOf(cell, 'ToOpen', 0) ?? { requests: 0, steps: 0, bytes: 0 };
  const named = s.reader !== 'none';
  // pyarrow and DuckDB ask for the size also before they fetch the whole file.
  const wholeRequests = s.reader === 'pyarrow' || s.reader === 'duckdb' ? 2 : 1;
  const wholeLatencyMs = wholeRequests * s.latencyMs;
  // What a reader asks for once the file is open. It asks for the size first, which the stored counts take as known.
  const further = (parts: Parts): Parts => ({
    requests: parts.requests - opened.requests + (named ? 1 : 0),
    steps: parts.steps - opened.steps + (named ? 1 : 0),
    bytes: parts.bytes - opened.bytes,
  });
  // How often the file is opened for these reads.
  const openings = (reads: number, isShared: boolean) => (isShared ? 1 : reads);
  const sharesForColumns = named && s.keepsFooter;
  const sharesForRows = !named || s.keepsFooter;
  if (s.goal === 'money') {
    const priced = (downloaded: number, ms: number, requests: number) =>
      (downloaded / 1e9) * (s.egressPerGb + s.retrievalPerGb) +
      (ms / 1000 / 60 / 60) * s.corePerHour +
      (requests * s.per1000Reads) / 1000;
    const pricedParts = (parts: Parts, times: number, ms: number, isShared: boolean) => {
      const each = further(parts);
      const first = openings(times, isShared);
      return priced(
        first * opened.bytes + times * each.bytes,
        times * ms,
        first * opened.requests + times * each.requests,
      );
    };
    const projecting: number[] = [];
    const mustAskForColumn = named && columnParts !== null;
    if (column !== null && columnParts !== null)
      projecting.push(pricedParts(columnParts, s.columnReads, column, sharesForColumns));
    if (column !== null && !mustAskForColumn) projecting.push(s.columnReads * priced(bytes, column, wholeRequests));
    if (mayDecodeEach && decode !== null && !mustAskForColumn)
      projecting.push(s.columnReads * priced(bytes, decode, wholeRequests));
    const lookingUp: number[] = [];
    if (lookup !== null && rowParts !== null) lookingUp.push(pricedParts(rowParts, s.lookups, lookup, sharesForRows));
    if (lookup !== null && !(named && rowParts !== null))
      lookingUp.push(priced(bytes, s.lookups * lookup, wholeRequests));
    if (mayDecodeOnce && decode !== null) lookingUp.push(priced(bytes, decode, wholeRequests));
    return (
      (bytes / 1e9) * s.months * s.storagePerGbMonth +
      (s.writes * s.per1000Writes) / 1000 +
      priced(s.reads * bytes, s.writes * encode + s.reads * whole, s.reads * wholeRequests) +
      (s.columnReads > 0 ? Math.min(...projecting) : 0) +
      (s.lookups > 0 ? Math.min(...lookingUp) : 0)
    );
  }
  const up = s.uploadBytesPerSecond === null ? 0 : (1000 * bytes) / s.uploadBytesPerSecond;
  const downOf = (some: number) => (s.downloadBytesPerSecond === null ? 0 : (1000 * some) / s.downloadBytesPerSecond);
  const down = downOf(bytes);
  const pair = (computing: number, link: number) => {
    if (!s.pipelined) return computing + link;
    return Math.max(computing, link);
  };
  const latencies = (parts: Parts) => {
    if (!named) return (s.pipelined ? parts.steps : parts.requests) * s.latencyMs;
    if (parts.requests === 0) return 0;
    // One request in each step but the last, and the others in groups.
    let [waits, left] = [parts.steps - 1, parts.requests - parts.steps + 1];
    for (; left > 0; left -= s.requestsAtOnce) waits += 1;
    return waits * s.latencyMs;
  };
  const asking = (parts: Parts, times: number, ms: number, isShared: boolean) => {
    const each = further(parts);
    if (isShared)
      return downOf(opened.bytes) + latencies(opened) + times * (pair(ms, downOf(each.bytes)) + latencies(each));
    return times * (pair(ms, downOf(opened.bytes + each.bytes)) + latencies(opened) + latencies(each));
  };
  const writing = s.writes * (pair(encode, up) + s.latencyMs);
  const reading = s.reads * (pair(whole, down) + wholeLatencyMs);
  let projecting = 0;
  if (s.columnReads > 0 && named && column !== null && columnParts !== null)
    projecting = asking(columnParts, s.columnReads, column, sharesForColumns);
  else if (s.columnReads > 0) {
    projecting = wholeLatencyMs + (column === null ? Number.POSITIVE_INFINITY : pair(column, down));
    if (mayDecodeEach && decode !== null) projecting = Math.min(projecting, wholeLatencyMs + pair(decode, down));
    projecting *= s.columnReads;
    if (column !== null && columnParts !== null)
      projecting = Math.min(projecting, asking(columnParts, s.columnReads, column, sharesForColumns));
  }
  let lookingUp = 0;
  if (s.lookups > 0) {
    const mustAsk = named && rowParts !== null;
    lookingUp = Number.POSITIVE_INFINITY;
    if (lookup !== null && !mustAsk) lookingUp = wholeLatencyMs + down + s.lookups * lookup;
    if (mayDecodeOnce && decode !== null) lookingUp = Math.min(lookingUp, wholeLatencyMs + pair(decode, down));
    if (lookup !== null && rowParts !== null)
      lookingUp = Math.min(lookingUp, asking(rowParts, s.lookups, lookup, sharesForRows));
  }
  return writing + reading + projecting + lookingUp;
}

interface Parts {
  readonly requests: number;
  readonly steps: number;
  readonly bytes: number;
}

/** What a reader asks for over a network, as the exported file counts it. Null if the whole file is no larger, or nothing was counted. */
function partsOf(cell: CompletedCell, what: 'ToOpen' | 'ForOneColumn' | 'ForOneRow', ms: number | null): Parts | null {
  const { counts = {}, sizeBytes, sample } = cell;
  const [requests, bytes, steps = requests] = ['Requests', 'Bytes', 'Steps'].map(
    (figure) => counts[`network${figure}${what}`],
  );
  if (ms === null || requests === undefined || steps === undefined || bytes === undefined) return null;
  if (sample !== undefined || (what !== 'ToOpen' && bytes >= (sizeBytes ?? 0))) return null;
  return { requests, steps, bytes };
}

/** How sure the answer is, and the least factor of the rivals where all are behind. */
interface RecomputedWord {
  readonly word: 'Clear' | 'Tie' | 'Open' | 'Not sure yet';
  readonly atLeast: number;
}

/**
 * The word of an answer by rules 8, 9 and 26, of a run with a fixed number of rounds. Null where another resampling of the rounds could give another word: that of
 * the page has its own random numbers.
 */
export function recomputedWord(result: RunResult, s: Situation, canRead: CanRead): RecomputedWord | null {
  const [narrow, wide] = [0.03, 0.02].map((tail) => wordWith(result, s, canRead, tail));
  if (narrow === undefined || wide === undefined || narrow === null || wide === null) return null;
  return narrow.word === wide.word && wide.atLeast > narrow.atLeast * 0.999 ? narrow : null;
}

const margin = 1.03;

function wordWith(result: RunResult, s: Situation, canRead: CanRead, tail: number): RecomputedWord | null {
  const [best, ...rivals] = recomputedAnswer(result, s, canRead);
  const cellOf = (entry: RecomputedEntry) =>
    result.cells.find(
      (cell) => cell.dataset === 0 && cell.candidate === entry.candidate && cell.status === 'completed',
    );
  const own = best === undefined ? undefined : cellOf(best);
  if (best === undefined || own?.status !== 'completed') return null;
  const isExact = s.goal === 'size' || s.writes + s.reads + s.columnReads + s.lookups === 0;
  let atLeast = Number.POSITIVE_INFINITY;
  const found = new Set<RecomputedWord['word']>();
  for (const rival of rivals) {
    const its = cellOf(rival);
    if (its?.status !== 'completed') return null;
    if (isExact) {
      found.add(rival.total === best.total ? 'Tie' : 'Clear');
      atLeast = Math.min(atLeast, rival.total / best.total);
      continue;
    }
    const logs = roundsOf(own, s).flatMap((round) => {
      const [a, b] = [its, own].map((cell) => recomputedTotal(onlyRound(cell, round), s));
      return a == null || b == null || !roundsOf(its, s).includes(round) ? [] : [Math.log(a / b)];
    });
    const least = (recomputedTotal(shortest(its, logs.length), s) ?? 0) / best.total;
    const [low, high] = bootstrapped(logs, tail);
    const isFar = middle(logs) >= 0 && least > margin;
    if (isFar || (logs.length >= 6 && flipP(logs) < 0.05 && low > 1 / (2 - margin))) {
      found.add('Clear');
      atLeast = Math.min(atLeast, Math.max(least, logs.length >= 6 ? low : 0));
    } else if (logs.length < 6) {
      const ownLeast = recomputedTotal(shortest(own, roundsOf(own, s).length), s) ?? 0;
      const isAsGood = rival.total / ownLeast < margin && 1 / least < margin;
      found.add(isAsGood ? 'Tie' : 'Not sure yet');
    } else found.add(low > 1 / margin && high < margin ? 'Tie' : 'Open');
  }
  const word = (['Not sure yet', 'Open', 'Tie'] as const).find((each) => found.has(each)) ?? 'Clear';
  return { word, atLeast };
}

/** The rounds in which all that a total may need was measured. */
function roundsOf(cell: CompletedCell, s: Situation): number[] {
  const used: Operation[] = ['decode'];
  if (s.writes > 0) used.push('encode');
  if (s.columnReads > 0) used.push('project');
  if (s.lookups > 0) used.push('lookup');
  const all = used.flatMap((operation) => {
    const outcome = cell.operations[operation];
    return outcome?.status === 'measured' ? [outcome.rounds.map(({ round }) => round)] : [];
  });
  return (all[0] ?? []).filter((round) => all.every((rounds) => rounds.includes(round)));
}

/** The cell with each operation's samples changed. */
function withSamples(
  cell: CompletedCell,
  change: (samplesMs: readonly number[], round: number, isWarm: boolean) => readonly number[],
): CompletedCell {
  const operations = Object.fromEntries(
    Object.entries(cell.operations).map(([operation, outcome]) => {
      if (outcome.status !== 'measured') return [operation, outcome];
      const isWarm = outcome.rounds.some(({ warm }) => warm);
      const rounds = outcome.rounds.map((each) => ({ ...each, samplesMs: change(each.samplesMs, each.round, isWarm) }));
      return [operation, { ...outcome, rounds }];
    }),
  );
  return { ...cell, operations } as CompletedCell;
}

const onlyRound = (cell: CompletedCell, wanted: number) =>
  withSamples(cell, (samplesMs, round) => (round === wanted ? samplesMs : []));

/** With the shortest times that the rounds allow: a third, or a thirtieth where none got warm, and none after one round. */
const shortest = (cell: CompletedCell, rounds: number) =>
  withSamples(cell, (samplesMs, _, isWarm) => samplesMs.map((ms) => (rounds < 2 ? 0 : ms / (isWarm ? 3 : 30))));

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
    : (sorted[Math.floor(half)] ?? Number.NaN);
}

/** The ends of the middle of the medians of 4,000 resamples, as factors. `tail` is left out on each side. */
function bootstrapped(logs: readonly number[], tail: number): [low: number, high: number] {
  const next = mulberry(97);
  const medians = Array.from({ length: 1_500 }, () =>
    middle(logs.map(() => logs[Math.floor(next() * logs.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b);
  return [
    Math.exp(medians[Math.floor(1_500 * tail)] ?? Number.NaN),
    Math.exp(medians[Math.ceil(1_500 * (1 - tail)) - 1] ?? Number.NaN),
  ];
}

/** The share of all assignments of signs whose sum is as far from 0 as the observed one. */
function flipP(logs: readonly number[]): number {
  const observed = Math.abs(logs.reduce((sum, log) => sum + log, 0));
  let asFar = 0;
  for (let signs = 0; signs < 2 ** logs.length; signs += 1) {
    const sum = logs.reduce((total, log, index) => total + (Math.floor(signs / 2 ** index) % 2 === 0 ? log : -log), 0);
    if (Math.abs(sum) >= observed * (1 - 1e-12)) asFar += 1;
  }
  return asFar / 2 ** logs.length;
}
