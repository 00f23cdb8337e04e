import { expect, test } from 'vitest';
import { telling } from '../../../../workers/model/testing/telling';
import type { ColumnMapping } from '../columns/column-role';
import { type ImportedSetResult, makeImportedSet } from '../set/make-set';
import { guessMapping, orientTable } from '../columns/mapping';
import { namedMetrics } from '../columns/named-metrics';
import {
  googleBenchmark,
  googleBenchmarkNames,
  hyperfineCsv,
  hyperfineMarkdown,
  jmhCsv,
  jmhText,
  meltedTable,
  pytestBenchmark,
  repeatedRunsTable,
  tidyTable,
  tidyUnits,
} from './long-tables';
import { clickBench, dataFrames, lzbench, timeSeries, vectors, zstdReadme } from './test-tables';
import { importedCsv } from '../set/set-csv';
import { tableIn, testDetails } from './pasted-for-tests';

async function madeOf(text: string, change: (mapping: ColumnMapping) => Partial<ColumnMapping> = () => ({})) {
  const table = await tableIn(text);
  const guess = guessMapping(table);
  const mapping = { ...guess, ...change(guess) };
  const made: ImportedSetResult = makeImportedSet(table, mapping, testDetails);
  const { set } = made;
  if (set === null) throw new Error(made.missing ?? 'nothing');
  const figure = (system: string, metric: string, dataset = set.datasets[0]?.label) => {
    const ids = [
      set.systems.find(({ label }) => label === system)?.id,
      set.metrics.find(({ label }) => label === metric)?.id,
      set.datasets.find(({ label }) => label === dataset)?.id,
    ];
    return set.figures.find((each) => each.system === ids[0] && each.metric === ids[1] && each.dataset === ids[2]);
  };
  return {
    ...made,
    set,
    mapping,
    table,
    figure,
    roles: mapping.columns.map(({ role }) => role),
    metrics: set.metrics.map(({ label, quantity, unit }) => [label, quantity, unit]),
    systems: set.systems.map(({ label }) => label),
  };
}

test('JMH’s CSV: the parameter is the system, method and mode name the metric, each row has its unit and its error', async () => {
  const { roles, metrics, systems, figure, problems, set } = await madeOf(jmhCsv);
  expect(roles).toEqual(['metricName', 'metricName', 'out', 'out', 'value', 'error', 'unit', 'system']);
  expect(systems).toEqual(['zstd', 'deflate']);
  expect(metrics).toEqual([
    ['compress · thrpt', 'rate', '/s'],
    ['compress · avgt', 'writeTime', 'ms'],
    ['decompress · avgt', 'readTime', 'ms'],
  ]);
  expect(figure('deflate', 'compress · avgt')).toMatchObject({ unit: 'µs', printed: '10513.000' });
  expect(figure('deflate', 'compress · avgt')?.range?.low).toBeCloseTo(0.010471, 12);
  expect(figure('deflate', 'compress · avgt')?.value).toBeCloseTo(0.010513, 12);
  expect(figure('deflate', 'compress · thrpt')?.range).toBeNull();
  expect(set.figures).toHaveLength(6);
  expect(problems).toEqual([]);
});

test('JMH’s text: sizes are datasets, and “±” parts the score from its error', async () => {
  const { roles, systems, figure, set, metrics } = await madeOf(jmhText);
  expect(roles).toEqual(['system', 'dataset', 'out', 'out', 'figure', 'error', 'unit']);
  expect(systems).toEqual(['kryoWrite', 'protobufWrite']);
  expect(set.datasets.map(({ label }) => label)).toEqual(['1000', '10000']);
  expect(metrics).toEqual([['Score', 'time', 'ns']]);
  expect(figure('kryoWrite', 'Score', '10000')?.value).toBeCloseTo(8_003.117e-9, 18);
  expect(figure('kryoWrite', 'Score', '10000')?.range?.high).toBeCloseTo(8_045.017e-9, 18);
});

test('a tidy CSV: units in their column, also several of one metric; an empty one is a bare number', async () => {
  const { roles, metrics, systems, figure, set, problems } = await madeOf(tidyTable);
  expect(roles).toEqual(['system', 'dataset', 'metricName', 'value', 'error', 'unit']);
  expect(systems).toEqual(['zstd', 'lz4']);
  expect(set.datasets.map(({ label }) => label)).toEqual(['silesia', 'enwik8']);
  expect(metrics).toEqual([
    ['compress time', 'writeTime', 's'],
    ['decompress time', 'readTime', 'ms'],
    ['compressed size', 'fileSize', 'B'],
    ['ratio', 'ratio', '1'],
  ]);
  expect(figure('lz4', 'compress time', 'enwik8')?.value).toBe(0.21);
  expect(figure('lz4', 'compress time', 'enwik8')?.range?.high).toBeCloseTo(0.22, 12);
  expect(figure('zstd', 'decompress time')?.value).toBeCloseTo(0.31, 12);
  expect(problems).toEqual([]);
});

test('units in the metric’s name and in the value’s cell, with decimal commas', async () => {
  const { metrics, figure } = await madeOf(tidyUnits);
  expect(metrics).toEqual([
    ['write_time_ms', 'writeTime', 'ms'],
    ['read time', 'readTime', 'ms'],
    ['file size (MB)', 'fileSize', 'MB'],
  ]);
  expect(figure('Parquet', 'write_time_ms')?.value).toBeCloseTo(0.0125, 12);
  expect(figure('Arrow', 'read time')?.value).toBeCloseTo(0.0009, 12);
  expect(figure('Arrow', 'file size (MB)')?.value).toBeCloseTo(2.8e6, 3);
});

test('an operation in each row beside columns of its own for time and memory', async () => {
  const { roles, metrics, figure, set } = await madeOf(meltedTable);
  expect(roles).toEqual(['system', 'metricName', 'dataset', 'value', 'value']);
  expect(metrics).toEqual([
    ['write · seconds', 'writeTime', 's'],
    ['read · seconds', 'readTime', 's'],
    ['write · peak memory (MB)', 'memorySize', 'MB'],
    ['read · peak memory (MB)', 'memorySize', 'MB'],
  ]);
  expect(set.datasets.map(({ itemCount }) => itemCount)).toEqual([1_000, 100_000]);
  expect(figure('csv', 'read · seconds', '100000')?.value).toBe(4.8);
});

test('hyperfine: the mean with its deviation, not every statistic of the same repeats', async () => {
  const csv = await madeOf(hyperfineCsv);
  expect(csv.roles).toEqual(['system', 'figure', 'error', 'out', 'out', 'out', 'out', 'out']);
  expect(csv.metrics).toEqual([['mean', 'time', 's']]);
  expect(csv.figure('zstd -1 corpus.tar', 'mean')?.range?.low).toBeCloseTo(0.4189, 12);
  const markdown = await madeOf(hyperfineMarkdown);
  expect(markdown.systems).toEqual(['zstd -1 corpus.tar', 'gzip -6 corpus.tar']);
  expect(markdown.metrics).toEqual([['Mean [ms]', 'time', 'ms']]);
  expect(markdown.figure('gzip -6 corpus.tar', 'Mean [ms]')?.range?.high).toBeCloseTo(6.2596, 12);
});

test('Google Benchmark: a column of units is that of the times alone', async () => {
  const { roles, metrics, figure } = await madeOf(googleBenchmark);
  expect(roles).toEqual(['system', 'out', 'figure', 'out', 'unit', 'figure', 'out', 'out', 'out', 'out']);
  expect(metrics).toEqual([
    ['real_time', 'time', 'ns'],
    ['bytes_per_second', 'speed', 'B/s'],
  ]);
  expect(figure('BM_Lz4/1', 'real_time')?.value).toBeCloseTo(134.2e-6, 15);
  expect(figure('BM_Lz4/1', 'bytes_per_second')?.value).toBe(7.81921e9);
});

test('a name of both what is done and to what is a metric and a system', async () => {
  const { roles, metrics, systems, figure } = await madeOf(googleBenchmarkNames);
  expect(roles).toEqual(['systemAndMetric', 'out', 'value', 'out', 'unit', 'value']);
  expect(systems).toEqual(['zstd', 'lz4']);
  expect(metrics).toEqual([
    ['Compress · real_time', 'writeTime', 'ns'],
    ['Decompress · real_time', 'readTime', 'µs'],
    ['Compress · bytes_per_second', 'writeSpeed', 'B/s'],
    ['Decompress · bytes_per_second', 'readSpeed', 'B/s'],
  ]);
  expect(figure('zstd', 'Compress · bytes_per_second')?.value).toBe(2.47259e9);
});

test('pytest-benchmark: the parameter is the system, the test names the metric', async () => {
  const { metrics, systems, figure } = await madeOf(pytestBenchmark);
  expect(systems).toEqual(['zstd', 'lzma']);
  expect(metrics).toEqual([
    ['test_encode', 'writeTime', 's'],
    ['test_decode', 'readTime', 's'],
  ]);
  expect(figure('lzma', 'test_decode')?.range?.high).toBeCloseTo(0.0328, 12);
});

test('systems in columns, with a column of units beside the metrics’ names', async () => {
  const { mapping, metrics, systems, figure } = await madeOf(
    'Metric,Unit,Parquet,ORC\nWrite time,ms,12.5,14\nFile size,MB,3.1,2.9\nWarm read,s,0.4,0.5\n',
  );
  expect(mapping.systemsIn).toBe('columns');
  expect(systems).toEqual(['Parquet', 'ORC']);
  expect(metrics).toEqual([
    ['Write time (ms)', 'writeTime', 'ms'],
    ['File size (MB)', 'fileSize', 'MB'],
    ['Warm read (s)', 'readTime', 's'],
  ]);
  expect(figure('ORC', 'File size (MB)')?.value).toBeCloseTo(2.9e6, 3);
});

test('numbers that repeat are said with their rows, and none of them is taken for the figure', async () => {
  const { problems, set, repeats, figure } = await madeOf(repeatedRunsTable);
  expect(repeats).toBe(1);
  expect(problems).toEqual([
    {
      row: 2,
      column: 'value (ms)',
      says: expect.stringMatching(telling('3 numbers', '“zstd”, “encode”', 'rows 2, 3, 4')),
    },
  ]);
  expect(set.figures).toHaveLength(2);
  expect(figure('zstd', 'encode')).toBeUndefined();
});

test('numbers that repeat are their median from least to greatest, once the user says that they are repeats', async () => {
  const { problems, figure } = await madeOf(repeatedRunsTable, () => ({ repeats: 'median' }));
  expect(problems).toEqual([]);
  expect(figure('zstd', 'encode')).toMatchObject({
    value: 0.012,
    range: { low: 0.011, high: 0.015 },
    printed: 'median of 3: 11.0, 12.0, 15.0',
  });
});

test('where another column tells repeats apart, choosing it takes them all', async () => {
  const { problems, set } = await madeOf(repeatedRunsTable, ({ columns }) => ({
    columns: columns.map((column, index) => (index === 2 ? { role: 'dataset' } : column)),
  }));
  expect(problems).toEqual([]);
  expect(set.figures).toHaveLength(5);
});

test('a metric is read as the user says, and a unit that is none of it is said', async () => {
  const table = await tableIn(tidyTable);
  const mapping = guessMapping(table);
  const [first] = namedMetrics(orientTable(table, mapping), mapping);
  if (first === undefined) throw new Error('No metric is named.');
  const named = new Map([[first.key, { quantity: 'readTime', unit: 'ms', basis: 'user', scope: null } as const]]);
  const { metrics, figure } = await madeOf(tidyTable, () => ({ named }));
  expect(metrics[0]).toEqual(['compress time', 'readTime', 'ms']);
  // The unit in the row is the row's own.
  expect(figure('zstd', 'compress time')?.value).toBe(1.25);
  const wrong = await madeOf(
    'codec,metric,value,unit\na,encode time,1,s\na,size,2,MB\nb,encode time,3,furlongs\nb,size,4,ms\nc,encode time,x,s\nc,,5,s\n',
  );
  expect(wrong.problems).toEqual([
    { row: 4, column: 'value', says: expect.stringMatching(telling('“furlongs”')) },
    { row: 5, column: 'value', says: expect.stringMatching(telling('“4”', 'ms', '“file size”')) },
    { row: 6, column: 'value', says: expect.stringMatching(telling('“x”')) },
    { row: 7, column: 'metric', says: expect.any(String) },
  ]);
});

test('a table of one system needs no column of it', async () => {
  const { systems, metrics } = await madeOf('Metric,Value\nWrite time (ms),12.5\nFile size (MB),3.1\n');
  expect(systems).toEqual(['Test']);
  expect(metrics).toEqual([
    ['Write time (ms)', 'writeTime', 'ms'],
    ['File size (MB)', 'fileSize', 'MB'],
  ]);
});

test.each([lzbench, zstdReadme, clickBench, timeSeries, dataFrames, vectors])('wide tables stay wide', async (text) => {
  const { roles } = await madeOf(text);
  expect(roles).not.toContain('metricName');
  expect(roles).not.toContain('value');
});

test('what goes out as CSV, a row for each figure, comes back as the same figures', async () => {
  const before = await madeOf(lzbench);
  const after = await madeOf(importedCsv(before.set));
  expect(after.metrics).toHaveLength(before.metrics.length);
  expect(after.systems).toEqual(before.systems);
  const valuesOf = ({ set }: typeof before) => set.figures.map(({ value }) => value.toPrecision(12)).toSorted();
  expect(valuesOf(after)).toEqual(valuesOf(before));
});
