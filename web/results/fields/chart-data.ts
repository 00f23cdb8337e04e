import type { Field, MeasuredCell, NumberReading } from './field';

/** A value on an axis, with its interval. Both limits equal an exact value. A category is its position, counted from 0. */
export interface PlottedValue {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A measured cell in the chart. */
export interface ChartPoint {
  readonly key: string;
  readonly cell: MeasuredCell;
  readonly x: PlottedValue;
  readonly y: PlottedValue;
}

export interface OmittedCell {
  readonly cell: MeasuredCell;
  readonly reason: string;
}

/** An axis of the chart: its field, and the categories that it has in the order of their positions. */
export interface AxisChoice {
  readonly field: Field;
  readonly scale: 'log' | 'linear';
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  /** The cells without a point, each with the reason. */
  readonly omitted: readonly OmittedCell[];
  /** The categories of an axis in the order of first appearance. Null for an axis of numbers. */
  readonly xCategories: readonly string[] | null;
  readonly yCategories: readonly string[] | null;
}

/** The scale of an axis. A field whose values may be zero or negative has a linear one, whatever is chosen. */
export const scaleOf = (field: Field, chosen: 'log' | 'linear'): 'log' | 'linear' =>
  field.kind === 'number' && field.canBeLog ? chosen : 'linear';

/** The points of the cells over two fields. */
export function chartData(cells: readonly MeasuredCell[], x: AxisChoice, y: AxisChoice): ChartData {
  const xPlaces = placesOf(x);
  const yPlaces = placesOf(y);
  const points: ChartPoint[] = [];
  const omitted: OmittedCell[] = [];
  for (const cell of cells) {
    const [ofX, ofY] = [xPlaces.read(cell), yPlaces.read(cell)];
    if (ofX.status === 'value' && ofY.status === 'value') points.push({ key: cell.key, cell, x: ofX, y: ofY });
    else omitted.push({ cell, reason: ofX.status === 'none' ? ofX.reason : ofY.status === 'none' ? ofY.reason : '' });
  }
  return { points, omitted, xCategories: xPlaces.categories, yCategories: yPlaces.categories };
}

function placesOf({ field, scale: chosen }: AxisChoice): {
  readonly read: (cell: MeasuredCell) => NumberReading;
  readonly categories: readonly string[] | null;
} {
  const scale = scaleOf(field, chosen);
  if (field.kind === 'number')
    return {
      categories: null,
      read: (cell) => {
        const reading = field.read(cell);
        return reading.status === 'value' && scale === 'log' && reading.value <= 0
          ? { status: 'none', reason: `a logarithmic axis has no place for ${field.format(reading.value)}` }
          : reading;
      },
    };
  const categories: string[] = [];
  return {
    categories,
    read: (cell) => {
      const category = field.read(cell);
      if (category === null) return { status: 'none', reason: `it has no ${field.label.toLowerCase()}` };
      if (!categories.includes(category)) categories.push(category);
      const value = categories.indexOf(category);
      return { status: 'value', value, low: value, high: value };
    },
  };
}
