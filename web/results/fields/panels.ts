import type { ChartPoint } from './chart-data';
import type { Field, NumberField } from './field';

/** One of the small charts that a chart is divided into. */
export interface Panel {
  /** The value that all points of the panel have, or the range of their values: `Parquet`, `Size 1.3 MB to 1.7 MB`. Null if the chart is not divided. */
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
/** The panels of a field whose values hardly repeat, such as a time: each has about as many points. */
const rangeCount = 4;

/**
 * Divides the points by a field. Numbers ascend: a panel for each value if the field takes few of them, else for each of four ranges. Categories
 * keep the order of their first appearance. Points without a value come last.
 */
export function panelsOf(points: readonly ChartPoint[], facet: Field | null): Panels {
  if (facet === null) return { panels: [{ title: null, points }], rest: [] };
  const rangeOf = facet.kind === 'number' && !facet.isDiscrete ? rangesOf(points, facet) : null;
  const groups = new Map<string, { order: number; points: ChartPoint[] }>();
  for (const point of points) {
    const { title, order } = rangeOf?.get(point) ?? placeOf(point, facet, groups.size);
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

interface Place {
  readonly title: string;
  readonly order: number;
}

/** The range of each point that has a value. Points with equal values are in one range. */
function rangesOf(points: readonly ChartPoint[], field: NumberField): ReadonlyMap<ChartPoint, Place> {
  const sorted = points
    .flatMap((point) => {
      const reading = field.read(point.cell);
      return reading.status === 'value' ? [{ point, value: reading.value }] : [];
    })
    .sort((a, b) => a.value - b.value);
  const ranges: (typeof sorted)[] = [];
  sorted.forEach((each, index) => {
    const range = Math.floor((index * rangeCount) / sorted.length);
    const isSame = index > 0 && sorted[index - 1]?.value === each.value;
    const last = ranges.at(-1);
    if (last !== undefined && (isSame || range < ranges.length)) last.push(each);
    else ranges.push([each]);
  });
  return new Map(
    ranges.flatMap((range) => {
      const [low = 0, high = 0] = [range[0]?.value, range.at(-1)?.value];
      const [from, to] = [field.format(low), field.format(high)];
      const title = `${field.label} ${from === to ? from : `${from} to ${to}`}`;
      return range.map(({ point }) => [point, { title, order: low }] as const);
    }),
  );
}

function placeOf({ cell }: ChartPoint, facet: Field, next: number): Place {
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
