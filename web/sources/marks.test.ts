import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import type { Plan } from '../../workers/model/plan';
import { candidateKey } from '../../workers/model/plan';
import { candidate } from '../results/testing/test-results';
import { publishedMarks } from './marks';
import { bulk, find, marksOf, run, sources, view } from './testing/published-run';

test('a size is a ratio of the data that both have: 98 MiB of 102.57 million bytes', () => {
  const mark = find(marksOf('keyedVectors'), '000/hdf5-bulk/n10000');
  expect(mark.ratio).toBeCloseTo(102_570_004 / (98 * 2 ** 20), 10);
  expect(mark.printedSize).toBe('98 MB');
});

test('a speed is placed only where both clocks included the same', () => {
  const encode = find(marksOf('keyedVectors', { operation: 'encode' }), '000/pickle/n10000');
  expect(encode.throughput).toBeNull();
  expect(encode.throughputReason).toMatch(telling('“encode and store”'));
  const store = find(marksOf('keyedVectors', { operation: 'store' }), '000/pickle/n10000');
  expect(store.throughput).toBeCloseTo(102_570_004 / 0.47, 3);
  expect(store.throughputReason).toBeNull();
  expect(find(marksOf('keyedVectors', { operation: 'load' }), '000/pickle/n10000').throughput).toBeCloseTo(
    102_570_004 / 0.15,
    3,
  );
});

test('source 004 times generating and reducing, so its speed is placed nowhere, but its sizes are', () => {
  for (const operation of ['encode', 'store', 'decode', 'load'] as const) {
    const mark = find(marksOf('events', { operation }), '004/zstd/n100000000');
    expect(mark.throughput).toBeNull();
    expect(mark.throughputReason).toContain('other work');
    expect(mark.ratio).toBeCloseTo(6.4 / 0.82, 10);
  }
});

test('a clock that the source does not tell forms neither speed nor factor', () => {
  const mark = find(marksOf('events', { operation: 'store' }), '004/root-lz4/n100000000');
  expect(mark.throughputReason).toContain('does not say');
  expect(mark.factor).toBeNull();
  expect(mark.factorReason).toContain('does not say');
  expect(mark.candidate?.format).toBe('root');
});

test('factors are taken within the source, against the chosen baseline where the source has it', () => {
  expect(find(marksOf('keyedVectors', { operation: 'store' }), '000/hdf5-each/n10000').factor).toEqual({
    value: 2.84 / 0.47,
    baseline: 'Pickle',
    elsewhere: [],
  });
  const against = marksOf('keyedVectors', { operation: 'store', baseline: candidateKey(bulk) });
  expect(find(against, '000/hdf5-each/n10000').factor).toEqual({
    value: 2.84 / 0.36,
    baseline: 'HDF5, bulk',
    elsewhere: [],
  });
});

test('a factor is taken within the table that measured both', () => {
  const mark = find(
    marksOf('keyedVectors', { operation: 'store', baseline: candidateKey(bulk) }),
    '000/hdf5-gzip/n50000',
  );
  expect(mark.factor?.value).toBeCloseTo(26.36 / 3.11, 10);
});

test('no clock of a mixed run may differ', () => {
  const mixed = run('keyedVectors');
  for (const cell of mixed.cells) {
    const store = cell.status === 'completed' && cell.candidate === 1 ? cell.operations.store : undefined;
    if (store?.status === 'measured') store.clock = ['encode'];
  }
  expect(
    publishedMarks(sources, mixed, view({ operation: 'store' })).marks.every(({ throughput }) => throughput === null),
  ).toBe(true);
});

test('other data has no marks, and the reason is there', () => {
  const { marks, omitted, note } = marksOf('keyedVectors', {}, { zeroShare: 0.5 });
  expect(marks).toEqual([]);
  expect(note).toBeNull();
  expect(omitted).toEqual([
    { sourceId: '000', reason: expect.stringMatching(telling('zeroShare', 0.5, 0)) },
    ...['001', '002', '003', '004'].map((sourceId) => ({
      sourceId,
      reason: expect.not.stringMatching(/\d/),
    })),
  ]);
});

test('an own file has no marks', () => {
  const result = run('keyedVectors');
  const plan: Plan = {
    ...result.plan,
    datasets: [{ source: 'ownFile', type: 'csv', fileName: null, fileSizeBytes: 10, sha256: null, columnTypes: null }],
  };
  expect(publishedMarks(sources, { ...result, plan }, view()).marks).toEqual([]);
});

test('filters and the switch hide marks', () => {
  expect(marksOf('keyedVectors', { showPublished: false }).marks).toEqual([]);
  expect(
    marksOf('keyedVectors', { hiddenFormats: ['hdf5'] }).marks.every(({ formatId }) => formatId === 'pickle'),
  ).toBe(true);
  expect(marksOf('keyedVectors', { hiddenCodecs: ['none'] }).marks.every(({ codecId }) => codecId === 'gzip')).toBe(
    true,
  );
});

test('of each system the size nearest to the run’s is marked, with citation', () => {
  const { marks, note } = marksOf('keyedVectors', { operation: 'store' });
  const nearest = marks.filter((mark) => mark.nearest);
  expect(nearest.map(({ key }) => key)).toEqual([
    '000/pickle/n10000',
    '000/hdf5-each/n10000',
    '000/hdf5-bulk/n10000',
    '000/hdf5-gzip/n10000',
  ]);
  expect(nearest[0]?.citation).toMatch(
    telling('Johin', '“[Python] Pickle vs. HDF5”', '18 November 2024', '“Various size of datasets”'),
  );
  expect(note).toContain('another machine');
});

test('look-ups are nowhere timed', () => {
  expect(
    marksOf('keyedVectors', { operation: 'lookup' }).marks.every(
      ({ throughput, factor }) => throughput === null && factor === null,
    ),
  ).toBe(true);
});

test('source 002: sizes are placed, and where only a ratio is printed, by the plain file that it is a ratio of', () => {
  const marks = marksOf('dictionary', { operation: 'store' });
  const dataBytes = 8 * 246_470 + 246_469 * 694;
  expect(find(marks, '002/hash-zstd/records').ratio).toBeCloseTo(dataBytes / 101_286_939, 10);
  const large = find(marks, '002/tree64-lzma/records');
  expect(large).toMatchObject({ printedSize: '0.236', sizeOf: 'TreeDBM, uncompressed' });
  expect(large.ratio).toBeCloseTo(dataBytes / (0.236 * 173_908_640), 10);
});

test('source 002: a rebuild reads one file and writes another, so its speed is placed nowhere; factors are over the same kind of database', () => {
  for (const operation of ['encode', 'store', 'decode', 'load'] as const) {
    const mark = find(marksOf('dictionary', { operation }), '002/tree-zstd/records');
    expect(mark).toMatchObject({ throughput: null, sameClock: false });
    expect(mark.throughputReason).toContain('other work');
    expect(mark.throughputReason).not.toContain('Compare it with');
  }
  expect(find(marksOf('dictionary', { operation: 'store' }), '002/tree-zstd/records').factor).toEqual({
    value: 1.473 / 0.567,
    baseline: 'TreeDBM, uncompressed',
    elsewhere: [],
  });
  const plain = candidate('hashdbm', null, { alignPow: 0, buckets: 'records' });
  const result = run('dictionary');
  const plan: Plan = { ...result.plan, candidates: [plain, ...result.plan.candidates.slice(1)] };
  const against = publishedMarks(
    sources,
    { ...result, plan },
    view({ operation: 'store', baseline: candidateKey(plain) }),
  );
  expect(find(against, '002/tree-zstd/records').factor).toEqual({
    value: 1.473 / 0.7,
    baseline: 'HashDBM, uncompressed',
    elsewhere: [],
  });
});

test('source 001: each workload has its own marks, which are factors alone', () => {
  const knobs = { elementType: 'float64' };
  const arrays = marksOf('array', { operation: 'encode' }, knobs);
  expect(arrays.marks.map(({ key }) => key)).toEqual(['001/to-julia/array', '001/to-python/array']);
  expect(arrays.note).toBeNull();
  const mark = find(arrays, '001/to-julia/array');
  expect(mark).toMatchObject({
    ratio: null,
    throughput: null,
    sameClock: true,
    throughputReason: expect.any(String),
  });
  expect(mark.factor).toEqual({ value: 1 / 1.57, baseline: 'Pickle', elsewhere: [1 / 2.61] });
  expect(find(marksOf('dict', { operation: 'decode' }), '001/to-python/dict').factor).toEqual({
    value: 1 / 14.4,
    baseline: 'Pickle',
    elsewhere: [1 / 1.23],
  });
  expect(find(marksOf('array', { operation: 'store' }, knobs), '001/to-julia/array').sameClock).toBe(false);
});

test('source 001: on Julia’s side, and over another baseline, there is no factor', () => {
  expect(find(marksOf('array', { operation: 'decode' }), '001/to-julia/array')).toMatchObject({
    factor: null,
    factorReason: expect.any(String),
  });
  const destination = candidate('destination', null, { destination: 'Python' });
  const result = run('array');
  const plan: Plan = { ...result.plan, candidates: [destination, ...result.plan.candidates.slice(1)] };
  const against = publishedMarks(
    sources,
    { ...result, plan },
    view({ operation: 'encode', baseline: candidateKey(destination) }),
  );
  expect(find(against, '001/to-julia/array')).toMatchObject({
    factor: null,
    factorReason: expect.stringMatching(telling('Proposed format, to Python')),
  });
});

test('arrays of integers, and lists, have no marks', () => {
  expect(marksOf('array', {}, { elementType: 'int64' }).omitted).toContainEqual({
    sourceId: '001',
    reason: expect.stringMatching(telling('elementType', 'int64', 'float64')),
  });
  expect(marksOf('list').marks).toEqual([]);
});
