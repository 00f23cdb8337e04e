import { describe, expect, it } from 'vitest';
import { type FormatBench, type FormatBenchCell, formatBenchSchema } from '../../workers/model/format-bench';
import { parseWithSchema } from '../../workers/model/parse';
import { telling } from '../../workers/model/testing/telling';
import { formats } from '../../workers/registry/metadata';
import {
  countEqualFiles,
  formatBenchRows,
  formatPointsOf,
  meanFormatFactor,
  notMeasuredFormats,
  sizeRatioOf,
  slowFormats,
} from './format-bench-rows';

const measured = (...factors: number[]): FormatBenchCell['encode'] => ({
  status: 'measured',
  rounds: factors.map((factor) => ({ browserMs: 10 * factor, nativeMs: 10 })),
});
const cellOf = (change: Partial<FormatBenchCell> = {}): FormatBenchCell => ({
  format: 'parquet',
  implementation: 'arrow-rs',
  setting: 'PLAIN zstd 1',
  codec: { id: 'zstd', level: 1 },
  data: 'events',
  size: 1_000,
  sizes: { browserBytes: 1_100, nativeBytes: 1_000, equal: false },
  encode: measured(1),
  decode: measured(1),
  ...change,
});
const csv = { format: 'csv', implementation: 'csv-core', setting: 'with header', codec: null } as const;

const benchOf = (...cells: readonly FormatBenchCell[]): FormatBench => ({
  format: 'formatlab.formatBench',
  version: 1,
  takenAt: '2026-11-21T05:00:00.000Z',
  machine: {
    processor: 'a processor',
    logicalCores: 2,
    system: 'Linux 6',
    browser: 'Chromium 150',
    python: 'CPython 3',
  },
  loadAverage: 0.1,
  rounds: 3,
  complete: true,
  implementations: { 'parquet/arrow-rs': 'parquet 60' },
  counterparts: { parquet: { library: 'pyarrow 26', does: 'It writes a table.' } },
  elsewhere: [],
  cells: [...cells],
});
const rowsOf = (...cells: readonly FormatBenchCell[]) => {
  const given = benchOf(...cells);
  expect(parseWithSchema(formatBenchSchema, given, 'sample')).toEqual(given);
  return formatBenchRows(given, formats, null);
};

describe('the format benchmark', () => {
  it('has a row for each setting, in the order of the registry, what it lost at the end', () => {
    const given = benchOf(
      cellOf({ format: 'gone', implementation: 'it' }),
      cellOf(),
      cellOf({ data: 'table' }),
      cellOf({ ...csv, data: 'table' }),
    );
    const rows = formatBenchRows(given, formats, null);
    expect(rows.map(({ key, cells }) => [key, cells.length])).toEqual([
      ['csv with header', 1],
      ['parquet PLAIN zstd 1', 2],
      ['gone PLAIN zstd 1', 1],
    ]);
    expect(rows[1]).toMatchObject({ formatLabel: 'Parquet', codecFamily: 'zstd', level: 1, native: 'pyarrow 26' });
    expect(rows[0]).toMatchObject({ codecFamily: 'none', level: null, native: null });
    expect(formatBenchRows(given, formats, 'events').map(({ key }) => key)).toEqual([
      'parquet PLAIN zstd 1',
      'gone PLAIN zstd 1',
    ]);
  });

  it('takes the median of the rounds’ factors, with an interval from three rounds on', () => {
    const [row = fail()] = rowsOf(cellOf({ encode: measured(1, 4, 2), decode: measured(3, 3) }));
    const [point = fail()] = formatPointsOf(row, 'encode');
    expect(point.factor).toBeCloseTo(2, 12);
    expect(point.interval?.low).toBeCloseTo(1, 12);
    expect(point.interval?.high).toBeCloseTo(4, 12);
    expect([point.browserMs, point.nativeMs]).toEqual([10, 10]);
    expect(formatPointsOf(row, 'decode')[0]).toMatchObject({ interval: null });
  });

  it('weighs formats alike', () => {
    const rows = rowsOf(
      cellOf({ encode: measured(4) }),
      cellOf({ encode: measured(4), data: 'table' }),
      cellOf({ ...csv, encode: measured(1) }),
    );
    expect(meanFormatFactor(rows, 'encode')).toBeCloseTo(2, 12);
    const failed = { status: 'failed', side: 'native', reason: 'MemoryError' } as const;
    expect(meanFormatFactor(rowsOf(cellOf({ encode: failed })), 'encode')).toBeNull();
  });

  it('says each reason once, with the largest factor first', () => {
    const slow = (factor: number, reason: string) => ({ ...measured(factor), reason }) as FormatBenchCell['encode'];
    const groups = slowFormats(
      rowsOf(
        cellOf({ decode: slow(2, 'not profiled yet') }),
        cellOf({ data: 'table', decode: slow(3, 'not profiled yet') }),
        cellOf({ ...csv, encode: slow(9, 'It checks texts.') }),
      ),
    );
    expect(
      groups.map(({ formatLabel, operation, reason, points }) => [
        formatLabel,
        operation,
        reason,
        points[0]?.cell.data,
        points.length,
      ]),
    ).toEqual([
      ['CSV', 'encode', 'It checks texts.', 'events', 1],
      ['Parquet', 'decode', 'not profiled yet', 'table', 2],
    ]);
  });

  it('says what was not measured, and why', () => {
    const none = { status: 'unsupported', reason: 'No form.' } as const;
    const failed = { status: 'failed', side: 'native', reason: 'MemoryError' } as const;
    const rows = rowsOf(
      cellOf({ encode: none, decode: none, sizes: null }),
      cellOf({ data: 'vectors', encode: none, decode: none, sizes: null }),
      cellOf({ ...csv, encode: failed }),
    );
    expect(notMeasuredFormats(rows).map(({ formatLabel, data, reason }) => [formatLabel, data, reason])).toEqual([
      ['CSV', ['events'], expect.stringMatching(telling('native', 'MemoryError'))],
      ['Parquet', ['events', 'vectors'], 'No form.'],
    ]);
  });

  it('compares the files of both sides', () => {
    const rows = rowsOf(
      cellOf(),
      cellOf({ data: 'table', sizes: { browserBytes: 5, nativeBytes: 5, equal: true } }),
      cellOf({ data: 'vectors', sizes: null }),
    );
    expect(countEqualFiles(rows)).toEqual({ equal: 1, all: 2 });
    expect(rows[0]?.cells.map(sizeRatioOf)).toEqual([1.1, 1, null]);
  });
});

function fail(): never {
  throw new Error('There is no row.');
}
