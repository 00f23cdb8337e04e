import { type SizeMark, type SizeMarks, sourceNameOf, type UnplacedMark } from '../../sources/size-marks';
import { equalScope, formatClock } from '../../figures/clock-scope';
import { formatCount } from '../../figures/figures';
import type { SizeSweepPoint, SizeSweepSeries } from './sweep-series';

/** A hollow mark: a published or imported time, at the number of items that it was measured with. */
export interface SizeSweepMark {
  readonly id: string;
  readonly mark: SizeMark;
  /** Number of items. */
  readonly x: number;
  /** The published time, in milliseconds. */
  readonly y: number;
}

/** The hollow marks of the chart, and those that can't be drawn. */
interface SizeSweepMarks {
  /** The marks that are drawn, by ascending number of items. */
  readonly placed: readonly SizeSweepMark[];
  readonly unplaced: readonly UnplacedMark[];
}

/**
 * Places hollow marks on the chart of time against size. A mark is placed if its size is within the measured range and
 * its clock includes the same work as the clock of at least one line.
 */
export function placeSizeSweepMarks(
  series: readonly SizeSweepSeries[],
  { marks, unplaced }: SizeMarks,
): SizeSweepMarks {
  const points = series.flatMap((one) => one.points);
  const placed: SizeSweepMark[] = [];
  const notPlaced: UnplacedMark[] = [...unplaced];
  for (const mark of marks) {
    const reason = reasonAgainst(points, mark);
    if (reason === null) placed.push({ id: `published:${mark.key}`, mark, x: mark.itemCount, y: mark.timeMs });
    else notPlaced.push({ label: mark.label, sourceName: sourceNameOf(mark), reason });
  }
  return { placed: placed.toSorted((a, b) => a.x - b.x), unplaced: notPlaced };
}

function reasonAgainst(points: readonly SizeSweepPoint[], { itemCount, clock }: SizeMark): string | null {
  const isBeyond = points.every(({ x }) => x < itemCount) || points.every(({ x }) => x > itemCount);
  if (isBeyond) return `Its size of ${formatCount(itemCount)} items is outside the range measured here.`;
  const [first] = points;
  const isUnlike = clock !== null && points.every(({ figures }) => !equalScope(figures.clock, clock));
  return isUnlike && first !== undefined
    ? `Its clock included other work (${formatClock(clock)}) than the clock here (${formatClock(first.figures.clock)}).`
    : null;
}

/** A sentence below the chart that explains its hollow marks. Null without hollow marks. */
export function placedMarksNote(marks: readonly SizeSweepMark[]): string | null {
  if (marks.length === 0) return null;
  const sources = [...new Set(marks.map(({ mark }) => sourceNameOf(mark)))].join(', ');
  return `The hollow marks of ${sources} were not measured here. Each shows the time and size from its source, on the source’s own machine.`;
}

/**
 * The marks that are not drawn, grouped by source and reason. An example of a text: `Johin 2024 (source 000): HDF5,
 * bulk. The source prints no such time.`
 */
export function unplacedMarkReasons(
  unplaced: readonly UnplacedMark[],
): readonly { readonly key: string; readonly text: string }[] {
  const byReason = new Map<string, { sourceName: string; reason: string; labels: Set<string> }>();
  for (const { label, sourceName, reason } of unplaced) {
    const key = `${sourceName}\n${reason}`;
    const group = byReason.get(key) ?? { sourceName, reason, labels: new Set() };
    group.labels.add(label);
    byReason.set(key, group);
  }
  return [...byReason].map(([key, { sourceName, reason, labels }]) => ({
    key,
    text: `${sourceName}: ${[...labels].join('; ')}. ${reason}`,
  }));
}
