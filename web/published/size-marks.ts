import type { ClockScope } from '../../workers/model/entry';
import type { PublishedMark } from './marks';

/** A time of another machine at one size, for a chart of time against size: as a factor to a system that is a candidate here too, never in seconds. */
export interface SizeMark {
  readonly key: string;
  /** Unique for each source's system: what is labelled once. */
  readonly systemKey: string;
  readonly sourceId: string;
  readonly label: string;
  readonly shortLabel: string;
  readonly itemCount: number;
  /** Its time over that of the baseline, there and at that size: 2 is twice as long. */
  readonly factor: number;
  readonly baseline: string;
  /** Keys of the candidates here that the baseline is. */
  readonly baselineKeys: readonly string[];
  /** What its clock ran over; null where the user's word has settled that already. */
  readonly clock: readonly ClockScope[] | null;
  readonly printed: string | null;
  readonly citation: string;
}

/** A mark that has no place, and why. */
export interface UnplacedMark {
  readonly label: string;
  readonly sourceId: string;
  readonly reason: string;
}

export interface SizeMarks {
  readonly marks: readonly SizeMark[];
  readonly unplaced: readonly UnplacedMark[];
}

/** Published marks with a factor under a clock like ours, each at the size of its own dataset. What the factors are to is no mark: its place would be the line here. */
export function publishedSizeMarks(published: readonly PublishedMark[]): SizeMarks {
  const marks: SizeMark[] = [];
  const unplaced: UnplacedMark[] = [];
  for (const mark of published) {
    const { factor, sourceId, label } = mark;
    const reason = factor === null ? mark.factorReason : mark.sameClock ? null : mark.throughputReason;
    if (factor === null || reason !== null) {
      unplaced.push({ label, sourceId, reason: reason ?? 'The source prints no such time.' });
      continue;
    }
    if (factor.baseline === label) continue;
    marks.push({
      key: mark.key,
      systemKey: `${sourceId}/${mark.systemId}`,
      sourceId,
      label,
      shortLabel: mark.shortLabel,
      itemCount: mark.itemCount,
      factor: factor.value,
      baseline: factor.baseline,
      baselineKeys: mark.baselineKeys,
      clock: mark.clock,
      printed: mark.printedTime,
      citation: mark.citation,
    });
  }
  return { marks, unplaced };
}
