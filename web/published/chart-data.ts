import {
  figuresOf,
  type Metric,
  type PublishedDataset,
  type PublishedFigure,
  type PublishedSource,
  type PublishedSystem,
  type PublishedUnit,
  type PublishedWorkload,
} from '../../workers/model/published';
import { codecColor } from '../styles/codec-colors';
import { figuresFor, sectionOfFigure, printedSizeOf, systemById } from '../sources/figures';

/** Data of a source's small charts. The charts use only the figures of one source. */

interface SystemBar {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly value: number;
}

export interface BarChartData {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly SystemBar[];
}

interface SweepPoint {
  readonly itemCount: number;
  /** Millions of bytes per second by system id. A system without a figure at this size has no key. */
  readonly [system: string]: number;
}

type TimeMetric = 'writeTime' | 'readTime';

export const systemColor = ({ codecFamily }: PublishedSystem) => codecColor(codecFamily);

/** The datasets of one workload of a source. A chart never mixes workloads. */
export function datasetsOfWorkload(source: PublishedSource, workload: PublishedWorkload): PublishedDataset[] {
  return source.datasets.filter((dataset) => dataset.workload === workload.id);
}

/**
 * The bar charts of a workload's first dataset. Figures in different units, such as records per second and pages per
 * second, have separate charts.
 */
export function barCharts(source: PublishedSource, workload: PublishedWorkload): BarChartData[] {
  const datasets = datasetsOfWorkload(source, workload);
  const [dataset] = datasets;
  if (dataset === undefined) return [];
  const prefix = source.workloads.length > 1 ? `${capital(workload.label)}: ` : '';
  const lower = (text: string) => (prefix === '' ? text : text.toLowerCase());
  const charts = [
    { id: 'size', title: 'File size', unit: '% of the data', bars: sizeBars(source, dataset) },
    // A workload with several sizes has a line chart of its speeds instead (`sweepPoints`).
    ...(datasets.length > 1
      ? []
      : [
          { id: 'write', title: source.names.write, unit: 'MB/s', bars: speedBars(source, dataset, 'writeTime') },
          { id: 'read', title: source.names.read, unit: 'MB/s', bars: speedBars(source, dataset, 'readTime') },
        ]),
    ...rateCharts(source, dataset, 'compressRate', 'Compressing alone'),
    ...rateCharts(source, dataset, 'decompressRate', 'Decompressing alone'),
    ...rateCharts(source, dataset, 'readRate', source.names.read),
    ...rateCharts(source, dataset, 'readRateMin', `${source.names.read}, slowest repeat`),
    ...rateCharts(source, dataset, 'readRateMax', `${source.names.read}, fastest repeat`),
    {
      id: 'write-speed-up',
      title: source.names.write,
      unit: speedUpUnit(source, 'writeTime'),
      bars: speedUpBars(source, dataset, 'writeSpeedUp'),
    },
    {
      id: 'read-speed-up',
      title: source.names.read,
      unit: speedUpUnit(source, 'readTime'),
      bars: speedUpBars(source, dataset, 'readSpeedUp'),
    },
  ];
  return charts
    .filter(({ bars }) => bars.length > 0)
    .map((chart) => ({ ...chart, title: `${prefix}${lower(chart.title)}` }));
}

/**
 * The chart that stands for a source: the speed of reading against the number of items if its first workload has several
 * sizes, and otherwise the first bar chart, which is that of the file sizes where the source prints any. Null if the
 * source has no chart.
 */
export function mainChartOf(
  source: PublishedSource,
):
  | { readonly kind: 'sweep'; readonly workload: PublishedWorkload }
  | { readonly kind: 'bars'; readonly chart: BarChartData }
  | null {
  const [workload] = source.workloads;
  if (workload === undefined) return null;
  if (sweepPoints(source, workload, 'readTime').length > 0) return { kind: 'sweep', workload };
  const [chart] = barCharts(source, workload);
  return chart === undefined ? null : { kind: 'bars', chart };
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const barOf = (system: PublishedSystem, value: number): SystemBar => ({
  id: system.id,
  label: system.shortLabel,
  color: systemColor(system),
  value,
});

function sizeBars(source: PublishedSource, dataset: PublishedDataset): SystemBar[] {
  return source.systems.flatMap((system) => {
    const size = printedSizeOf(source, system, dataset);
    return size === null ? [] : [barOf(system, (100 * size.bytes) / dataset.dataBytes)];
  });
}

function megabytesPerSecond(
  source: PublishedSource,
  system: PublishedSystem,
  dataset: PublishedDataset,
  metric: TimeMetric,
): number | null {
  const [figure] = figuresFor(source, system, dataset, metric);
  return figure === undefined || figure.value === 0 ? null : dataset.dataBytes / figure.value / 1e6;
}

function speedBars(source: PublishedSource, dataset: PublishedDataset, metric: TimeMetric): SystemBar[] {
  return source.systems.flatMap((system) => {
    const value = megabytesPerSecond(source, system, dataset, metric);
    return value === null ? [] : [barOf(system, value)];
  });
}

function rateCharts(source: PublishedSource, dataset: PublishedDataset, metric: Metric, title: string): BarChartData[] {
  const units = [
    ...new Set(
      figuresOf(source).flatMap((figure) =>
        figure.metric === metric && figure.dataset === dataset.id ? [figure.unit] : [],
      ),
    ),
  ];
  return units.map((unit) => ({
    id: `${metric}-${unit}`,
    title,
    unit: rateWords[unit] ?? unit,
    bars: rateBars(source, dataset, metric, unit),
  }));
}

const rateWords: Readonly<Partial<Record<PublishedUnit, string>>> = {
  'records/s': 'thousand records/s',
  'pages/s': 'thousand pages/s',
  'molecules/s': 'thousand molecules/s',
};

function rateBars(
  source: PublishedSource,
  dataset: PublishedDataset,
  metric: Metric,
  unit: PublishedUnit,
): SystemBar[] {
  return source.systems.flatMap((system) => {
    const figure = figuresFor(source, system, dataset, metric).find((each) => each.unit === unit);
    return figure === undefined ? [] : [barOf(system, figure.value / 1_000)];
  });
}

/** One bar for each place where the source prints the speed-up. A speed-up that is printed twice has two bars. */
function speedUpBars(source: PublishedSource, dataset: PublishedDataset, metric: Metric): SystemBar[] {
  return source.systems.flatMap((system) =>
    figuresFor(source, system, dataset, metric).map((figure) => ({
      id: figure.id,
      label: `${system.shortLabel}, ${shortPlace(source, figure)}`,
      color: systemColor(system),
      value: figure.value,
    })),
  );
}

/**
 * A short form of the place of a figure: `§ 5.3.1` for “5.3.1 From Python to Julia”. A place without a number is
 * unchanged.
 */
function shortPlace(source: PublishedSource, figure: PublishedFigure): string {
  const place = sectionOfFigure(source, figure) ?? '';
  const number = /^\d+(?:\.\d+)*/.exec(place)?.[0];
  return number === undefined ? place : `§ ${number}`;
}

function speedUpUnit(source: PublishedSource, metric: TimeMetric): string {
  const bases = new Set(
    source.systems.flatMap(({ comparedWith }) => systemById(source, comparedWith[metric])?.shortLabel ?? []),
  );
  return `times as fast as ${[...bases].join(' or ')}`;
}

/** The throughput at each number of items. The array is empty if the workload has fewer than two sizes. */
export function sweepPoints(source: PublishedSource, workload: PublishedWorkload, metric: TimeMetric): SweepPoint[] {
  const datasets = datasetsOfWorkload(source, workload);
  if (datasets.length < 2) return [];
  return datasets.map((dataset) => {
    const values = source.systems.flatMap((system) => {
      const value = megabytesPerSecond(source, system, dataset, metric);
      return value === null ? [] : [[system.id, value] as const];
    });
    return { ...Object.fromEntries(values), itemCount: dataset.itemCount };
  });
}
