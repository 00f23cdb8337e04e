import type { ChartPoint } from './chart-data';
import type { Field } from './field';

/** One of the small charts that a chart is divided into. */
export interface Panel {
  /** The value that all points of the panel have: `Parquet`. Null if the chart is not divided. */
  readonly title: string | null;
  readonly points: readonly ChartPoint[];
}

export interface Panels {
  readonly panels: readonly Panel[];
  /** Values beyond the limit, which are not drawn, with the number of their points. */
  readonly rest: readonly { readonly title: string; readonly count: number }[];
}

/** The most panels of a chart. */
export const maxPanels = 12;

/** Divides the points by a field: numbers ascend, categories keep the order of their first appearance, and those without a value come last. */
export function panelsOf(points: readonly ChartPoint[], facet: Field | null): Panels {
  if (facet === null) return { panels: [{ title: null, points }], rest: [] };
  const groups = new Map<string, { order: number; points: ChartPoint[] }>();
  for (const point of points) {
    const { title, order } = placeOf(point, facet, groups.size);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, { order, points: [point] });
    else group.points.push(point);
  }
  const sorted = [...groups].sort(([, a], [, b]) => a.order - b.order);
  return {
    panels: sorted.slice(0, maxPanels).map(([title, group]) => ({ title, points: group.points })),
    rest: sorted.slice(maxPanels).map(([title, group]) => ({ title, count: group.points.length })),
  };
}

function placeOf({ cell }: ChartPoint, facet: Field, next: number): { readonly title: string; readonly order: number } {
  const without = { title: `without ${facet.label.toLowerCase()}`, order: Number.POSITIVE_INFINITY };
  if (facet.kind === 'category') {
    const title = facet.read(cell);
    return title === null ? without : { title, order: next };
  }
  const reading = facet.read(cell);
  return reading.status === 'none'
    ? without
    : { title: `${facet.label} ${facet.format(reading.value)}`, order: reading.value };
}
