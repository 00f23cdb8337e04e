import { nameWithSource, type PublishedMark, shortNameWithSource } from '../sources/marks';
import type { ScatterPublishedMark } from './PublishedFigures';
import { formatCount, formatFactor } from '../figures/figures';

/**
 * The published marks for the scatter plot: those with a ratio. Of the dataset sizes in a source, the one nearest to
 * the run's is used.
 */
export function scatterPublishedMarks(marks: readonly PublishedMark[]): ScatterPublishedMark[] {
  return marks.flatMap((mark) => {
    if (mark.ratio === null || !mark.nearest) return [];
    const printed = [
      mark.printedSize === null ? '' : `${mark.sizeOf === null ? 'size' : 'ratio'} ${mark.printedSize}`,
      mark.printedTime === null ? '' : `time ${mark.printedTime}`,
    ]
      .filter((text) => text !== '')
      .join(', ');
    const factor =
      mark.factor === null || mark.factor.baseline === mark.label
        ? null
        : `${formatFactor(mark.factor.value)} the time of ${mark.factor.baseline}, both from the source.`;
    return [
      {
        id: `published:${mark.key}`,
        label: nameWithSource(mark.label, mark),
        shortLabel: shortNameWithSource(mark),
        x: mark.throughput,
        y: mark.ratio,
        citation: mark.citation,
        notes: [
          ...(mark.sizeOf === null
            ? []
            : [`The source prints only the ratio. The size is this ratio times the size of “${mark.sizeOf}”.`]),
          `As printed: ${printed}, of ${mark.datasetLabel}${mark.itemCount === 0 ? '' : ` (${formatCount(mark.itemCount)} items)`}.`,
          ...(mark.throughputReason === null ? [] : [mark.throughputReason]),
          ...(factor === null ? [] : [factor]),
        ],
      },
    ];
  });
}
