import { markColor } from '../../charts/mark-style';
import { codecColor, codecShades } from '../../styles/codec-colors';
import { hasDefaultColor } from './chosen-fields';
import type { Field, MeasuredCell } from './field';

/** The colours of a chart's marks, and what its legend says about them. */
export interface ColorScale {
  readonly colorOf: (cell: MeasuredCell) => string;
  /** `codec`: labels name the codecs, so that no legend is needed. */
  readonly legend:
    | { readonly kind: 'codec' }
    | { readonly kind: 'categories'; readonly entries: readonly { readonly label: string; readonly color: string }[] }
    | { readonly kind: 'ramp'; readonly low: string; readonly high: string; readonly without: boolean };
}

/** The families with a hue of their own, by rank. Their hues are distinct for colour-blind eyes. */
const hues = Object.keys(codecShades).filter((family) => family !== 'none');
const neutral = codecColor('none');

/**
 * A colour of the ramp for numbers: `share` is 0 at its low end and 1 at its high end. Equal steps look equally large, since both halves are
 * straight lines of nearly equal length in OKLab.
 */
export function rampColor(share: number): string {
  const twice = Math.round(Math.min(1, Math.max(0, share)) * 200);
  return twice <= 100
    ? `color-mix(in oklab, var(--ramp-middle) ${twice}%, var(--ramp-low))`
    : `color-mix(in oklab, var(--ramp-high) ${twice - 100}%, var(--ramp-middle))`;
}

/**
 * The colours for a field. Codecs have their own colours: the family is the hue, the level the shade. Other categories have the hues in the
 * order of appearance, and those beyond the last hue are neutral. Numbers have a ramp, whose scale is logarithmic if they span a factor of 20.
 */
export function colorScale(field: Field, cells: readonly MeasuredCell[]): ColorScale {
  if (hasDefaultColor({ color: field }))
    return { colorOf: ({ row }) => markColor(row.names), legend: { kind: 'codec' } };
  return field.kind === 'category'
    ? categoryScale((cell) => field.read(cell), field.label, cells)
    : rampScale(field, cells);
}

function categoryScale(
  read: (cell: MeasuredCell) => string | null,
  label: string,
  cells: readonly MeasuredCell[],
): ColorScale {
  const categories = [...new Set(cells.flatMap((cell) => read(cell) ?? []))];
  const colors = new Map(
    categories.map((category, index) => {
      const hue = hues[index];
      return [category, hue === undefined ? neutral : codecColor(hue)];
    }),
  );
  const others = categories.slice(hues.length);
  const without = cells.some((cell) => read(cell) === null);
  const neutralLabel = [...others, ...(without ? [`without ${label.toLowerCase()}`] : [])].join(', ');
  return {
    colorOf: (cell) => colors.get(read(cell) ?? '') ?? neutral,
    legend: {
      kind: 'categories',
      entries: [
        ...categories.slice(0, hues.length).map((category) => ({
          label: category,
          color: colors.get(category) ?? neutral,
        })),
        ...(neutralLabel === '' ? [] : [{ label: neutralLabel, color: neutral }]),
      ],
    },
  };
}

function rampScale(field: Extract<Field, { kind: 'number' }>, cells: readonly MeasuredCell[]): ColorScale {
  const numberOf = (cell: MeasuredCell) => {
    const reading = field.read(cell);
    return reading.status === 'value' ? reading.value : null;
  };
  const values = cells.flatMap((cell) => numberOf(cell) ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isLog = field.canBeLog && low > 0 && high / low >= 20;
  const share = (value: number) =>
    high === low ? 0.5 : isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return {
    colorOf: (cell) => {
      const value = numberOf(cell);
      return value === null ? neutral : rampColor(share(value));
    },
    legend: {
      kind: 'ramp',
      low: values.length === 0 ? '' : field.format(low),
      high: values.length === 0 ? '' : field.format(high),
      without: values.length < cells.length,
    },
  };
}
