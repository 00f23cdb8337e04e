import type { SizeMark, SizeMarks, UnplacedMark } from '../../sources/size-marks';
import { equalScope, formatClock } from '../../figures/clock-scope';
import { formatCount } from '../../figures/figures';
import type { SizeSweepPoint, SizeSweepSeries } from './sweep-series';

/** A hollow mark: its own time, at its own size. */
export interface SizeSweepMark {
  readonly id: string;
  readonly mark: SizeMark;
  readonly x: number;
  /** Milliseconds. */
  readonly y: number;
}

export interface SizeSweepMarks {
  /** By rising size. */
  readonly placed: readonly SizeSweepMark[];
  readonly unplaced: readonly UnplacedMark[];
}

/** Places marks on a chart of time against size: those between the sizes measured here, under a clock that one of the lines has. */
export function placeSizeSweepMarks(
  series: readonly SizeSweepSeries[],
  { marks, unplaced }: SizeMarks,
): SizeSweepMarks {
  const points = series.flatMap((one) => one.points);
  const placed: SizeSweepMark[] = [];
  const left: UnplacedMark[] = [...unplaced];
  for (const mark of marks) {
    const reason = reasonAgainst(points, mark);
    if (reason === null) placed.push({ id: `published:${mark.key}`, mark, x: mark.itemCount, y: mark.timeMs });
    else left.push({ label: mark.label, sourceId: mark.sourceId, reason });
  }
  return { placed: placed.toSorted((a, b) => a.x - b.x), unplaced: left };
}

function reasonAgainst(points: readonly SizeSweepPoint[], { itemCount, clock }: SizeMark): string | null {
  const isBeyond = points.every(({ x }) => x < itemCount) || points.every(({ x }) => x > itemCount);
  if (isBeyond) return `Its size, ${formatCount(itemCount)} items, lies beyond those measured here.`;
  const [first] = points;
  const isUnlike = clock !== null && points.every(({ figures }) => !equalScope(figures.clock, clock));
  return isUnlike && first !== undefined
    ? `Its clock included other work (${formatClock(clock)}) than ours (${formatClock(first.figures.clock)}).`
    : null;
}

/** For beneath the chart: what its hollow marks are; null without any. */
export function placedMarksNote(marks: readonly SizeSweepMark[]): string | null {
  if (marks.length === 0) return null;
  const sources = [...new Set(marks.map(({ mark }) => mark.sourceId))].join(', ');
  return `Hollow marks (${sources}) were not measured here: each is its own time, at its own size, on the machine that its source names.`;
}

/** What has no place, reason by reason: `Source 000, HDF5, bulk: …`. */
export function unplacedMarkReasons(
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
