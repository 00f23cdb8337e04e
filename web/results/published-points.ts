import { nameWithSource, type PublishedMark, shortNameWithSource } from '../sources/marks';
import type { ScatterPublishedMark } from './PublishedFigures';
import { formatCount } from '../figures/figures';

/** Published marks as the scatter draws them: those with a ratio, at each source's size nearest to the run's. */
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
        : `${mark.factor.value.toPrecision(2)}× the time of ${mark.factor.baseline} in the source itself.`;
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
            : [`It prints the ratio only; the size is that of “${mark.sizeOf}” times the ratio.`]),
          `As printed: ${printed}, of ${mark.datasetLabel}${mark.itemCount === 0 ? '' : ` (${formatCount(mark.itemCount)} items)`}.`,
          ...(mark.throughputReason === null ? [] : [mark.throughputReason]),
          ...(factor === null ? [] : [factor]),
        ],
      },
    ];
  });
}
