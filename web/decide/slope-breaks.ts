import type { Requests } from '../figures/network-reads';
import type { Situation } from '../view/situation';
import { bytesPerGb, type CandidateFigures, columnBytes, lookupBytes, msPerHour, waitsOf } from './totals';

/**
 * Where a candidate's total changes its slope along a parameter. A total is a sum of parts, each of which is the smallest of some ways to read,
 * and a way is the larger of lines if it is pipelined. So a slope changes only where two lines of one part cross. All crossings of a part's
 * lines are given; at those that no way takes, nothing changes, which does no harm.
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
  // A time to decode that is not known is NaN, and no line crosses it.
  if (columnReads > 0)
    parts.push([
      ...whole(decodeMs),
      ...(columnMs === null ? [] : whole(columnMs)),
      ...(columnMs === null || columnRequests === null
        ? []
        : pair(columnMs, columnRequests.bytes * down, waitMs(columnRequests), pipelined)),
    ]);
  if (lookups > 0) {
    const ways = whole(decodeMs);
    if (lookupMs !== null) ways.push({ atZero: latencyMs + lookups * lookupMs, slope: sizeBytes * down });
    if (lookupMs !== null && lookupRequests !== null) {
      const { open, each } = lookupRequests;
      const opened: Line = { atZero: waitMs(open), slope: open.bytes * down };
      ways.push(
        ...pair(lookupMs, each.bytes * down, waitMs(each), pipelined).map(({ atZero, slope }) => ({
          atZero: opened.atZero + lookups * atZero,
          slope: opened.slope + lookups * slope,
        })),
      );
    }
    parts.push(ways);
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
  const { sizeBytes, decodeMs, columnMs, lookupMs, columnRequests, lookupRequests } = figures;
  const parts: Line[][] = [];
  if (columnReads > 0 && columnMs !== null && columnRequests !== null)
    parts.push([
      { atZero: withoutWaits(situation, decodeMs, sizeBytes), slope: 1 },
      { atZero: withoutWaits(situation, columnMs, sizeBytes), slope: 1 },
      {
        atZero: withoutWaits(situation, columnMs, columnRequests.bytes),
        slope: waitsOf(columnRequests, pipelined),
      },
    ]);
  if (lookups > 0 && lookupMs !== null && lookupRequests !== null) {
    const { open, each } = lookupRequests;
    parts.push([
      { atZero: withoutWaits(situation, decodeMs, sizeBytes), slope: 1 },
      { atZero: withoutWaits(situation, 0, sizeBytes) + lookups * lookupMs, slope: 1 },
      {
        atZero: withoutWaits(situation, 0, open.bytes) + lookups * withoutWaits(situation, lookupMs, each.bytes),
        slope: waitsOf(open, pipelined) + lookups * waitsOf(each, pipelined),
      },
    ]);
  }
  return parts.flatMap(crossings);
}

/** For the number of look-ups: from some number on, downloading or decoding the whole file once takes less, or costs less. */
export function lookupBreaks(situation: Situation, figures: CandidateFigures): readonly number[] {
  const { goal, latencyMs, pipelined, egressPerGb, corePerHour } = situation;
  const { sizeBytes, decodeMs, lookupMs, lookupRequests } = figures;
  if (goal === 'size' || lookupMs === null) return [];
  const { open, each } = lookupRequests ?? {};
  if (goal === 'money') {
    const line = (bytes: number, ms: number, eachBytes: number, eachMs: number): Line => ({
      atZero: (bytes / bytesPerGb) * egressPerGb + (ms / msPerHour) * corePerHour,
      slope: (eachBytes / bytesPerGb) * egressPerGb + (eachMs / msPerHour) * corePerHour,
    });
    return crossings([
      line(sizeBytes, decodeMs, 0, 0),
      line(sizeBytes, 0, 0, lookupMs),
      ...(open === undefined || each === undefined ? [] : [line(open.bytes, 0, each.bytes, lookupMs)]),
    ]);
  }
  return crossings([
    { atZero: withoutWaits(situation, decodeMs, sizeBytes) + latencyMs, slope: 0 },
    { atZero: withoutWaits(situation, 0, sizeBytes) + latencyMs, slope: lookupMs },
    ...(open === undefined || each === undefined
      ? []
      : [
          {
            atZero: withoutWaits(situation, 0, open.bytes) + waitsOf(open, pipelined) * latencyMs,
            slope: withoutWaits(situation, lookupMs, each.bytes) + waitsOf(each, pipelined) * latencyMs,
          },
        ]),
  ]);
}

/** For the prices of downloads and of processors: reading a part alone downloads less or as much, and decoding the whole file can compute less. */
export function priceBreaks(
  situation: Situation,
  figures: CandidateFigures,
  price: 'egressPerGb' | 'corePerHour',
): readonly number[] {
  const { columnReads, lookups, egressPerGb, corePerHour } = situation;
  const { sizeBytes, decodeMs, columnMs, lookupMs } = figures;
  const line = (bytes: number, ms: number): Line => {
    const [gb, hours] = [bytes / bytesPerGb, ms / msPerHour];
    return price === 'egressPerGb'
      ? { atZero: hours * corePerHour, slope: gb }
      : { atZero: gb * egressPerGb, slope: hours };
  };
  const decoded = line(sizeBytes, decodeMs);
  return [
    ...(columnReads === 0 || columnMs === null ? [] : crossings([decoded, line(columnBytes(figures), columnMs)])),
    ...(lookups === 0 || lookupMs === null
      ? []
      : crossings([decoded, line(lookupBytes(situation, figures), lookups * lookupMs)])),
  ];
}
