import {
  type ImportedMetric,
  type ImportedScope,
  type ImportedSet,
  type Quantity,
  quantities,
} from '../../../../workers/model/imported-set';
import { formatFactor } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { codecColor } from '../../../styles/codec-colors';
import { factorsTo } from '../../../sources/imported/factors';
import { familyOf } from '../../../sources/imported/family';
import { betterDirectionText, figureText } from './figure-text';
import { readHeading, headingNamesFigures } from '../columns/heading';
import { shortScopeLabels } from '../../../sources/imported/provenance';

/**
 * One chart of an imported set: a metric on one dataset, or factors to the baseline. Figures of different units or
 * quantities have separate charts.
 */
export interface ImportedChart {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly bars: readonly ImportedBar[];
}

interface ImportedBar {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly value: number;
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly text: string;
  /** The printed figure, or what a factor is the mean of. */
  readonly hint: string;
  readonly isBaseline: boolean;
}

/**
 * The charts of a set: first the factors that combine several metrics or datasets, then one chart per metric of the
 * dataset, in the table's order.
 */
export function importedCharts(set: ImportedSet, dataset: string): ImportedChart[] {
  return [...factorCharts(set), ...columnCharts(set, dataset)];
}

function columnCharts(set: ImportedSet, dataset: string): ImportedChart[] {
  const systems = new Map(set.systems.map((system) => [system.id, system]));
  return set.metrics.flatMap(({ id, label, quantity, scope }): ImportedChart[] => {
    const bars = set.figures.flatMap((figure): ImportedBar[] => {
      const system = systems.get(figure.system);
      if (figure.metric !== id || figure.dataset !== dataset || system === undefined) return [];
      const text = figureText(figure.value, quantity);
      return [
        {
          id: system.id,
          label: system.label,
          color: codecColor(familyOf(system.label)),
          value: figure.value,
          range: figure.range,
          text,
          hint: figure.printed.startsWith('median of ') ? figure.printed : `printed ${figure.printed}`,
          isBaseline: system.id === set.baseline,
        },
      ];
    });
    const { better, label: meaning } = quantities[quantity];
    return bars.length === 0
      ? []
      : [
          {
            id,
            title: label,
            note: [
              meaning.toLowerCase(),
              ...clockWords(scope),
              ...(better === null ? [] : [betterDirectionText[better]]),
            ].join(', '),
            bars,
          },
        ];
  });
}

/** The chart's note on the clock. Empty if the table does not state its clock. */
const clockWords = (scope: ImportedScope | null) =>
  scope === null || scope === 'notStated' ? [] : [shortScopeLabels[scope]];

/**
 * A key that metrics share if their factors may be combined: writing or reading, headings that differ only in numbers
 * (Q1, Q2), or headings that name only an operation. “C MB/s” and “D MB/s”, or bytes of a file and bytes of a record,
 * have different keys although their quantity is the same.
 */
function kinOf({ label, quantity }: ImportedMetric): string {
  const isWay =
    quantity === 'writeTime' || quantity === 'readTime' || quantity === 'writeSpeed' || quantity === 'readSpeed';
  return isWay || !headingNamesFigures(readHeading(label)) ? '' : label.replace(/\d+/g, '');
}

/**
 * For each quantity and clock scope of which the baseline has several figures: each system's factors to the baseline,
 * combined by a geometric mean.
 */
function factorCharts(set: ImportedSet): ImportedChart[] {
  const { baseline } = set;
  const name = set.systems.find(({ id }) => id === baseline)?.label;
  if (baseline === null || name === undefined) return [];
  // Other numbers and factors are never combined, since they may measure different things.
  const present = new Map<
    string,
    { readonly quantity: Quantity; readonly scope: ImportedScope | null; readonly metrics: ImportedMetric[] }
  >();
  for (const metric of set.metrics) {
    const { quantity, scope } = metric;
    if (quantity === 'number' || quantity === 'factor') continue;
    const key = `${quantity} ${scope} ${kinOf(metric)}`;
    const group = present.get(key) ?? { quantity, scope, metrics: [] };
    group.metrics.push(metric);
    present.set(key, group);
  }
  return [...present].flatMap(([key, { quantity, scope, metrics }]): ImportedChart[] => {
    const factors = factorsTo(set, baseline, {
      quantities: [quantity],
      metrics: metrics.map(({ id }) => id),
      scope,
      datasets: null,
    });
    const of = factors[0]?.of ?? 0;
    if (of < 2) return [];
    const { label, better } = quantities[quantity];
    const isAlone =
      [...present.values()].filter((group) => group.quantity === quantity && group.scope === scope).length === 1;
    return [
      {
        id: `factors-${key}`,
        title: `${
          isAlone
            ? label
            : metrics
                .map((metric) => metric.label)
                .join(', ')
                .slice(0, 120)
        }, over that of ${name}`,
        note: `${[...clockWords(scope), ''].join(', ')}geometric mean of ${plural(of, 'factor')}${better === null ? '' : `, ${betterDirectionText[better]}`}`,
        bars: factors.map(({ system, factor, count }) => ({
          id: system.id,
          label: system.label,
          color: codecColor(familyOf(system.label)),
          value: factor,
          range: null,
          text: `${formatFactor(factor)}${count < of ? ` (of ${count})` : ''}`,
          hint: count < of ? `over the ${count} of ${of} factors that exist` : `over all ${of} factors`,
          isBaseline: system.id === baseline,
        })),
      },
    ];
  });
}

/**
 * The length of each bar as a share of the track, and whether the axis is logarithmic. It is logarithmic if values
 * differ by more than a factor of 1,000.
 */
export function barLengths(values: readonly number[]): {
  readonly isLog: boolean;
  readonly lengthOf: (value: number) => number;
} {
  const positive = values.filter((value) => value > 0);
  const largest = Math.max(0, ...positive);
  const smallest = Math.min(...positive);
  const isLog = positive.length > 1 && largest / smallest > 1_000;
  if (!isLog) return { isLog, lengthOf: (value) => (value <= 0 || largest === 0 ? 0 : value / largest) };
  const low = Math.log10(smallest) - 0.5;
  const span = Math.log10(largest) - low;
  return { isLog, lengthOf: (value) => (value <= 0 ? 0 : Math.max(0, Math.log10(value) - low) / span) };
}
