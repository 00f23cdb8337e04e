import { describe, expect, test } from 'vitest';
import example from '../../../fixtures/imported/example.json';
import { type ImportedSet, importedSetSchema } from '../../../workers/model/imported-set';
import { parseWithSchema } from '../../../workers/model/parse';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import { importedSizeMarks } from '../../sources/imported/imported-marks';
import { dataOfRun } from '../../sources/imported/same-data';
import { telling } from '../../../workers/model/testing/telling';
import { publishedMarks } from '../../sources/marks';
import { publishedSizeMarks } from '../../sources/size-marks';
import { loadPublishedSources } from '../../sources/sources';
import { formatClock } from '../../figures/clock-scope';
import { defaultResultsView, type ResultsView } from '../../view/results-view';
import { resultRows } from '../../figures/rows';
import { candidate, makeRun } from '../testing/test-results';
import { placedMarksNote, placeSizeSweepMarks, unplacedMarkReasons } from './sweep-marks';
import { sizeSweepSeries } from './sweep-series';

const sources = await loadPublishedSources();
const pickle = candidate('pickle', null, { protocol: '4' });
const bulk = candidate('hdf5', null, { layout: 'bulk' }, 'h5wasm');
const clock = { encode: ['encode'], store: ['encode', 'write'], load: ['read', 'decode'] } as const;

/** Of 1,000, 10,000 and 40,000 vectors; times grow with the data. */
const run = makeRun({
  cells: [
    { candidate: pickle, ms: { encode: 10, store: 20, load: 8 }, clock },
    { candidate: bulk, ms: { encode: 5, store: 15, load: 6 }, clock },
  ],
  operations: ['encode', 'store', 'load'],
  dataBytes: [10_240_000, 102_400_000, 409_600_000],
});
const view = (operation: Operation, changes: Partial<ResultsView> = {}): ResultsView => ({
  ...defaultResultsView,
  operation,
  dataset: 1,
  ...changes,
});
const seriesOf = (operation: Operation, result = run) => sizeSweepSeries(resultRows(result, false), operation);
const publishedOf = (operation: Operation, changes: Partial<ResultsView> = {}) =>
  placeSizeSweepMarks(
    seriesOf(operation),
    publishedSizeMarks(publishedMarks(sources, run, view(operation, changes)).marks),
  );

test('a published time stands at its own size, in its own time', () => {
  const { placed } = publishedOf('store');
  const mark = placed.find(({ id }) => id === 'published:000/hdf5-each/n10000');
  expect(mark?.x).toBe(10_000);
  expect(mark?.y).toBeCloseTo(2_840, 6);
  expect(placedMarksNote(placed)).toMatch(telling('Johin 2024', '000'));
});

test('no mark stands beyond the sizes measured here', () => {
  const { placed, unplaced } = publishedOf('store');
  expect(placed.length).toBeGreaterThan(0);
  expect(placed.every(({ mark }) => mark.itemCount === 10_000)).toBe(true);
  expect(
    unplacedMarkReasons(unplaced)
      .map(({ text }) => text)
      .join('\n'),
  ).toMatch(telling('50,000'));
});

test('clocks of other work place nothing, and say so', () => {
  const { placed, unplaced } = publishedOf('encode');
  expect(placed).toEqual([]);
  expect(placedMarksNote(placed)).toBeNull();
  expect(unplaced.every(({ reason }) => reason.includes('other work'))).toBe(true);
});

test('the switch hides published and imported marks', () => {
  expect(publishedOf('store', { showPublished: false })).toEqual({ placed: [], unplaced: [] });
  expect(importedSizeMarks([imported()], run, view('store', { showPublished: false })).marks).toEqual([]);
});

/** zlib is Pickle here; compression timed with its file, of 2,000 and of 20,000 items of the run's data. */
function imported(changes: Partial<ImportedSet> = {}): ImportedSet {
  const set = parseWithSchema(importedSetSchema, example, 'example');
  const sameAs = dataOfRun(run, 0);
  const datasets = [2_000, 20_000].map((itemCount) => ({
    id: `n${itemCount}`,
    label: String(itemCount),
    itemCount,
    dataBytes: null,
    sameAs,
  }));
  return {
    ...set,
    title: 'Theirs',
    datasets,
    systems: set.systems.map((system) => ({
      ...system,
      candidate: system.id === 'zlib-1' ? candidateKey(pickle) : null,
    })),
    metrics: [{ id: 'write', label: 'Write (s)', quantity: 'writeTime', unit: 's', scope: 'withStorage' }],
    figures: datasets.flatMap(({ id }) =>
      ['zlib-1', 'lz4'].map((system) => ({
        system,
        metric: 'write',
        dataset: id,
        printed: '1',
        unit: 's' as const,
        value: system === 'lz4' ? 0.5 : 1,
        range: null,
      })),
    ),
    ...changes,
  };
}

const importedOf = (set: ImportedSet, operation: Operation = 'store') =>
  placeSizeSweepMarks(seriesOf(operation), importedSizeMarks([set], run, view(operation)));

test('an imported time stands at its own size, in its own time, without a baseline too', () => {
  expect(
    importedOf(imported({ baseline: null })).placed.map(({ x, y, mark }) => [mark.label, x, y, mark.printed]),
  ).toEqual([
    ['zlib 1.3.1 -1', 2_000, 1_000, '1 s'],
    ['lz4 1.10.0', 2_000, 500, '1 s'],
    ['zlib 1.3.1 -1', 20_000, 1_000, '1 s'],
    ['lz4 1.10.0', 20_000, 500, '1 s'],
  ]);
});

test('an imported speed is a time where the bytes of its data are told', () => {
  const speeds = (bytes: number | null) =>
    imported({
      datasets: imported().datasets.map((dataset) => ({ ...dataset, dataBytes: bytes })),
      metrics: [{ id: 'write', label: 'Write', quantity: 'writeSpeed', unit: 'MB/s', scope: 'withStorage' }],
      figures: imported().figures.map((figure) => ({ ...figure, printed: '2', unit: 'MB/s', value: 2e6 })),
    });
  expect(importedOf(speeds(1e6)).placed.map(({ y }) => y)).toEqual([500, 500, 500, 500]);
  expect(importedOf(speeds(null)).placed).toEqual([]);
});

test.each([
  ['another operation', imported(), 'encode', 'Compare it with “encode and store”'],
  [
    'a size that is not stated',
    imported({ datasets: imported().datasets.map((dataset) => ({ ...dataset, itemCount: null })) }),
    'store',
    'number of items',
  ],
] as const)('%s places no imported mark, and says why', (_, set, operation, says) => {
  const { placed, unplaced } = importedOf(set, operation);
  expect(placed).toEqual([]);
  expect(unplaced.map(({ reason }) => reason).join(' ')).toContain(says);
});

test('imported times of other data are neither drawn nor told of', () => {
  expect(
    importedOf(imported({ datasets: imported().datasets.map((dataset) => ({ ...dataset, sameAs: null })) })),
  ).toEqual({ placed: [], unplaced: [] });
});

describe('a mark beside a line of two points', () => {
  const [line] = seriesOf('store').filter(({ candidateKey: key }) => key === candidateKey(pickle));
  const [low, high] = line?.points ?? [];
  const [published] = publishedSizeMarks(publishedMarks(sources, run, view('store')).marks).marks;
  if (line === undefined || low === undefined || high === undefined || published === undefined)
    throw new Error('The run has two sizes, and a mark.');
  const series = [{ ...line, points: [low, high] }];
  const mark = {
    ...published,
    label: 'Theirs',
    sourceId: '009',
    sourceCitation: 'Doe 2020',
  };
  const placeOf = (changes: Partial<typeof mark>) =>
    placeSizeSweepMarks(series, { marks: [{ ...mark, ...changes }], unplaced: [] });
  const reasonOf = (changes: Partial<typeof mark>) => {
    const { placed, unplaced } = placeOf(changes);
    expect(placed).toEqual([]);
    return unplaced;
  };

  test('stands in its own time between the sizes, and at them', () => {
    for (const itemCount of [low.x, 2_000, high.x]) {
      const own = { ...mark, itemCount, timeMs: 3, clock: null };
      expect(placeOf(own)).toEqual({
        placed: [{ id: `published:${mark.key}`, mark: own, x: itemCount, y: 3 }],
        unplaced: [],
      });
    }
  });

  test('has no place beyond the sizes, either way', () => {
    expect(reasonOf({ itemCount: low.x - 1 })).toEqual([
      {
        label: 'Theirs',
        sourceName: 'Doe 2020 (source 009)',
        reason: expect.stringMatching(telling(999)),
      },
    ]);
    expect(reasonOf({ itemCount: high.x + 1 })).toEqual([
      {
        label: 'Theirs',
        sourceName: 'Doe 2020 (source 009)',
        reason: expect.stringMatching(telling('10,001')),
      },
    ]);
  });

  test('has no place where every clock here includes other work', () => {
    const ours = formatClock(low.figures.clock);
    const other = ['encode'] as const;
    expect(reasonOf({ itemCount: 2_000, clock: [...other] })).toEqual([
      {
        label: 'Theirs',
        sourceName: 'Doe 2020 (source 009)',
        reason: expect.stringMatching(telling(`(${formatClock(other)})`, `(${ours})`)),
      },
    ]);
    const unlike = [{ ...line, points: [low, { ...high, figures: { ...high.figures, clock: other } }] }];
    const ofOneLine = { ...mark, itemCount: 2_000, clock: low.figures.clock };
    expect(
      placeSizeSweepMarks(unlike, { marks: [ofOneLine], unplaced: [] }).placed.map(({ mark: placed }) => placed),
    ).toEqual([ofOneLine]);
  });

  test('stands in the order of the sizes, and what had no place before keeps its reason', () => {
    const before = { label: 'Before', sourceName: 'Roe 2019 (source 008)', reason: 'None.' };
    const { placed, unplaced } = placeSizeSweepMarks(series, {
      marks: [9_000, 2_000, 5_000].map((itemCount) => ({ ...mark, itemCount })),
      unplaced: [before],
    });
    expect(placed.map(({ x }) => x)).toEqual([2_000, 5_000, 9_000]);
    expect(unplaced).toEqual([before]);
    const [first, second] = placed;
    if (first === undefined || second === undefined) throw new Error('There are three.');
    expect(placedMarksNote([first, { ...second, mark: { ...second.mark, sourceId: '010' } }, first])).toMatch(
      /(?<!009.*)009(?!.*009).*(?<!010.*)010(?!.*010)/u,
    );
  });

  test('what has no place is told reason by reason, each label once', () =>
    expect(
      unplacedMarkReasons([
        { label: 'A', sourceName: '001', reason: 'None.' },
        { label: 'B', sourceName: '001', reason: 'None.' },
        { label: 'A', sourceName: '001', reason: 'None.' },
        { label: 'A', sourceName: '002', reason: 'None.' },
        { label: 'A', sourceName: '001', reason: 'Other.' },
      ]),
    ).toEqual([
      { key: '001\nNone.', text: '001: A; B. None.' },
      { key: '002\nNone.', text: '002: A. None.' },
      { key: '001\nOther.', text: '001: A. Other.' },
    ]));
});
