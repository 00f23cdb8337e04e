import type { Situation } from '../view/situation';

/** A candidate's measured figures. A time that is not needed may be NaN. */
export interface CandidateFigures {
  readonly sizeBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** The time to read one column. Null if the candidate can't read it alone, or was not measured: the whole file is decoded instead. */
  readonly columnMs: number | null;
  /** The time of one look-up. Null if the candidate has no look-ups, or was not measured: the whole file is decoded once instead. */
  readonly lookupMs: number | null;
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

const bytesPerGb = 1e9;
const msPerHour = 3_600_000;

const transferMs = (sizeBytes: number, bytesPerSecond: number | null) =>
  bytesPerSecond === null ? 0 : (sizeBytes / bytesPerSecond) * 1_000;

/** Computing and transferring: one after the other, or at the same time, so that only the slower one counts. */
const combined = (computeMs: number, linkMs: number, pipelined: boolean) =>
  pipelined ? Math.max(computeMs, linkMs) : computeMs + linkMs;

/** The number of times that the whole file is downloaded. For look-ups it is downloaded once, however many there are. */
export const downloadCount = ({ reads, columnReads, lookups }: Situation): number =>
  reads + columnReads + (lookups > 0 ? 1 : 0);

/**
 * The total time of everything that is done with the data, in milliseconds:
 *
 * `writes · (encode, upload) + reads · (download, decode) + columnReads · (download, read one column) + (download once, lookups · look-up)`,
 *
 * with the latency once for each upload and download. Each pair in brackets is a sum, or the slower of the two if they are pipelined.
 */
export function totalMs(situation: Situation, figures: CandidateFigures): number {
  const { writes, reads, columnReads, lookups, latencyMs, pipelined } = situation;
  const { sizeBytes, encodeMs, decodeMs, columnMs, lookupMs } = figures;
  const uploadMs = transferMs(sizeBytes, situation.uploadBytesPerSecond);
  const downloadMs = transferMs(sizeBytes, situation.downloadBytesPerSecond);
  let total = 0;
  if (writes > 0) total += writes * (combined(encodeMs, uploadMs, pipelined) + latencyMs);
  if (reads > 0) total += reads * (combined(decodeMs, downloadMs, pipelined) + latencyMs);
  if (columnReads > 0) total += columnReads * (combined(columnMs ?? decodeMs, downloadMs, pipelined) + latencyMs);
  if (lookups > 0)
    total +=
      latencyMs + (lookupMs === null ? combined(decodeMs, downloadMs, pipelined) : downloadMs + lookups * lookupMs);
  return total;
}

/** The parts of `totalMs`. If work is pipelined, the part of the transfer is only the time by which it exceeds the computing. */
export function timeParts(situation: Situation, figures: CandidateFigures): TimeParts {
  const { writes, reads, columnReads, lookups, latencyMs } = situation;
  const { encodeMs, decodeMs, columnMs, lookupMs } = figures;
  const encode = writes > 0 ? writes * encodeMs : 0;
  const decode =
    (reads > 0 ? reads * decodeMs : 0) +
    (columnReads > 0 ? columnReads * (columnMs ?? decodeMs) : 0) +
    (lookups > 0 ? (lookupMs === null ? decodeMs : lookups * lookupMs) : 0);
  const wait = latencyMs * (writes + downloadCount(situation));
  const total = totalMs(situation, figures);
  return { encodeMs: encode, decodeMs: decode, waitMs: wait, transferMs: Math.max(0, total - encode - decode - wait) };
}

/** What storing, downloading and computing cost. Storage is paid for all months; uploads are free, as object stores have it. */
export function costParts(situation: Situation, figures: CandidateFigures): CostParts {
  const { writes, reads, columnReads, lookups, months } = situation;
  const { sizeBytes, encodeMs, decodeMs, columnMs, lookupMs } = figures;
  const sizeGb = sizeBytes / bytesPerGb;
  const computeMs =
    (writes > 0 ? writes * encodeMs : 0) +
    (reads > 0 ? reads * decodeMs : 0) +
    (columnReads > 0 ? columnReads * (columnMs ?? decodeMs) : 0) +
    (lookups > 0 ? (lookupMs === null ? decodeMs : lookups * lookupMs) : 0);
  return {
    storage: sizeGb * months * situation.storagePerGbMonth,
    egress: sizeGb * downloadCount(situation) * situation.egressPerGb,
    compute: (computeMs / msPerHour) * situation.corePerHour,
  };
}

/** What the situation wants to be smallest: milliseconds, money, or bytes. */
export function totalOf(situation: Situation, figures: CandidateFigures): number {
  if (situation.goal === 'size') return figures.sizeBytes;
  if (situation.goal === 'time') return totalMs(situation, figures);
  const { storage, egress, compute } = costParts(situation, figures);
  return storage + egress + compute;
}
