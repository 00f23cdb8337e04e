import type { FormatMeta, InnerCodecMeta } from '../../workers/model/entry';
import {
  type FormatBench,
  type FormatBenchCell,
  type FormatBenchData,
  type FormatBenchOperation,
  formatBenchData,
  formatBenchOperations,
  factorOverRounds,
  type MeasuredFormatTimes,
  type RoundFactor,
} from '../../workers/model/format-bench';
import { geometricMean } from '../../workers/model/statistics/pareto';
import { smallestValue } from '../../workers/model/statistics/samples';

/** Rows of the format benchmark for the charts and the table. All factors are computed from times here. */

export const formatDataLabels: Readonly<Record<FormatBenchData, { readonly label: string; readonly meaning: string }>> =
  {
    events: {
      label: 'events',
      meaning: 'Eight columns of int64 that count up, 500,000 rows; 200,000 for slow settings',
    },
    table: {
      label: 'table',
      meaning: 'Orders with texts, categories, times, nulls and numbers, 100,000 rows; 50,000 for slow settings',
    },
    vectors: {
      label: 'vectors',
      meaning: 'Random vectors of 1,280 float64 by id, 3,000 vectors; 1,000 for slow settings',
    },
  };

/** One measurement: an operation on one dataset with one setting. */
export interface FormatBenchPoint {
  readonly cell: FormatBenchCell;
  /** Median over rounds of the browser's time divided by the native time. Below 1, the browser is faster. */
  readonly factor: number;
  /** Over the rounds (rule 8). Null with fewer than 3. */
  readonly interval: RoundFactor['interval'];
  /** The fastest sample of all rounds. */
  readonly browserMs: number;
  readonly nativeMs: number;
  /** The stored reason for a factor above the limit, or that none is known yet. Null below the limit. */
  readonly reason: string | null;
}

/** A format with one of its settings. */
export interface FormatBenchRow {
  readonly key: string;
  readonly format: string;
  readonly formatLabel: string;
  readonly implementation: string;
  readonly implementationLabel: string;
  readonly setting: string;
  /** The codec's family, 'none' without one. */
  readonly codecFamily: string;
  readonly level: number | null;
  readonly levels: InnerCodecMeta['levels'];
  /** The native library that it is compared with. */
  readonly native: string | null;
  readonly cells: readonly FormatBenchCell[];
}

/** The rows, with formats in the order of the registry. If `data` is null, all datasets are included. */
export function formatBenchRows(
  bench: FormatBench,
  formats: ReadonlyMap<string, FormatMeta>,
  data: FormatBenchData | null,
): FormatBenchRow[] {
  const byKey = new Map<string, FormatBenchCell[]>();
  for (const cell of bench.cells) {
    if (data !== null && cell.data !== data) continue;
    const key = `${cell.format} ${cell.setting}`;
    byKey.set(key, [...(byKey.get(key) ?? []), cell]);
  }
  const order = [...formats.keys()];
  const place = (cells: readonly FormatBenchCell[]) => {
    const index = order.indexOf(cells[0]?.format ?? '');
    return index === -1 ? order.length : index;
  };
  const sorted = [...byKey].sort(([, a], [, b]) => place(a) - place(b));
  return sorted.flatMap(([key, cells]) => {
    const [first] = cells;
    if (first === undefined) return [];
    const format = formats.get(first.format);
    const implementation = format?.implementations.find(({ id }) => id === first.implementation);
    const codec = implementation?.innerCodecs.find(({ id }) => id === first.codec?.id);
    return {
      key,
      format: first.format,
      formatLabel: format?.label ?? first.format,
      implementation: first.implementation,
      implementationLabel: implementation?.label ?? first.implementation,
      setting: first.setting,
      codecFamily: codec?.family ?? 'none',
      level: first.codec?.level ?? null,
      levels: codec?.levels ?? null,
      native: bench.counterparts[first.format]?.library ?? null,
      cells,
    };
  });
}

function pointOf(cell: FormatBenchCell, { rounds, reason }: MeasuredFormatTimes): FormatBenchPoint {
  return {
    cell,
    ...factorOverRounds(rounds),
    browserMs: smallestValue(rounds.map(({ browserMs }) => browserMs)),
    nativeMs: smallestValue(rounds.map(({ nativeMs }) => nativeMs)),
    reason: reason ?? null,
  };
}

/** The measurements of a row. */
export const formatPointsOf = (row: FormatBenchRow, operation: FormatBenchOperation): FormatBenchPoint[] =>
  row.cells.flatMap((cell) => {
    const times = cell[operation];
    return times.status === 'measured' ? [pointOf(cell, times)] : [];
  });

/** The size of our file divided by that of the native library. Null if one side has no file. */
export const sizeRatioOf = ({ sizes }: FormatBenchCell): number | null =>
  sizes === null || sizes.nativeBytes === 0 ? null : sizes.browserBytes / sizes.nativeBytes;

/**
 * The geometric mean over formats of each one's geometric mean, so that a format with many settings has no greater weight (rule 20). Null
 * without a measurement.
 */
export function meanFormatFactor(rows: readonly FormatBenchRow[], operation: FormatBenchOperation): number | null {
  const byFormat = new Map<string, number[]>();
  for (const row of rows)
    for (const { factor } of formatPointsOf(row, operation))
      byFormat.set(row.format, [...(byFormat.get(row.format) ?? []), factor]);
  return byFormat.size === 0 ? null : geometricMean([...byFormat.values()].map(geometricMean));
}

/** Factors above the limit that have the same reason, in one format and operation. */
interface SlowFormat {
  readonly key: string;
  readonly formatLabel: string;
  readonly operation: FormatBenchOperation;
  readonly reason: string;
  /** In descending order of the factor. */
  readonly points: readonly FormatBenchPoint[];
}

/** The factors above the limit by format, operation and reason, the largest first. */
export function slowFormats(rows: readonly FormatBenchRow[]): SlowFormat[] {
  const groups = new Map<
    string,
    { formatLabel: string; operation: FormatBenchOperation; points: FormatBenchPoint[] }
  >();
  for (const row of rows)
    for (const operation of formatBenchOperations)
      for (const point of formatPointsOf(row, operation)) {
        if (point.reason === null) continue;
        const key = `${row.format} ${operation} ${point.reason}`;
        const group = groups.get(key) ?? { formatLabel: row.formatLabel, operation, points: [] };
        group.points.push(point);
        groups.set(key, group);
      }
  return [...groups]
    .map(([key, { formatLabel, operation, points }]) => {
      const sorted = points.toSorted((a, b) => b.factor - a.factor);
      return { key, formatLabel, operation, reason: sorted[0]?.reason ?? '', points: sorted };
    })
    .sort((a, b) => (b.points[0]?.factor ?? 0) - (a.points[0]?.factor ?? 0));
}

/** What was not measured, with the reason, once for all settings and operations that share it. */
export function notMeasuredFormats(rows: readonly FormatBenchRow[]): {
  readonly key: string;
  readonly formatLabel: string;
  readonly data: readonly FormatBenchData[];
  readonly reason: string;
}[] {
  const groups = new Map<string, { formatLabel: string; reason: string; data: Set<FormatBenchData> }>();
  for (const row of rows)
    for (const cell of row.cells)
      for (const operation of formatBenchOperations) {
        const times = cell[operation];
        if (times.status === 'measured') continue;
        const reason = times.status === 'unsupported' ? times.reason : `The ${times.side} side failed: ${times.reason}`;
        const key = `${row.format} ${reason}`;
        const group = groups.get(key) ?? { formatLabel: row.formatLabel, reason, data: new Set() };
        group.data.add(cell.data);
        groups.set(key, group);
      }
  return [...groups].map(([key, { formatLabel, reason, data }]) => ({
    key,
    formatLabel,
    data: formatBenchData.filter((name) => data.has(name)),
    reason,
  }));
}

/** The number of files with the native library's bytes, and of all files that both sides wrote. */
export function countEqualFiles(rows: readonly FormatBenchRow[]): { readonly equal: number; readonly all: number } {
  const sizes = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.sizes ?? []));
  return { equal: sizes.filter(({ equal }) => equal).length, all: sizes.length };
}
