import type { SizeMark, SizeMarks, UnplacedMark } from '../../published/size-marks';
import { equalScope, formatClock } from '../clock-scope';
import { formatCount } from '../figures';
import type { SweepPoint, SweepSeries } from './sweep-series';

/** A hollow mark: at its own size, its factor there times the baseline's time here at that size. */
export interface SweepMark {
  readonly id: string;
  readonly mark: SizeMark;
  readonly x: number;
  /** Milliseconds. */
  readonly y: number;
  /** Where the baseline's time stems from: measured at that size, or on its line between two sizes. */
  readonly basis: string;
}

export interface SweepMarks {
  /** By rising size. */
  readonly placed: readonly SweepMark[];
  readonly unplaced: readonly UnplacedMark[];
}

/**
 * Places marks on a chart of time against size. Between two measured sizes the baseline's time is that of its line, straight on logarithmic axes as it is drawn; beyond the sizes
 * measured here there is none, and so no mark.
 */
export function sweepMarks(series: readonly SweepSeries[], { marks, unplaced }: SizeMarks): SweepMarks {
  const placed: SweepMark[] = [];
  const left: UnplacedMark[] = [...unplaced];
  for (const mark of marks) {
    const base = series.find(({ candidateKey }) => mark.baselineKeys.includes(candidateKey));
    const time =
      base === undefined ? `${mark.baseline}, which its factor is to, is not drawn here.` : timeAt(base.points, mark);
    if (typeof time === 'string') left.push({ label: mark.label, sourceId: mark.sourceId, reason: time });
    else
      placed.push({
        id: `published:${mark.key}`,
        mark,
        x: mark.itemCount,
        y: mark.factor * time.ms,
        basis: time.basis,
      });
  }
  return { placed: placed.toSorted((a, b) => a.x - b.x), unplaced: left };
}

function timeAt(
  points: readonly SweepPoint[],
  { itemCount, clock }: SizeMark,
): { readonly ms: number; readonly basis: string } | string {
  const before = points.findLast(({ x }) => x <= itemCount);
  const after = points.find(({ x }) => x >= itemCount);
  if (before === undefined || after === undefined)
    return `Its size, ${formatCount(itemCount)} items, lies beyond those measured here.`;
  const unlike = [before, after].find(({ figures }) => clock !== null && !equalScope(figures.clock, clock));
  if (unlike !== undefined)
    return `Its clock included other work (${formatClock(clock ?? [])}) than ours (${formatClock(unlike.figures.clock)}).`;
  if (before.x === after.x) return { ms: before.y, basis: 'measured here at that size' };
  const share = Math.log(itemCount / before.x) / Math.log(after.x / before.x);
  return {
    ms: before.y * (after.y / before.y) ** share,
    basis: `on its line here between ${formatCount(before.x)} and ${formatCount(after.x)} items`,
  };
}

/** For beneath the chart: by what its hollow marks are placed; null without any. */
export function placedWords(marks: readonly SweepMark[]): string | null {
  if (marks.length === 0) return null;
  const baselines = [...new Set(marks.map(({ mark }) => `${mark.baseline} (${mark.sourceId})`))].join(', ');
  return `Hollow marks are figures of another machine, at their own sizes: each is its factor there to ${baselines}, times the time of that here. The other machine’s own seconds are not drawn.`;
}

/** What has no place, reason by reason: `Source 000, HDF5, bulk: …`. */
export function unplacedWords(
  unplaced: readonly UnplacedMark[],
): readonly { readonly key: string; readonly text: string }[] {
  const byReason = new Map<string, { sourceId: string; reason: string; labels: Set<string> }>();
  for (const { label, sourceId, reason } of unplaced) {
    const key = `${sourceId}\n${reason}`;
    const group = byReason.get(key) ?? { sourceId, reason, labels: new Set() };
    group.labels.add(label);
    byReason.set(key, group);
  }
  return [...byReason].map(([key, { sourceId, reason, labels }]) => ({
    key,
    text: `${sourceId}: ${[...labels].join(', ')}. ${reason}`,
  }));
}
