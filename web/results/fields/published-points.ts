import type { Operation } from '../../../workers/model/plan';
import type { ScatterPublishedMark } from '../PublishedFigures';
import type { ChosenFields } from './chosen-fields';

/** A published mark in the chart. `x` is null if it stands in the lane beside the axis. */
export interface PublishedPoint {
  readonly id: string;
  readonly mark: ScatterPublishedMark;
  readonly x: number | null;
  readonly y: number;
}

/** The published marks that the chosen axes can show, and a sentence if they can't show them. */
export function publishedPoints(
  marks: readonly ScatterPublishedMark[],
  { x, y, facet }: Pick<ChosenFields, 'x' | 'y' | 'facet'>,
  operation: Operation,
): { readonly points: readonly PublishedPoint[]; readonly note: string | null } {
  if (marks.length === 0) return { points: [], note: null };
  if (facet !== null)
    return { points: [], note: 'Published figures are drawn only in a chart that is not divided into panels.' };
  const isThroughput = (id: string) => id === 'throughput' || id === `${operation}.throughput`;
  if (isThroughput(x.id) && y.id === 'ratio')
    return { points: marks.map((mark) => ({ id: mark.id, mark, x: mark.x, y: mark.y })), note: null };
  if (x.id === 'ratio' && isThroughput(y.id)) {
    const points = marks.flatMap((mark) => (mark.x === null ? [] : [{ id: mark.id, mark, x: mark.y, y: mark.x }]));
    const left = marks.length - points.length;
    return {
      points,
      note: left === 0 ? null : `${left} published figures have no comparable throughput and are not drawn.`,
    };
  }
  return { points: [], note: 'Published figures are drawn only over ratio and throughput.' };
}
