import type { ClockScope } from '../../workers/model/entry';
import type { PublishedMark } from './marks';

/** A time measured elsewhere at one size, for the chart of time against size. */
export interface SizeMark {
  readonly key: string;
  /** Unique for each system of a source. Each system is labelled once. */
  readonly systemKey: string;
  readonly sourceId: string;
  readonly sourceCitation: string;
  /** See {@link PublishedMark}. */
  readonly isImported?: true;
  readonly label: string;
  readonly shortLabel: string;
  readonly itemCount: number;
  /** Milliseconds, as measured on the other machine. */
  readonly timeMs: number;
  /** The scopes of the mark's clock. Null if the user has already confirmed that the clocks are comparable. */
  readonly clock: readonly ClockScope[] | null;
  readonly printed: string | null;
  readonly citation: string;
}

/** A mark that can't be placed, with the reason. */
export interface UnplacedMark {
  readonly label: string;
  /** The name of the source, from {@link sourceNameOf}. */
  readonly sourceName: string;
  readonly reason: string;
}

export interface SizeMarks {
  readonly marks: readonly SizeMark[];
  readonly unplaced: readonly UnplacedMark[];
}

/** The source of a mark: its citation and number, or the title of an imported set. */
export const sourceNameOf = ({
  isImported,
  sourceId,
  sourceCitation,
}: Pick<SizeMark, 'isImported' | 'sourceId' | 'sourceCitation'>): string =>
  isImported ? sourceId : `${sourceCitation} (source ${sourceId})`;

/** The published marks with a time under a clock like ours, each at the size of its own dataset. */
export function publishedSizeMarks(published: readonly PublishedMark[]): SizeMarks {
  const marks: SizeMark[] = [];
  const unplaced: UnplacedMark[] = [];
  for (const mark of published) {
    const { throughput, throughputReason, sourceId, sourceCitation, label } = mark;
    if (throughput === null) {
      unplaced.push({
        label,
        sourceName: sourceNameOf(mark),
        reason: throughputReason ?? 'The source prints no such time.',
      });
      continue;
    }
    marks.push({
      key: mark.key,
      systemKey: `${sourceId}/${mark.systemId}`,
      sourceId,
      sourceCitation,
      label,
      shortLabel: mark.shortLabel,
      itemCount: mark.itemCount,
      timeMs: (1_000 * mark.dataBytes) / throughput,
      clock: mark.clock,
      printed: mark.printedTime,
      citation: mark.citation,
    });
  }
  return { marks, unplaced };
}
