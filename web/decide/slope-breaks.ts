import type { Situation } from '../view/situation';
import { type CandidateFigures, columnWays, type Load, loadCost, lookupWays, type Way } from './totals';

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

/** The lines of computing and transferring: one if they follow each other or only one of them takes time, else one for each. */
const pair = (computeMs: number, linkMs: number, restMs: number, pipelined: boolean): Line[] =>
  pipelined && computeMs > 0 && linkMs > 0
    ? [
        { atZero: computeMs + restMs, slope: 0 },
        { atZero: restMs, slope: linkMs },
      ]
    : [{ atZero: computeMs + restMs, slope: linkMs }];

/** The lines of a way: the line of what is done once, plus that of one read times the number of reads. */
const linesOf = ({ once, each }: Way, reads: number, ofLoad: (load: Load) => readonly Line[]): Line[] =>
  ofLoad(once).flatMap((first) =>
    ofLoad(each).map((then) => ({
      atZero: first.atZero + reads * then.atZero,
      slope: first.slope + reads * then.slope,
    })),
  );

/** The crossings within the reads of one column, and within the look-ups. */
function readCrossings(situation: Situation, figures: CandidateFigures, ofLoad: (load: Load) => readonly Line[]) {
  const { columnReads, lookups } = situation;
  const within = (ways: readonly Way[], reads: number) =>
    reads > 0 ? crossings(ways.flatMap((way) => linesOf(way, reads, ofLoad))) : [];
  return [...within(columnWays(situation, figures), columnReads), ...within(lookupWays(situation, figures), lookups)];
}

/**
 * For bandwidths: `u` is the time for one byte, in seconds.
 * @param atOne the situation at one byte a second, in which the other direction may be slower or faster
 */
export function bandwidthBreaks(situation: Situation, figures: CandidateFigures, atOne: Situation): readonly number[] {
  if (situation.goal !== 'time') return [];
  const { writes, reads, latencyMs, pipelined } = situation;
  const { sizeBytes, encodeMs, decodeMs } = figures;
  const msPerByte = (bytesPerSecond: number | null) => (bytesPerSecond === null ? 0 : msPerSecond / bytesPerSecond);
  const [up, down] = [msPerByte(atOne.uploadBytesPerSecond), msPerByte(atOne.downloadBytesPerSecond)];
  const alone: Line[][] = [];
  if (pipelined && writes > 0) alone.push(pair(encodeMs, sizeBytes * up, 0, true));
  if (pipelined && reads > 0) alone.push(pair(decodeMs, sizeBytes * down, latencyMs, true));
  return [
    ...alone.flatMap(crossings),
    ...readCrossings(situation, figures, ({ computeMs, bytes, waits }) =>
      pair(computeMs, bytes * down, waits * latencyMs, pipelined),
    ),
  ];
}

/** The time of a load without latencies, in milliseconds. */
function withoutWaits({ downloadBytesPerSecond, pipelined }: Situation, { computeMs, bytes }: Load): number {
  const linkMs = downloadBytesPerSecond === null ? 0 : (bytes / downloadBytesPerSecond) * msPerSecond;
  return pipelined ? Math.max(computeMs, linkMs) : computeMs + linkMs;
}

/** For the latency: the ways differ in how often they wait. `u` is the latency in milliseconds. */
export const latencyBreaks = (situation: Situation, figures: CandidateFigures): readonly number[] =>
  situation.goal === 'time'
    ? readCrossings(situation, figures, (load) => [{ atZero: withoutWaits(situation, load), slope: load.waits }])
    : [];

/** For the number of look-ups: from some number on, downloading or decoding the whole file once takes less, or costs less. */
export function lookupBreaks(situation: Situation, figures: CandidateFigures): readonly number[] {
  const { goal, latencyMs } = situation;
  if (goal === 'size') return [];
  const figureOf = (load: Load) =>
    goal === 'money' ? loadCost(situation, load) : withoutWaits(situation, load) + load.waits * latencyMs;
  return crossings(
    lookupWays(situation, figures).map(({ once, each }) => ({ atZero: figureOf(once), slope: figureOf(each) })),
  );
}

const free = { egressPerGb: 0, corePerHour: 0, retrievalPerGb: 0, per1000Reads: 0 };

/** For a price: reading a part alone downloads less or as much, and decoding the whole file can compute less or ask less often. */
export const priceBreaks = (
  situation: Situation,
  figures: CandidateFigures,
  price: 'egressPerGb' | 'corePerHour',
): readonly number[] =>
  readCrossings(situation, figures, (load) => [
    { atZero: loadCost({ ...situation, [price]: 0 }, load), slope: loadCost({ ...free, [price]: 1 }, load) },
  ]);
