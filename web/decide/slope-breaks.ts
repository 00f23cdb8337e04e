import type { Requests } from '../figures/network-reads';
import type { Situation } from '../view/situation';
import { type CandidateFigures, waitsOf } from './totals';

/**
 * Where a candidate's total changes its slope along a parameter. A total is a sum of parts, each of which is the smaller of two ways to read,
 * and a way is the larger of lines if it is pipelined. So a slope changes only where two lines of one part cross. All crossings of a part's
 * lines are given; at those that neither way takes, nothing changes, which does no harm.
 */

/** `atZero + slope · u`. */
interface Line {
  readonly atZero: number;
  readonly slope: number;
}

function crossings(lines: readonly Line[]): number[] {
  const found: number[] = [];
  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      const u = (other.atZero - one.atZero) / (one.slope - other.slope);
      if (u > 0 && Number.isFinite(u)) found.push(u);
    }
  });
  return found;
}

const msPerSecond = 1_000;

/** The lines of computing and transferring: one if they follow each other, else one for each. */
const pair = (computeMs: number, linkMs: number, restMs: number, pipelined: boolean): Line[] =>
  pipelined
    ? [
        { atZero: computeMs + restMs, slope: 0 },
        { atZero: restMs, slope: linkMs },
      ]
    : [{ atZero: computeMs + restMs, slope: linkMs }];

/**
 * For bandwidths: `u` is the time for one byte, in seconds.
 * @param atOne the situation at one byte a second, in which the other direction may be slower or faster
 */
export function bandwidthBreaks(situation: Situation, figures: CandidateFigures, atOne: Situation): readonly number[] {
  if (situation.goal !== 'time') return [];
  const { writes, reads, columnReads, lookups, latencyMs, pipelined } = situation;
  const { sizeBytes, encodeMs, decodeMs, columnMs, lookupMs, columnRequests, lookupRequests } = figures;
  const msPerByte = (bytesPerSecond: number | null) => (bytesPerSecond === null ? 0 : msPerSecond / bytesPerSecond);
  const [up, down] = [msPerByte(atOne.uploadBytesPerSecond), msPerByte(atOne.downloadBytesPerSecond)];
  const waitMs = (requests: Requests) => waitsOf(requests, pipelined) * latencyMs;
  const whole = (computeMs: number) => pair(computeMs, sizeBytes * down, latencyMs, pipelined);
  const parts: Line[][] = [];
  if (pipelined && writes > 0) parts.push(pair(encodeMs, sizeBytes * up, 0, true));
  if (pipelined && reads > 0) parts.push(whole(decodeMs));
  if (columnReads > 0)
    parts.push([
      ...whole(columnMs ?? decodeMs),
      ...(columnMs === null || columnRequests === null
        ? []
        : pair(columnMs, columnRequests.bytes * down, waitMs(columnRequests), pipelined)),
    ]);
  if (lookups > 0 && lookupMs === null) parts.push(whole(decodeMs));
  if (lookups > 0 && lookupMs !== null && lookupRequests !== null) {
    const { open, each } = lookupRequests;
    const opened: Line = { atZero: waitMs(open), slope: open.bytes * down };
    parts.push([
      { atZero: latencyMs + lookups * lookupMs, slope: sizeBytes * down },
      ...pair(lookupMs, each.bytes * down, waitMs(each), pipelined).map(({ atZero, slope }) => ({
        atZero: opened.atZero + lookups * atZero,
        slope: opened.slope + lookups * slope,
      })),
    ]);
  }
  return parts.flatMap(crossings);
}

/** The time of a computation and a transfer without latencies, in milliseconds. */
function withoutWaits({ downloadBytesPerSecond, pipelined }: Situation, computeMs: number, bytes: number): number {
  const linkMs = downloadBytesPerSecond === null ? 0 : (bytes / downloadBytesPerSecond) * msPerSecond;
  return pipelined ? Math.max(computeMs, linkMs) : computeMs + linkMs;
}

/** For the latency: the ways differ in how often they wait. `u` is the latency in milliseconds. */
export function latencyBreaks(situation: Situation, figures: CandidateFigures): readonly number[] {
  if (situation.goal !== 'time') return [];
  const { columnReads, lookups, pipelined } = situation;
  const { sizeBytes, columnMs, lookupMs, columnRequests, lookupRequests } = figures;
  const parts: Line[][] = [];
  if (columnReads > 0 && columnMs !== null && columnRequests !== null)
    parts.push([
      { atZero: withoutWaits(situation, columnMs, sizeBytes), slope: 1 },
      {
        atZero: withoutWaits(situation, columnMs, columnRequests.bytes),
        slope: waitsOf(columnRequests, pipelined),
      },
    ]);
  if (lookups > 0 && lookupMs !== null && lookupRequests !== null) {
    const { open, each } = lookupRequests;
    parts.push([
      { atZero: withoutWaits(situation, 0, sizeBytes) + lookups * lookupMs, slope: 1 },
      {
        atZero: withoutWaits(situation, 0, open.bytes) + lookups * withoutWaits(situation, lookupMs, each.bytes),
        slope: waitsOf(open, pipelined) + lookups * waitsOf(each, pipelined),
      },
    ]);
  }
  return parts.flatMap(crossings);
}

/** For the number of look-ups: from some number on, downloading the whole file once takes less, or costs less. */
export function lookupBreaks(situation: Situation, figures: CandidateFigures): readonly number[] {
  const { goal, latencyMs, pipelined } = situation;
  const { sizeBytes, lookupMs, lookupRequests } = figures;
  if (goal === 'size' || lookupMs === null || lookupRequests === null) return [];
  const { open, each } = lookupRequests;
  if (goal === 'money')
    return crossings([
      { atZero: sizeBytes, slope: 0 },
      { atZero: open.bytes, slope: each.bytes },
    ]);
  return crossings([
    { atZero: withoutWaits(situation, 0, sizeBytes) + latencyMs, slope: lookupMs },
    {
      atZero: withoutWaits(situation, 0, open.bytes) + waitsOf(open, pipelined) * latencyMs,
      slope: withoutWaits(situation, lookupMs, each.bytes) + waitsOf(each, pipelined) * latencyMs,
    },
  ]);
}
