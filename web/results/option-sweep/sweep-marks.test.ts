import { expect, test } from 'vitest';
import type { PublishedMark } from '../../sources/marks';
import { exampleMark } from '../../published/testing/test-marks';
import type { Registry } from '../../figures/candidate-names';
import { scatterPublishedMarks } from '../published-points';
import { resultRows } from '../../figures/rows';
import { candidate, codec, formatImplementation, formatMeta, type MadeCell, makeRun } from '../testing/test-results';
import { optionSweeps } from './option-sweeps';
import { lookupOperations, optionSweepMarks, optionSweepPublishedMarks } from './sweep-marks';

const treedbm = formatMeta('treedbm', 'TreeDBM', [
  formatImplementation(
    'formatlab',
    'Formatlab',
    [
      { type: 'integer', id: 'pageSize', label: 'Page size', unit: 'bytes', min: 1, max: 1e6, default: 8_130 },
      { type: 'number', id: 'fill', label: 'Fill', min: 0, max: 1, step: 0.1, default: 1 },
      {
        type: 'integer',
        id: 'training',
        label: 'Training',
        min: 1,
        max: 9,
        default: 1,
        onlyWithCodecs: ['trained'],
      },
      { type: 'choice', id: 'crc', label: 'CRC', choices: [{ value: '0', label: 'none' }], default: '0' },
    ],
    [{ id: 'zstd', label: 'Zstandard', family: 'zstd', granularity: 'page', levels: null }],
  ),
]);
const registry: Registry = { formats: new Map([['treedbm', treedbm]]), codecs: new Map() };
const tree = (options: MadeCell['candidate']['options'], level: number | null | 'none' = 'none') =>
  candidate('treedbm', level === 'none' ? null : codec('zstd', level), options);
const lookup = (ms: number, warmMs?: number): NonNullable<MadeCell['ms']> =>
  warmMs === undefined ? { lookup: ms } : { lookup: ms, warmLookup: warmMs };

function sweepsOf(...cells: MadeCell[]) {
  const run = makeRun({ cells, operations: ['encode', 'lookup', 'warmLookup'] });
  return optionSweeps(resultRows(run, false, registry), run.plan.candidates, registry);
}
const [sweep] = sweepsOf(
  { candidate: tree({ pageSize: 8_192 }), sizeBytes: 5_000_000, ms: lookup(4, 1) },
  { candidate: tree({ pageSize: 4_096 }), sizeBytes: 10_000_000, ms: lookup(2) },
  { candidate: tree({ pageSize: 4_096 }, null), sizeBytes: 2_000_000, ms: { warmLookup: 6 } },
  { candidate: tree({ pageSize: 8_192 }, null), sizeBytes: 1_000_000, ms: lookup(8) },
);
if (sweep === undefined) throw new Error('There is a sweep.');

test('points are drawn line by line, the cold before the warm, by rising value', () => {
  const [plain, coded] = sweep.lines;
  expect(
    optionSweepMarks(sweep).map(({ id, line, cache, x, y, point, time }) => [
      id,
      line,
      cache,
      x,
      y,
      point[cache] === time,
    ]),
  ).toEqual([
    ['0:1:cold', plain?.key, 'cold', 0.02, 1, true],
    ['0:0:cold', plain?.key, 'cold', 0.04, 2, true],
    ['0:0:warm', plain?.key, 'warm', 0.01, 2, true],
    ['0:3:cold', coded?.key, 'cold', 0.08, 10, true],
    ['0:2:warm', coded?.key, 'warm', 0.06, 5, true],
  ]);
  expect(lookupOperations).toEqual({ cold: 'lookup', warm: 'warmLookup' });
});

test('a published ratio stands beside a line of its format and codec, with the value of the option', () => {
  const mark = (changes: Partial<PublishedMark>): PublishedMark =>
    exampleMark({
      label: 'TreeDBM',
      shortLabel: 'tree',
      sourceId: '002',
      codecId: 'zstd',
      candidate: tree({ pageSize: 131_072 }, 3),
      throughput: null,
      printedTime: null,
      datasetLabel: 'words',
      ...changes,
    });
  expect(
    optionSweepPublishedMarks(sweep, [
      mark({}),
      mark({ codecId: 'lz4' }),
      mark({ candidate: null }),
      mark({ candidate: candidate('hashdbm', null, { pageSize: 4_096 }) }),
      mark({ candidate: tree({}) }),
      mark({ candidate: tree({ pageSize: 'large' }) }),
      mark({ nearest: false }),
      mark({ codecId: 'none', candidate: tree({ pageSize: 4_096 }), sourceId: '009' }),
    ]),
  ).toEqual([
    { mark: scatterPublishedMarks([mark({})])[0], label: 'zstd, 128 KiB (002)' },
    { mark: scatterPublishedMarks([mark({ sourceId: '009' })])[0], label: 'none, 4 KiB (009)' },
  ]);
});

test('a line is called after its codec, with the level, or in full where two have one', () => {
  const cells = (level: number | null | 'none', crc: string): MadeCell[] =>
    [4_096, 8_192].map((pageSize) => ({ candidate: tree({ pageSize, crc }, level), ms: lookup(1) }));
  const labels = (...made: MadeCell[]) => sweepsOf(...made).map(({ lines }) => lines.map(({ label }) => label));
  expect(labels(...cells('none', '0'), ...cells(null, '0'), ...cells(3, '0'))).toEqual([
    ['no codec', 'Zstandard', 'Zstandard 3'],
  ]);
  expect(labels(...cells('none', '0'), ...cells('none', '1'), ...cells(3, '0'))).toEqual([
    ['TreeDBM, none', 'TreeDBM, 1', 'Zstandard 3'],
  ]);
});

test('each numeric option has a sweep of its own, but for one that does nothing beside the codec', () => {
  const made = (options: MadeCell['candidate']['options'], changes: Partial<MadeCell> = {}): MadeCell => ({
    candidate: tree(options),
    ms: lookup(1),
    ...changes,
  });
  const keys = (...cells: MadeCell[]) => sweepsOf(...cells).map(({ key }) => key);
  expect(
    keys(made({ pageSize: 1, fill: 0.5 }), made({ pageSize: 2, fill: 0.5 }), made({ pageSize: 1, fill: 1 })),
  ).toEqual(['treedbm/pageSize', 'treedbm/fill']);
  expect(keys(made({ training: 1 }), made({ training: 2 }))).toEqual([]);
  expect(keys(made({ crc: '0' }), made({ crc: '1' }))).toEqual([]);
  expect(keys(made({ pageSize: 1 }), made({ pageSize: 1 }))).toEqual([]);
  expect(keys(made({ pageSize: 1 }), made({ pageSize: 2 }, { sizeBytes: null }))).toEqual([]);
  expect(keys(made({ pageSize: 1 }), made({ pageSize: 2 }, { status: 'failed' }))).toEqual([]);
  expect(keys(made({ pageSize: 1 }), made({ pageSize: 2 }, { ms: lookup(0) }))).toEqual([]);
});

test('the time of a look-up is that of a call over its look-ups, with its spread', () => {
  const [point] = sweep.lines[0]?.points ?? [];
  expect(point).toMatchObject({ value: 4_096, valueText: '4 KiB', ratio: 1, warm: null });
  expect(point?.cold).toEqual({ figures: point?.row.operations.lookup, bestMs: 0.02, lowMs: 0.02, highMs: 0.02 });
});
