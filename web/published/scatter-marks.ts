import type { ScatterPublishedMark } from '../results/PublishedFigures';
import type { PublishedMark } from './marks';

/** Marks as the scatter draws them: those with a ratio and a comparable throughput, of each source the size nearest to the run's. */
export function scatterMarks(marks: readonly PublishedMark[]): ScatterPublishedMark[] {
  return marks.flatMap((mark) => {
    if (!mark.nearest || mark.ratio === null || mark.throughput === null) return [];
    return [{ id: mark.key, label: `${mark.label}, ${mark.datasetLabel}`, shortLabel: mark.shortLabel, x: mark.throughput, y: mark.ratio, citation: mark.citation, notes: notesOf(mark) }];
  });
}

/** What hover adds to the citation. */
export function notesOf({ printedSize, printedTime, clock, factor, factorReason, throughputReason }: PublishedMark): string[] {
  const printed = [printedSize, printedTime].filter((text) => text !== null).join(', ');
  return [
    ...(printed === '' ? [] : [`Printed there: ${printed}.`]),
    ...(clock === null ? [] : [`Its clock included ${clock.join(', ')}.`]),
    ...(throughputReason === null ? [] : [throughputReason]),
    ...(factor === null ? (factorReason === null ? [] : [factorReason]) : factor.value === 1 ? [] : [`${factor.value.toPrecision(2)} times the time of ${factor.baseline} there.`]),
  ];
}
