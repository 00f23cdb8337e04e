import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import example from '../../../fixtures/imported/example.json';
import { type ImportedScope, type ImportedSet, importedSetSchema } from '../../../workers/model/imported-set';
import { parseWithSchema } from '../../../workers/model/parse';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { nameCandidates } from '../../figures/candidate-names';
import { scatterPublishedMarks } from '../../results/published-points';
import { defaultResultsView, type ResultsView } from '../../view/results-view';
import { operationNames } from '../../figures/operation-names';
import { resultRows } from '../../figures/rows';
import { candidate, codec, makeRun } from '../../results/testing/test-results';
import { importedCharts } from '../../published/import/set/charts';
import { compareSetWithRun } from './compare';
import { aspectFactors, factorsTo } from './factors';
import { importedMarks, importedMarksNote, importedSizeFactors } from './imported-marks';
import { shortScopeLabels } from './provenance';
import { dataOfRun } from './same-data';
import { importedCsv } from '../../published/import/set/set-csv';
import { suggestCandidate } from '../../published/import/columns/suggest';

const set = parseWithSchema(importedSetSchema, example, 'example');

const zstd = candidate('raw', codec('zstd', 1, 'native', 'file'));
const zlib = candidate('raw', codec('deflate', 1, 'native', 'file'));
const dataBytes = 1_000_000;
const clock: Partial<Record<Operation, readonly ('encode' | 'decode' | 'write' | 'read')[]>> = {
  encode: ['encode'],
  decode: ['decode'],
  store: ['encode', 'write'],
};
const result = makeRun({
  cells: [
    { candidate: zstd, sizeBytes: 250_000, ms: { encode: 2, decode: 1, store: 30 }, clock },
    { candidate: zlib, sizeBytes: 300_000, ms: { encode: 10, decode: 4, store: 50 }, clock },
  ],
  operations: ['encode', 'decode', 'store'],
  dataBytes: [dataBytes],
  jitter: 0,
});
const rows = resultRows(result, false);
const run = { result, dataset: 0, rows };
const view = (changes: Partial<ResultsView> = {}): ResultsView => ({ ...defaultResultsView, ...changes });

const withSystems = (candidates: Readonly<Record<string, string>>): ImportedSet => ({
  ...set,
  systems: set.systems.map((system) => ({ ...system, candidate: candidates[system.id] ?? null })),
});
const withScope = (
  of: ImportedSet,
  scope: ImportedScope,
  metrics: readonly string[] = ['compression', 'decompression'],
): ImportedSet => ({
  ...of,
  metrics: of.metrics.map((metric) => (metrics.includes(metric.id) ? { ...metric, scope } : metric)),
});
const mapped = withSystems({ 'zstd-1': candidateKey(zstd), 'zlib-1': candidateKey(zlib) });
const ofSameData = {
  ...mapped,
  datasets: mapped.datasets.map((dataset) => ({ ...dataset, sameAs: dataOfRun(result, 0) })),
};
const comparison = (of: ImportedSet, aspect: string) => {
  const found = compareSetWithRun(of, run).find((each) => each.aspect === aspect);
  if (found === undefined) throw new Error(`There is no comparison of ${aspect}.`);
  return found;
};

test('factors are within the set, of times and sizes where speeds and ratios are printed', () => {
  expect(
    factorsTo(set, 'zlib-1', { quantities: ['writeSpeed'], scope: 'inMemory', datasets: null }).find(
      ({ system }) => system.id === 'zstd-1',
    )?.factor,
  ).toBeCloseTo(510 / 105, 12);
  expect(
    aspectFactors(set, 'zlib-1', { aspect: 'write', scope: 'inMemory', datasets: null }).find(
      ({ system }) => system.id === 'zstd-1',
    )?.factor,
  ).toBeCloseTo(105 / 510, 12);
  expect(
    aspectFactors(set, 'zlib-1', { aspect: 'size', scope: null, datasets: null }).find(
      ({ system }) => system.id === 'lz4',
    )?.factor,
  ).toBeCloseTo(2.743 / 2.101, 12);
});

test('several figures of a quantity are one geometric mean, over those that both have', () => {
  const queries: ImportedSet = {
    ...set,
    metrics: ['a', 'b', 'c'].map((id) => ({ id, label: id, quantity: 'time', unit: 's', scope: 'notStated' })),
    figures: [
      ...['a', 'b', 'c'].map((metric) => ({
        system: 'zlib-1',
        metric,
        dataset: 'silesia',
        printed: '2',
        unit: 's' as const,
        value: 2,
        range: null,
      })),
      { system: 'lz4', metric: 'a', dataset: 'silesia', printed: '1', unit: 's', value: 1, range: null },
      { system: 'lz4', metric: 'b', dataset: 'silesia', printed: '8', unit: 's', value: 8, range: null },
    ],
  };
  expect(
    factorsTo(queries, 'zlib-1', { quantities: ['time'], scope: 'notStated', datasets: null }).find(
      ({ system }) => system.id === 'lz4',
    ),
  ).toMatchObject({ factor: geometricMean([0.5, 4]), count: 2, of: 3 });
  const [summed, ...single] = importedCharts(queries, 'silesia');
  expect(summed?.note).toMatch(telling('3 factors'));
  expect(summed?.bars.find(({ id }) => id === 'lz4')?.text).toBe('1.4× (of 2)');
  expect(single.map(({ title }) => title)).toEqual(['a', 'b', 'c']);
});

test('times there and here are compared as factors to the baseline in both, with the geometric mean of the quotients', () => {
  const write = comparison(mapped, 'write');
  expect(write.reason).toBeNull();
  expect(write.title).toContain('Encode');
  const row = write.rows.find(({ system }) => system.id === 'zstd-1');
  expect(row?.there).toBeCloseTo(105 / 510, 12);
  expect(row?.here).toBeCloseTo(0.2, 12);
  expect(row?.quotient).toBeCloseTo(0.2 / (105 / 510), 12);
  expect(write.mean).toBeCloseTo(row?.quotient ?? Number.NaN, 12);
  expect(write.meanCount).toBe(1);
});

test.each([
  ['a clock that is not stated', withScope(mapped, 'notStated'), 'write', 'does not state'],
  ['sizes of other data', mapped, 'size', 'only for the same data'],
  [
    'a baseline that is no candidate here',
    withSystems({ 'zstd-1': candidateKey(zstd) }),
    'write',
    'Choose the candidate',
  ],
  ['a baseline that this run did not measure', withSystems({ 'zlib-1': 'another' }), 'write', 'did not measure'],
])('%s forms no factor here, and says so', (_, of, aspect, says) => {
  const found = comparison(of, aspect);
  expect(found.reason).toContain(says);
  expect(found.mean).toBeNull();
  expect(found.rows.every(({ here }) => here === null)).toBe(true);
});

test('files written or read in the clock are compared with stored and loaded ones', () => {
  const write = comparison(withScope(mapped, 'withStorage'), 'write');
  expect(write.rows.find(({ system }) => system.id === 'zstd-1')?.here).toBeCloseTo(0.6, 12);
  expect(comparison(withScope(mapped, 'withStorage'), 'read').reason).toContain('no time of');
});

test('without a baseline nothing is compared', () => {
  expect(compareSetWithRun({ ...mapped, baseline: null }, run)).toEqual([]);
});

test('sizes are compared once the data is said to be the same', () => {
  const size = comparison(ofSameData, 'size');
  const row = size.rows.find(({ system }) => system.id === 'zstd-1');
  expect(row?.there).toBeCloseTo(2.743 / 2.896, 12);
  expect(row?.here).toBeCloseTo(250 / 300, 12);
});

test('a mark has its printed ratio and the speed that was measured there, whatever the baseline takes here', () => {
  const marks = importedMarks([ofSameData], result, rows, view({ operation: 'encode' }));
  const lz4 = marks.find(({ systemId }) => systemId === 'lz4');
  expect(lz4?.ratio).toBe(2.101);
  expect(lz4).toMatchObject({ throughput: 675e6, throughputReason: null, printedTime: null });
  expect(lz4?.factor).toMatchObject({ baseline: 'zlib 1.3.1 -1' });
  expect(importedMarksNote(marks)).toMatch(telling('“Compressors beside zstd…”'));
  expect(scatterPublishedMarks(marks)).toHaveLength(5);
  expect(
    scatterPublishedMarks(marks)
      .find(({ id }) => id.endsWith('/lz4'))
      ?.notes.join(' '),
  ).not.toContain('0 items');
});

test('on other data no mark has a ratio, so none is in the scatter; its factors stand beside the bars', () => {
  const marks = importedMarks([mapped], result, rows, view({ operation: 'encode' }));
  expect(scatterPublishedMarks(marks)).toEqual([]);
  expect(importedMarksNote(marks)).toBeNull();
  expect(marks.filter(({ factor, sameClock }) => factor !== null && sameClock)).toHaveLength(5);
});

test('sizes stand beside the bars as factors, of the same data and with the baseline in both alone', () => {
  expect(importedSizeFactors([ofSameData], result, rows, view()).find(({ key }) => key.endsWith('/lz4'))?.text).toMatch(
    /^lz4 1\.10\.0: 1\.3× .*zlib 1\.3\.1 -1$/,
  );
  expect(importedSizeFactors([mapped], result, rows, view())).toEqual([]);
  expect(importedSizeFactors([{ ...ofSameData, systems: set.systems }], result, rows, view())).toEqual([]);
  expect(importedSizeFactors([ofSameData], result, rows, view({ showPublished: false }))).toEqual([]);
});

test('a time is placed nowhere against another clock, nor without the baseline’s', () => {
  const stored = importedMarks([ofSameData], result, rows, view({ operation: 'store' }));
  expect(stored.every(({ throughput }) => throughput === null)).toBe(true);
  expect(stored[0]?.throughputReason).toContain('Compare it with “encode”');
  const unmapped = importedMarks(
    [{ ...ofSameData, systems: set.systems }],
    result,
    rows,
    view({ operation: 'encode' }),
  );
  expect(unmapped.every(({ throughput, factor }) => throughput !== null && factor === null)).toBe(true);
});

test('a speed follows from a time and the bytes of its data, and from no time alone', () => {
  const timed = (bytes: number | null, printed = '250'): ImportedSet => ({
    ...ofSameData,
    datasets: ofSameData.datasets.map((dataset) => ({ ...dataset, dataBytes: bytes })),
    metrics: ofSameData.metrics.map((metric) =>
      metric.id === 'compression' ? { ...metric, quantity: 'writeTime', unit: 'ms' } : metric,
    ),
    figures: ofSameData.figures.map((figure) =>
      figure.metric === 'compression' ? { ...figure, printed, unit: 'ms', value: 0.25 } : figure,
    ),
  });
  const markOf = (of: ImportedSet) =>
    importedMarks([of], result, rows, view({ operation: 'encode' })).find(({ systemId }) => systemId === 'lz4');
  expect(markOf(timed(50e6))).toMatchObject({ throughput: 200e6, throughputReason: null, printedTime: '250 ms' });
  // As the figures of a run are.
  expect(markOf(timed(50e6, '250 ms'))).toMatchObject({ printedTime: '250 ms' });
  expect(markOf(timed(null))).toMatchObject({
    throughput: null,
    throughputReason: expect.any(String),
  });
});

test('a set of this machine says so beside its marks', () => {
  const [mark] = importedMarks([{ ...ofSameData, sameMachine: true }], result, rows, view({ operation: 'encode' }));
  const [other] = importedMarks([ofSameData], result, rows, view({ operation: 'encode' }));
  expect(other?.citation).toContain('Hardware');
  expect(mark?.citation).not.toContain('Hardware');
});

test('the same workload with another parameter is other data', () => {
  const [spec] = result.plan.datasets;
  if (spec?.source !== 'workload') throw new Error('The run is of a workload.');
  const other = {
    ...result,
    plan: { ...result.plan, datasets: [{ ...spec, knobs: { ...spec.knobs, dimension: 3 } }] },
  };
  expect(scatterPublishedMarks(importedMarks([ofSameData], other, rows, view({ operation: 'encode' })))).toEqual([]);
});

test('filters and the switch hide imported marks as they hide published ones', () => {
  expect(importedMarks([ofSameData], result, rows, view({ showPublished: false }))).toEqual([]);
  expect(
    importedMarks([ofSameData], result, rows, view({ hiddenCodecs: ['zstd'] })).map(({ systemId }) => systemId),
  ).not.toContain('zstd-1');
});

test('names suggest candidates: codec and level, and a format only where it is told', () => {
  const candidates = [
    zstd,
    candidate('raw', codec('zstd', 19, 'native', 'file')),
    candidate('parquet', codec('zstd', 1)),
    candidate('raw'),
  ];
  const names = nameCandidates(candidates);
  const named = candidates.flatMap((each, index) =>
    names[index] === undefined ? [] : [{ key: candidateKey(each), names: names[index] }],
  );
  const suggested = (label: string) =>
    named.findIndex(({ key }) => key === suggestCandidate({ id: 'x', label, candidate: null }, named));
  expect(suggested('zstd 1.5.7 -1')).toBe(0);
  expect(suggested('zstd 1.5.7 -19')).toBe(1);
  expect(suggested('Parquet zstd')).toBe(2);
  expect(suggested('memcpy')).toBe(3);
  expect(suggested('lz4 1.10.0')).toBe(-1);
});

test('a set as CSV has a row for each figure, and no field that a spreadsheet would run', () => {
  const csv = importedCsv({ ...set, title: '=HYPERLINK("x")' });
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(16);
  expect(lines[2]).toContain(',no,inMemory,');
  expect(lines[1]).toContain(
    `"'=HYPERLINK(""x"")",zstd 1.5.7 -1,Silesia corpus,,211947520,Ratio,ratio,2.896,1,2.896,1,,,no`,
  );
});

/** Compression timed twice: in memory, and with the file written, 10 times as long for all but zlib. */
const ofTwoClocks: ImportedSet = {
  ...ofSameData,
  metrics: [
    ...ofSameData.metrics,
    { id: 'stored', label: 'Compress to disk (s)', quantity: 'writeTime', unit: 's', scope: 'withStorage' },
  ],
  figures: [
    ...ofSameData.figures,
    { system: 'zlib-1', metric: 'stored', dataset: 'silesia', printed: '3', unit: 's', value: 3, range: null },
    { system: 'zstd-1', metric: 'stored', dataset: 'silesia', printed: '1.5', unit: 's', value: 1.5, range: null },
  ],
};

test('columns under unlike clocks are compared each with the operation of its own, and form no factor together', () => {
  const writes = compareSetWithRun(ofTwoClocks, run).filter(({ aspect }) => aspect === 'write');
  expect(writes.map(({ scope, title }) => [scope, title])).toEqual([
    ['inMemory', expect.stringMatching(telling(`“${operationNames.encode}”`))],
    ['withStorage', expect.stringMatching(telling(`“${operationNames.store}”`))],
  ]);
  const there = writes.map(({ rows: systems }) => systems.find(({ system }) => system.id === 'zstd-1')?.there);
  expect(there[0]).toBeCloseTo(105 / 510, 12);
  expect(there[1]).toBeCloseTo(0.5, 12);
  expect(writes.map(({ rows: systems }) => systems.find(({ system }) => system.id === 'zstd-1')?.here)).toEqual([
    0.2, 0.6,
  ]);
});

test('a mark’s speed is by the column whose clock ran over what the chart shows', () => {
  const speedOf = (operation: Operation) =>
    importedMarks([ofTwoClocks], result, rows, view({ operation })).find(({ systemId }) => systemId === 'zstd-1')
      ?.throughput;
  expect(speedOf('encode')).toBe(510e6);
  expect(speedOf('store')).toBeCloseTo(211_947_520 / 1.5, 3);
});

test('times of one quantity under unlike clocks are summed up apart, and the charts say which', () => {
  const twice: ImportedSet = {
    ...set,
    metrics: ['a', 'b', 'c', 'd'].map((id, index) => ({
      id,
      label: id,
      quantity: 'time',
      unit: 's',
      scope: index < 2 ? 'inMemory' : 'withStorage',
    })),
    figures: ['a', 'b', 'c', 'd'].flatMap((metric, index) =>
      ['zlib-1', 'lz4'].map((system) => ({
        system,
        metric,
        dataset: 'silesia',
        printed: '1',
        unit: 's' as const,
        value: system === 'lz4' ? 1 + index : 1,
        range: null,
      })),
    ),
  };
  const summed = importedCharts(twice, 'silesia').filter(({ id }) => id.startsWith('factors-'));
  expect(summed.map(({ note }) => note)).toEqual([
    expect.stringMatching(telling(shortScopeLabels.inMemory, '2 factors')),
    expect.stringMatching(telling(shortScopeLabels.withStorage, '2 factors')),
  ]);
  expect(summed.map(({ bars }) => bars.find(({ id }) => id === 'lz4')?.value)).toEqual([
    geometricMean([1, 2]),
    geometricMean([3, 4]),
  ]);
});

test('columns that tell unlike things are not summed up, though their quantity is one', () => {
  const speeds: ImportedSet = {
    ...set,
    metrics: ['C MB/s', 'D MB/s'].map((label, index) => ({
      id: `m${index}`,
      label,
      quantity: 'speed',
      unit: 'MB/s',
      scope: 'inMemory',
    })),
    figures: ['m0', 'm1'].flatMap((metric) =>
      ['zlib-1', 'lz4'].map((system) => ({
        system,
        metric,
        dataset: 'silesia',
        printed: '1',
        unit: 'MB/s' as const,
        value: 1e6,
        range: null,
      })),
    ),
  };
  expect(importedCharts(speeds, 'silesia').map(({ title }) => title)).toEqual(['C MB/s', 'D MB/s']);
  const queries = {
    ...speeds,
    metrics: speeds.metrics.map((metric, index) => ({ ...metric, label: `Q${index} (MB/s)` })),
  };
  expect(importedCharts(queries, 'silesia')[0]?.note).toMatch(telling('2 factors'));
});
