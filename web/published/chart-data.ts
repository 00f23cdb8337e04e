import { figuresOf, type PublishedDataset, type PublishedSource, type PublishedSystem } from '../../workers/model/published';
import { codecColor } from '../styles/codec-colors';

/** What the small charts of a source draw: only what its own figures give, each within the source. */

export interface SystemBar {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly value: number;
}

export interface SweepPoint {
  readonly itemCount: number;
  /** Millions of bytes a second, by system; a system without a figure at this size is missing. */
  readonly [system: string]: number;
}

export type ChartMetric = 'fileSize' | 'writeTime' | 'readTime';

function shownValue(source: PublishedSource, system: PublishedSystem, dataset: PublishedDataset, metric: ChartMetric): number | null {
  const figure = figuresOf(source).find((each) => each.system === system.id && each.dataset === dataset.id && each.metric === metric);
  if (figure === undefined || figure.value === 0) return null;
  return metric === 'fileSize' ? (100 * figure.value) / dataset.dataBytes : dataset.dataBytes / figure.value / 1e6;
}

export const systemColor = ({ codecFamily }: PublishedSystem) => codecColor(codecFamily);

/** Bars of the source's first dataset: file size in per cent of the data, or data bytes a second in MB/s. */
export function systemBars(source: PublishedSource, metric: ChartMetric): SystemBar[] {
  const [dataset] = source.datasets;
  if (dataset === undefined) return [];
  return source.systems.flatMap((system) => {
    const value = shownValue(source, system, dataset, metric);
    return value === null ? [] : [{ id: system.id, label: system.shortLabel, color: systemColor(system), value }];
  });
}

/** Throughput against the number of items, where the source has more than one size. */
export function sweepPoints(source: PublishedSource, metric: 'writeTime' | 'readTime'): SweepPoint[] {
  if (source.datasets.length < 2) return [];
  return source.datasets.map((dataset) => {
    const values = source.systems.flatMap((system) => {
      const value = shownValue(source, system, dataset, metric);
      return value === null ? [] : [[system.id, value] as const];
    });
    return { ...Object.fromEntries(values), itemCount: dataset.itemCount };
  });
}
