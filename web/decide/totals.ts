import { sizeRequestsOfRead } from './reader-requests';
import type { Requests } from '../figures/network-reads';
import type { Situation } from '../view/situation';

/** What a reader over a network asks for to make look-ups: once to open the file, then again for each row or key. */
interface LookupRequests {
  readonly open: Requests;
  readonly each: Requests;
}

/** What a reader over a network asks for to read one column, from nothing on. */
export interface ColumnRequests extends Requests {
  /** Those of them that only open the file, so that they are made once by a reader that keeps the footer. Absent if they are not known. */
  readonly toOpen?: Requests;
}

/** A candidate's measured figures. A time that is not needed may be NaN. */
export interface CandidateFigures {
  readonly sizeBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** The time to read one column. Null if the candidate can't read it alone, or was not measured: the whole file is decoded instead. */
  readonly columnMs: number | null;
  /** The time of one look-up. Null if the candidate has no look-ups, or was not measured: only decoding the whole file is left. */
  readonly lookupMs: number | null;
  /** The requests for one column. Null if only the whole file can be asked for, or if they are not known. */
  readonly columnRequests: ColumnRequests | null;
  /** The requests for look-ups. Null if only the whole file can be asked for, or if they are not known. */
  readonly lookupRequests: LookupRequests | null;
}

/** The parts of a total time, in milliseconds. Their sum is the total. */
interface TimeParts {
  readonly encodeMs: number;
  readonly transferMs: number;
  readonly waitMs: number;
  readonly decodeMs: number;
}

/** The parts of a total cost, in the currency of the prices. */
interface CostParts {
  readonly storage: number;
  readonly egress: number;
  readonly compute: number;
  readonly requests: number;
  /** What the store takes for bytes that are read, apart from sending them. */
  readonly retrieval: number;
}

const bytesPerGb = 1e9;
const msPerHour = 3_600_000;

const transferMs = (sizeBytes: number, bytesPerSecond: number | null) =>
  bytesPerSecond === null ? 0 : (sizeBytes / bytesPerSecond) * 1_000;

/** Computing and transferring: one after the other, or at the same time, so that only the slower one counts. */
const combined = (computeMs: number, linkMs: number, pipelined: boolean) =>
  pipelined ? Math.max(computeMs, linkMs) : computeMs + linkMs;

/**
 * How often the latency passes. A reader sends some requests of a step at once; how many requests each step has is not known, so the most waits
 * count that there can be. Without a reader it is each request or, if requests that do not wait for one another are sent at once, each step.
 */
function waitsOf({ requests, steps }: Requests, { reader, requestsAtOnce, pipelined }: Situation): number {
  if (reader === 'none') return pipelined ? steps : requests;
  if (requests === 0) return 0;
  const before = Math.max(1, steps) - 1;
  return before + Math.ceil((requests - before) / requestsAtOnce);
}

/** What is computed and asked for at one time. */
export interface Load {
  readonly computeMs: number;
  readonly bytes: number;
  readonly requests: number;
  /** How often the latency passes. */
  readonly waits: number;
}

/** A way to read parts of the data: what is done once, and what for each read. */
export interface Way {
  /** What the reader asks for: parts of the file, or the whole file. Of a whole file that is `decoded`, all values are decoded. */
  readonly of: 'parts' | 'whole' | 'decoded';
  readonly once: Load;
  readonly each: Load;
}

const nothing: Load = { computeMs: 0, bytes: 0, requests: 0, waits: 0 };

const computeLoad = (computeMs: number): Load => ({ computeMs, bytes: 0, requests: 0, waits: 0 });

/** The requests for the whole file. A reader that asks for the size before each read of parts does so before this one, too. */
const wholeRequests = (situation: Situation): number => 1 + sizeRequestsOfRead(situation);

function wholeLoad(situation: Situation, computeMs: number, bytes: number): Load {
  const requests = wholeRequests(situation);
  return { computeMs, bytes, requests, waits: requests };
}

const loadOf = (situation: Situation, computeMs: number, asked: Requests): Load => ({
  computeMs,
  bytes: asked.bytes,
  requests: asked.requests,
  waits: waitsOf(asked, situation),
});

/** Parts of the file for each read. The reader opens the file once if it keeps the footer. */
function partsWay(situation: Situation, computeMs: number, open: Requests, each: Requests): Way {
  const once = loadOf(situation, 0, open);
  const then = loadOf(situation, computeMs, each);
  if (situation.keepsFooter) return { of: 'parts', once, each: then };
  const both = {
    computeMs,
    bytes: once.bytes + then.bytes,
    requests: once.requests + then.requests,
    waits: once.waits + then.waits,
  };
  return { of: 'parts', once: nothing, each: both };
}

/** What a reader asks for after the file is open. */
export const afterOpening = (all: Requests, open: Requests): Requests => ({
  requests: all.requests - open.requests,
  steps: all.steps - open.steps,
  bytes: all.bytes - open.bytes,
});

export const noRequests: Requests = { requests: 0, steps: 0, bytes: 0 };

/**
 * The ways to read one column, of which the best counts. A reader asks for parts wherever it can. Without a reader, the file can be downloaded as a
 * whole and read alone or decoded, except if columns must be readable alone and can be. No way is left out whose time is known.
 */
export function columnWays(situation: Situation, figures: CandidateFigures): Way[] {
  const { sizeBytes, decodeMs, columnMs, columnRequests } = figures;
  const ways: Way[] = [];
  if (columnMs !== null && columnRequests !== null) {
    if (situation.reader !== 'none') {
      const { toOpen = noRequests } = columnRequests;
      return [partsWay(situation, columnMs, toOpen, afterOpening(columnRequests, toOpen))];
    }
    ways.push({ of: 'parts', once: nothing, each: loadOf(situation, columnMs, columnRequests) });
  }
  if (columnMs !== null) ways.push({ of: 'whole', once: nothing, each: wholeLoad(situation, columnMs, sizeBytes) });
  if (!(Number.isNaN(decodeMs) || (situation.needsOneColumn && columnMs !== null)))
    ways.push({ of: 'decoded', once: nothing, each: wholeLoad(situation, decodeMs, sizeBytes) });
  return ways;
}

/**
 * The ways to make all look-ups. The whole file can be downloaded and decoded once for all of them, except if rows must be readable alone and can be.
 * Only without a reader it can be downloaded to look rows up in it.
 */
export function lookupWays(situation: Situation, figures: CandidateFigures): Way[] {
  const { sizeBytes, decodeMs, lookupMs, lookupRequests } = figures;
  const ways: Way[] = [];
  if (lookupMs !== null && lookupRequests !== null) {
    const { open, each } = lookupRequests;
    ways.push(
      situation.reader === 'none'
        ? { of: 'parts', once: loadOf(situation, 0, open), each: loadOf(situation, lookupMs, each) }
        : partsWay(situation, lookupMs, open, each),
    );
  }
  if (lookupMs !== null && (situation.reader === 'none' || lookupRequests === null))
    ways.push({ of: 'whole', once: wholeLoad(situation, 0, sizeBytes), each: computeLoad(lookupMs) });
  if (!(Number.isNaN(decodeMs) || (situation.needsOneRow && lookupMs !== null)))
    ways.push({ of: 'decoded', once: wholeLoad(situation, decodeMs, sizeBytes), each: nothing });
  return ways;
}

const loadMs = (situation: Situation, { computeMs, bytes, waits }: Load): number =>
  combined(computeMs, transferMs(bytes, situation.downloadBytesPerSecond), situation.pipelined) +
  waits * situation.latencyMs;

const wayMs = (situation: Situation, { once, each }: Way, reads: number): number =>
  (once === nothing ? 0 : loadMs(situation, once)) + reads * (each === nothing ? 0 : loadMs(situation, each));

/** A figure of a way in all. */
const inAll = ({ once, each }: Way, reads: number, figure: keyof Load): number => once[figure] + reads * each[figure];

type LoadPrices = Pick<Situation, 'egressPerGb' | 'corePerHour' | 'retrievalPerGb' | 'per1000Reads'>;

const downloadCost = ({ egressPerGb }: LoadPrices, bytes: number) => (bytes / bytesPerGb) * egressPerGb;
const computeCost = ({ corePerHour }: LoadPrices, ms: number) => (ms / msPerHour) * corePerHour;
const retrievalCost = ({ retrievalPerGb }: LoadPrices, bytes: number) => (bytes / bytesPerGb) * retrievalPerGb;
const readRequestCost = ({ per1000Reads }: LoadPrices, requests: number) => (requests / 1_000) * per1000Reads;

/** What a load costs. */
export const loadCost = (prices: LoadPrices, { computeMs, bytes, requests }: Load): number =>
  downloadCost(prices, bytes) +
  computeCost(prices, computeMs) +
  retrievalCost(prices, bytes) +
  readRequestCost(prices, requests);

const wayCost = (situation: Situation, { once, each }: Way, reads: number): number =>
  (once === nothing ? 0 : loadCost(situation, once)) + reads * (each === nothing ? 0 : loadCost(situation, each));

/** The way with the smallest value; of equal ones the first. Null if there is none. */
function bestWay(situation: Situation, ways: readonly Way[], reads: number, by: typeof wayMs): Way | null {
  let best: Way | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const way of ways) {
    const value = by(situation, way, reads);
    if (best !== null && !(value < least)) continue;
    best = way;
    least = value;
  }
  return best;
}

/** Of all ways to read one column, and of all to look rows up, the one that counts: the fastest, or for a cost the cheapest. */
interface ChosenWays {
  readonly column: Way | null;
  readonly lookup: Way | null;
}

function chosenWays(situation: Situation, figures: CandidateFigures, by: typeof wayMs): ChosenWays {
  const { columnReads, lookups } = situation;
  return {
    column: columnReads > 0 ? bestWay(situation, columnWays(situation, figures), columnReads, by) : null,
    lookup: lookups > 0 ? bestWay(situation, lookupWays(situation, figures), lookups, by) : null,
  };
}

const ruleOf = ({ goal }: Situation) => (goal === 'money' ? wayCost : wayMs);

/** The way that counts to read one column, which the situation does. Null if there is none. */
export const chosenColumnWay = (situation: Situation, figures: CandidateFigures): Way | null =>
  chosenWays(situation, figures, ruleOf(situation)).column;

/** The way that counts for all look-ups of the situation. Null if there is none. */
export const chosenLookupWay = (situation: Situation, figures: CandidateFigures): Way | null =>
  chosenWays(situation, figures, ruleOf(situation)).lookup;

/** The bytes that the way downloads in all. */
export const wayBytes = (way: Way, reads: number): number => inAll(way, reads, 'bytes');

/**
 * The total time of everything that is done with the data, in milliseconds: rule 21 of docs/measurement.md. Of the ways to read a part of the data, the
 * fastest counts.
 */
export function totalMs(situation: Situation, figures: CandidateFigures): number {
  const { writes, reads, columnReads, lookups, latencyMs, pipelined } = situation;
  const { sizeBytes, encodeMs, decodeMs } = figures;
  const uploadMs = transferMs(sizeBytes, situation.uploadBytesPerSecond);
  let total = 0;
  if (writes > 0) total += writes * (combined(encodeMs, uploadMs, pipelined) + latencyMs);
  if (reads > 0)
    total +=
      reads *
      (combined(decodeMs, transferMs(sizeBytes, situation.downloadBytesPerSecond), pipelined) +
        latencyMs * wholeRequests(situation));
  if (columnReads > 0) total += leastMs(situation, columnWays(situation, figures), columnReads);
  if (lookups > 0) total += leastMs(situation, lookupWays(situation, figures), lookups);
  return total;
}

function leastMs(situation: Situation, ways: readonly Way[], reads: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const way of ways) least = Math.min(least, wayMs(situation, way, reads));
  return least;
}

/** A figure of all reads of a part. Infinity if there is no way to read it. */
function ofReads(way: Way | null, reads: number, figure: keyof Load): number {
  if (reads === 0) return 0;
  return way === null ? Number.POSITIVE_INFINITY : inAll(way, reads, figure);
}

/** A figure of all reads: as a whole, of columns, and of rows. */
const ofAllReads = (
  { reads, columnReads, lookups }: Situation,
  { column, lookup }: ChosenWays,
  figure: keyof Load,
  ofWhole: number,
): number =>
  (reads > 0 ? reads * ofWhole : 0) + ofReads(column, columnReads, figure) + ofReads(lookup, lookups, figure);

/** The parts of `totalMs`. If work is pipelined, the part of the transfer is only the time by which it exceeds the computing. */
export function timeParts(situation: Situation, figures: CandidateFigures): TimeParts {
  const chosen = chosenWays(situation, figures, wayMs);
  const { writes } = situation;
  const encodeMs = writes > 0 ? writes * figures.encodeMs : 0;
  const decodeMs = ofAllReads(situation, chosen, 'computeMs', figures.decodeMs);
  const waitMs = situation.latencyMs * (writes + ofAllReads(situation, chosen, 'waits', wholeRequests(situation)));
  const rest = totalMs(situation, figures) - encodeMs - decodeMs - waitMs;
  return { encodeMs, decodeMs, waitMs, transferMs: Math.max(0, rest) };
}

/**
 * What storing, downloading, computing and asking cost. Storage is paid for all months; uploads are free, as object stores have it, but the request to
 * write is not.
 */
export function costParts(situation: Situation, figures: CandidateFigures): CostParts {
  const chosen = chosenWays(situation, figures, wayCost);
  const { writes, months, storagePerGbMonth, per1000Writes } = situation;
  const { sizeBytes } = figures;
  const encodeMs = writes > 0 ? writes * figures.encodeMs : 0;
  const bytes = ofAllReads(situation, chosen, 'bytes', sizeBytes);
  return {
    storage: (sizeBytes / bytesPerGb) * months * storagePerGbMonth,
    egress: downloadCost(situation, bytes),
    compute: computeCost(situation, encodeMs + ofAllReads(situation, chosen, 'computeMs', figures.decodeMs)),
    requests:
      (writes / 1_000) * per1000Writes +
      readRequestCost(situation, ofAllReads(situation, chosen, 'requests', wholeRequests(situation))),
    retrieval: retrievalCost(situation, bytes),
  };
}

/** What the situation wants to be smallest: milliseconds, money, or bytes. */
export function totalOf(situation: Situation, figures: CandidateFigures): number {
  if (situation.goal === 'size') return figures.sizeBytes;
  if (situation.goal === 'time') return totalMs(situation, figures);
  const { storage, egress, compute, requests, retrieval } = costParts(situation, figures);
  return storage + egress + compute + requests + retrieval;
}
