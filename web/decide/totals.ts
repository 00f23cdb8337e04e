import type { Requests } from '../figures/network-reads';
import type { Situation } from '../view/situation';

/** What a reader over a network asks for to make look-ups: once to open the file, then again for each row or key. */
export interface LookupRequests {
  readonly open: Requests;
  readonly each: Requests;
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
  readonly columnRequests: Requests | null;
  /** The requests for look-ups. Null if only the whole file can be asked for, or if they are not known. */
  readonly lookupRequests: LookupRequests | null;
}

/** The parts of a total time, in milliseconds. Their sum is the total. */
export interface TimeParts {
  readonly encodeMs: number;
  readonly transferMs: number;
  readonly waitMs: number;
  readonly decodeMs: number;
}

/** The parts of a total cost, in the currency of the prices. */
export interface CostParts {
  readonly storage: number;
  readonly egress: number;
  readonly compute: number;
}

export const bytesPerGb = 1e9;
export const msPerHour = 3_600_000;

const transferMs = (sizeBytes: number, bytesPerSecond: number | null) =>
  bytesPerSecond === null ? 0 : (sizeBytes / bytesPerSecond) * 1_000;

/** Computing and transferring: one after the other, or at the same time, so that only the slower one counts. */
const combined = (computeMs: number, linkMs: number, pipelined: boolean) =>
  pipelined ? Math.max(computeMs, linkMs) : computeMs + linkMs;

/** How often the latency passes: for each request, or for each step if requests that do not wait for one another are sent at once. */
export const waitsOf = ({ requests, steps }: Requests, pipelined: boolean): number => (pipelined ? steps : requests);

function readMs(situation: Situation, computeMs: number, bytes: number, waits: number): number {
  const linkMs = transferMs(bytes, situation.downloadBytesPerSecond);
  return combined(computeMs, linkMs, situation.pipelined) + waits * situation.latencyMs;
}

/** One column, read by asking for its parts. Infinity if that is not possible, or not known. */
function columnPartsMs(situation: Situation, { columnMs, columnRequests }: CandidateFigures): number {
  if (columnMs === null || columnRequests === null) return Number.POSITIVE_INFINITY;
  return readMs(situation, columnMs, columnRequests.bytes, waitsOf(columnRequests, situation.pipelined));
}

/** One column, read alone from the whole file, which is downloaded. Infinity if that is not possible, or not known. */
const columnWholeMs = (situation: Situation, { sizeBytes, columnMs }: CandidateFigures): number =>
  columnMs === null ? Number.POSITIVE_INFINITY : readMs(situation, columnMs, sizeBytes, 1);

/**
 * One column of the whole file, which is downloaded and decoded. Infinity if the time to decode is not known, or if columns must be readable alone
 * and can be.
 */
function columnDecodedMs(situation: Situation, { sizeBytes, decodeMs, columnMs }: CandidateFigures): number {
  if (Number.isNaN(decodeMs) || (situation.needsOneColumn && columnMs !== null)) return Number.POSITIVE_INFINITY;
  return readMs(situation, decodeMs, sizeBytes, 1);
}

/** One column read alone, by the faster way to download. */
const columnAloneMs = (situation: Situation, figures: CandidateFigures): number =>
  Math.min(columnWholeMs(situation, figures), columnPartsMs(situation, figures));

const decodesForColumnTime = (situation: Situation, figures: CandidateFigures): boolean =>
  columnDecodedMs(situation, figures) < columnAloneMs(situation, figures);

/** All look-ups, each of which asks for its parts in the file, which is opened once. Infinity if that is not possible, or not known. */
function lookupPartsMs(situation: Situation, { lookupMs, lookupRequests }: CandidateFigures): number {
  if (lookupMs === null || lookupRequests === null) return Number.POSITIVE_INFINITY;
  const { open, each } = lookupRequests;
  const { lookups, pipelined } = situation;
  return (
    readMs(situation, 0, open.bytes, waitsOf(open, pipelined)) +
    lookups * readMs(situation, lookupMs, each.bytes, waitsOf(each, pipelined))
  );
}

/** All look-ups in the whole file, which is downloaded once. Infinity if that is not possible, or not known. */
function lookupWholeMs(situation: Situation, { sizeBytes, lookupMs }: CandidateFigures): number {
  if (lookupMs === null) return Number.POSITIVE_INFINITY;
  return readMs(situation, 0, sizeBytes, 1) + situation.lookups * lookupMs;
}

/**
 * All look-ups in the data of the whole file, which is downloaded and decoded once. Infinity if the time to decode is not known, or if rows must be
 * readable alone and can be.
 */
function lookupDecodedMs(situation: Situation, { sizeBytes, decodeMs, lookupMs }: CandidateFigures): number {
  if (Number.isNaN(decodeMs) || (situation.needsOneRow && lookupMs !== null)) return Number.POSITIVE_INFINITY;
  return readMs(situation, decodeMs, sizeBytes, 1);
}

/** All look-ups one by one, by the faster way to download. */
const singleLookupsMs = (situation: Situation, figures: CandidateFigures): number =>
  Math.min(lookupWholeMs(situation, figures), lookupPartsMs(situation, figures));

const decodesForLookupTime = (situation: Situation, figures: CandidateFigures): boolean =>
  lookupDecodedMs(situation, figures) < singleLookupsMs(situation, figures);

/** True if asking for the parts alone counts, because downloading the whole file is not faster. */
export const readsColumnParts = (situation: Situation, figures: CandidateFigures): boolean =>
  columnPartsMs(situation, figures) <= Math.min(columnWholeMs(situation, figures), columnDecodedMs(situation, figures));
export const readsLookupParts = (situation: Situation, figures: CandidateFigures): boolean =>
  lookupPartsMs(situation, figures) <= Math.min(lookupWholeMs(situation, figures), lookupDecodedMs(situation, figures));

/** True if decoding the whole file counts for each read of one column, because reading it alone takes longer, costs more, or is not known. */
export function decodesForColumns(situation: Situation, figures: CandidateFigures): boolean {
  return situation.goal === 'money'
    ? decodesForColumnCost(situation, figures)
    : decodesForColumnTime(situation, figures);
}

/** True if decoding the whole file once counts for all look-ups, because single look-ups take longer, cost more, or are not known. */
export function decodesForLookups(situation: Situation, figures: CandidateFigures): boolean {
  return situation.goal === 'money'
    ? decodesForLookupCost(situation, figures)
    : decodesForLookupTime(situation, figures);
}

/**
 * The total time of everything that is done with the data, in milliseconds: rule 21 of docs/measurement.md. Of asking for parts of the file and
 * of downloading the whole, and of reading a part alone and decoding the whole, the fastest counts.
 */
export function totalMs(situation: Situation, figures: CandidateFigures): number {
  const { writes, reads, columnReads, lookups, latencyMs, pipelined } = situation;
  const { sizeBytes, encodeMs, decodeMs } = figures;
  const uploadMs = transferMs(sizeBytes, situation.uploadBytesPerSecond);
  let total = 0;
  if (writes > 0) total += writes * (combined(encodeMs, uploadMs, pipelined) + latencyMs);
  if (reads > 0) total += reads * readMs(situation, decodeMs, sizeBytes, 1);
  if (columnReads > 0)
    total += columnReads * Math.min(columnAloneMs(situation, figures), columnDecodedMs(situation, figures));
  if (lookups > 0) total += Math.min(singleLookupsMs(situation, figures), lookupDecodedMs(situation, figures));
  return total;
}

/** For which partial reads the whole file is decoded instead: each time for a column, once for all look-ups. */
interface Decoded {
  readonly forColumns: boolean;
  readonly forLookups: boolean;
}

/** The time of computing alone. */
function computeParts({ writes, reads, columnReads, lookups }: Situation, figures: CandidateFigures, decoded: Decoded) {
  const { encodeMs, decodeMs, columnMs, lookupMs } = figures;
  return {
    encodeMs: writes > 0 ? writes * encodeMs : 0,
    decodeMs:
      (reads > 0 ? reads * decodeMs : 0) +
      (columnReads > 0 ? columnReads * (columnMs === null || decoded.forColumns ? decodeMs : columnMs) : 0) +
      (lookups > 0 ? (lookupMs === null || decoded.forLookups ? decodeMs : lookups * lookupMs) : 0),
  };
}

/** How often the latency passes in all. */
function waitCount(situation: Situation, figures: CandidateFigures): number {
  const { writes, reads, columnReads, lookups, pipelined } = situation;
  const { columnRequests, lookupRequests } = figures;
  const ofColumn =
    columnRequests !== null && readsColumnParts(situation, figures) ? waitsOf(columnRequests, pipelined) : 1;
  const ofLookups =
    lookupRequests !== null && readsLookupParts(situation, figures)
      ? waitsOf(lookupRequests.open, pipelined) + lookups * waitsOf(lookupRequests.each, pipelined)
      : 1;
  return writes + reads + columnReads * ofColumn + (lookups > 0 ? ofLookups : 0);
}

/** The parts of `totalMs`. If work is pipelined, the part of the transfer is only the time by which it exceeds the computing. */
export function timeParts(situation: Situation, figures: CandidateFigures): TimeParts {
  const parts = computeParts(situation, figures, {
    forColumns: decodesForColumnTime(situation, figures),
    forLookups: decodesForLookupTime(situation, figures),
  });
  const waitMs = situation.latencyMs * waitCount(situation, figures);
  const rest = totalMs(situation, figures) - parts.encodeMs - parts.decodeMs - waitMs;
  return { ...parts, waitMs, transferMs: Math.max(0, rest) };
}

/** The bytes that reading one column alone downloads, by the way that asks for the fewest. */
export const columnBytes = ({ sizeBytes, columnMs, columnRequests }: CandidateFigures): number =>
  columnMs === null || columnRequests === null ? sizeBytes : Math.min(sizeBytes, columnRequests.bytes);

/** The bytes that single look-ups download, by the way that asks for the fewest. */
export function lookupBytes({ lookups }: Situation, { sizeBytes, lookupMs, lookupRequests }: CandidateFigures): number {
  if (lookupMs === null || lookupRequests === null) return sizeBytes;
  return Math.min(sizeBytes, lookupRequests.open.bytes + lookups * lookupRequests.each.bytes);
}

const downloadCost = ({ egressPerGb }: Situation, bytes: number) => (bytes / bytesPerGb) * egressPerGb;
const computeCost = ({ corePerHour }: Situation, ms: number) => (ms / msPerHour) * corePerHour;

function decodesForColumnCost(situation: Situation, figures: CandidateFigures): boolean {
  const { sizeBytes, decodeMs, columnMs } = figures;
  if (columnMs === null || situation.needsOneColumn) return columnMs === null;
  const decoded = downloadCost(situation, sizeBytes) + computeCost(situation, decodeMs);
  // A time to decode that is not known is NaN, which is not less.
  return decoded < downloadCost(situation, columnBytes(figures)) + computeCost(situation, columnMs);
}

function decodesForLookupCost(situation: Situation, figures: CandidateFigures): boolean {
  const { sizeBytes, decodeMs, lookupMs } = figures;
  if (lookupMs === null || situation.needsOneRow) return lookupMs === null;
  const decoded = downloadCost(situation, sizeBytes) + computeCost(situation, decodeMs);
  // A time to decode that is not known is NaN, which is not less.
  return (
    decoded <
    downloadCost(situation, lookupBytes(situation, figures)) + computeCost(situation, situation.lookups * lookupMs)
  );
}

/** The bytes of all downloads, parts by the ways that cost the least. */
function downloadBytes(situation: Situation, figures: CandidateFigures, decoded: Decoded): number {
  const { reads, columnReads, lookups } = situation;
  const { sizeBytes } = figures;
  const ofColumn = decoded.forColumns ? sizeBytes : columnBytes(figures);
  const ofLookups = decoded.forLookups ? sizeBytes : lookupBytes(situation, figures);
  return reads * sizeBytes + columnReads * ofColumn + (lookups > 0 ? ofLookups : 0);
}

/**
 * What storing, downloading and computing cost. Storage is paid for all months; uploads are free, as object stores have it. A request has no
 * price.
 */
export function costParts(situation: Situation, figures: CandidateFigures): CostParts {
  const decoded = {
    forColumns: decodesForColumnCost(situation, figures),
    forLookups: decodesForLookupCost(situation, figures),
  };
  const { encodeMs, decodeMs } = computeParts(situation, figures, decoded);
  return {
    storage: (figures.sizeBytes / bytesPerGb) * situation.months * situation.storagePerGbMonth,
    egress: downloadCost(situation, downloadBytes(situation, figures, decoded)),
    compute: computeCost(situation, encodeMs + decodeMs),
  };
}

/** What the situation wants to be smallest: milliseconds, money, or bytes. */
export function totalOf(situation: Situation, figures: CandidateFigures): number {
  if (situation.goal === 'size') return figures.sizeBytes;
  if (situation.goal === 'time') return totalMs(situation, figures);
  const { storage, egress, compute } = costParts(situation, figures);
  return storage + egress + compute;
}
