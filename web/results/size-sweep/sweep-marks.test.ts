import { describe, expect, test } from 'vitest';
import example from '../../../fixtures/imported/example.json';
import { type ImportedSet, importedSetSchema } from '../../../workers/model/imported-set';
import { parse } from '../../../workers/model/parse';
import { candidateKey, type Operation } from '../../../workers/model/plan';
import { importedSizeMarks } from '../../published/import/imported-marks';
import { dataOfRun } from '../../published/import/same-data';
import { publishedMarks } from '../../published/marks';
import { publishedSizeMarks } from '../../published/size-marks';
import { loadPublishedSources } from '../../published/sources';
import { formatClock } from '../clock-scope';
import { defaultResultsView, type ResultsView } from '../results-view';
import { resultRows } from '../rows';
import { candidate, makeRun } from '../test-results';
import { placedWords, sweepMarks, unplacedWords } from './sweep-marks';
import { sweepSeries } from './sweep-series';

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
const seriesOf = (operation: Operation, result = run) => sweepSeries(resultRows(result, false), operation);
const publishedOf = (operation: Operation, changes: Partial<ResultsView> = {}) =>
  sweepMarks(seriesOf(operation), publishedSizeMarks(publishedMarks(sources, run, view(operation, changes)).marks));

test('a published factor stands at its own size, times what its baseline took here', () => {
  const { placed } = publishedOf('store');
  const base = seriesOf('store').find(({ candidateKey: key }) => key === candidateKey(pickle))?.points[1];
  const mark = placed.find(({ id }) => id === 'published:000/hdf5-each/n10000');
  expect(mark?.x).toBe(10_000);
  expect(mark?.y).toBeCloseTo((base?.y ?? 0) * (2.84 / 0.47), 6);
  expect(mark?.basis).toBe('measured here at that size');
  expect(placedWords(placed)).toContain('factor there to Pickle (000)');
});

test('what factors are to is no mark, and no mark stands beyond the sizes measured here', () => {
  const { placed, unplaced } = publishedOf('store');
  expect(placed.every(({ mark }) => mark.label !== 'Pickle' && mark.itemCount === 10_000)).toBe(true);
  expect(
    unplacedWords(unplaced)
      .map(({ text }) => text)
      .join('\n'),
  ).toContain('Its size, 50,000 items, lies beyond those measured here.');
});

test('clocks of other work place nothing, and say so', () => {
  const { placed, unplaced } = publishedOf('encode');
  expect(placed).toEqual([]);
  expect(placedWords(placed)).toBeNull();
  expect(unplaced.every(({ reason }) => reason.includes('other work'))).toBe(true);
});

test('a baseline that is filtered away leaves its marks without a place', () => {
  const marks = publishedSizeMarks(publishedMarks(sources, run, view('store')).marks);
  const { placed, unplaced } = sweepMarks(
    seriesOf('store').filter(({ candidateKey: key }) => key !== candidateKey(pickle)),
    marks,
  );
  expect(placed.some(({ mark }) => mark.baseline === 'Pickle')).toBe(false);
  expect(unplaced.some(({ reason }) => reason.startsWith('Pickle, which its factor is to'))).toBe(true);
});

test('the switch hides published and imported marks', () => {
  expect(publishedOf('store', { showPublished: false })).toEqual({ placed: [], unplaced: [] });
  expect(importedSizeMarks([imported()], run, view('store', { showPublished: false })).marks).toEqual([]);
});

/** zlib is Pickle here; compression timed with its file, of 2,000 and of 20,000 items of the run's data. */
function imported(changes: Partial<ImportedSet> = {}): ImportedSet {
  const set = parse(importedSetSchema, example, 'example');
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
  sweepMarks(seriesOf(operation), importedSizeMarks([set], run, view(operation)));

test('an imported time between two sizes stems from the baseline’s line, straight on logarithmic axes', () => {
  const [first, second] = importedOf(imported()).placed;
  const [a, b] = seriesOf('store').find(({ candidateKey: key }) => key === candidateKey(pickle))?.points ?? [];
  if (a === undefined || b === undefined) throw new Error('Pickle has no line.');
  const share = Math.log(2_000 / a.x) / Math.log(b.x / a.x);
  expect(first?.x).toBe(2_000);
  expect(first?.y).toBeCloseTo(0.5 * a.y ** (1 - share) * b.y ** share, 9);
  expect(first?.basis).toBe('on its line here between 1,000 and 10,000 items');
  expect(second?.x).toBe(20_000);
});

test.each([
  ['another operation', imported(), 'encode', 'Compare it with “encode and store”'],
  ['no baseline', imported({ baseline: null }), 'store', 'No baseline is chosen'],
  [
    'a baseline that is no candidate',
    imported({ systems: imported().systems.map((system) => ({ ...system, candidate: null })) }),
    'store',
    'is not said',
  ],
  [
    'a size that is not stated',
    imported({ datasets: imported().datasets.map((dataset) => ({ ...dataset, itemCount: null })) }),
    'store',
    'How many items',
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
    baseline: 'Pickle',
    baselineKeys: ['x', line.candidateKey],
  };
  const placeOf = (changes: Partial<typeof mark>) =>
    sweepMarks(series, { marks: [{ ...mark, ...changes }], unplaced: [] });
  const reasonOf = (changes: Partial<typeof mark>) => {
    const { placed, unplaced } = placeOf(changes);
    expect(placed).toEqual([]);
    return unplaced;
  };

  test('stands on the line between the sizes, and at them', () => {
    const between = { ...mark, itemCount: Math.sqrt(low.x * high.x), factor: 3, clock: null };
    const [placed] = placeOf(between).placed;
    expect(placed).toEqual({
      id: `published:${mark.key}`,
      mark: between,
      x: between.itemCount,
      y: expect.closeTo(3 * Math.sqrt(low.y * high.y), 8),
      basis: 'on its line here between 1,000 and 10,000 items',
    });
    for (const { x, y } of [low, high])
      expect(placeOf({ itemCount: x, factor: 3 }).placed[0]).toMatchObject({
        x,
        y: 3 * y,
        basis: 'measured here at that size',
      });
  });

  test('has no place beyond the sizes, either way', () => {
    expect(reasonOf({ itemCount: low.x - 1 })).toEqual([
      { label: 'Theirs', sourceId: '009', reason: 'Its size, 999 items, lies beyond those measured here.' },
    ]);
    expect(reasonOf({ itemCount: high.x + 1 })).toEqual([
      { label: 'Theirs', sourceId: '009', reason: 'Its size, 10,001 items, lies beyond those measured here.' },
    ]);
  });

  test('has no place where either clock includes other work, or its baseline is not drawn', () => {
    const ours = formatClock(low.figures.clock);
    const other = ['encode'] as const;
    expect(reasonOf({ itemCount: 2_000, clock: [...other] })).toEqual([
      {
        label: 'Theirs',
        sourceId: '009',
        reason: `Its clock included other work (${formatClock(other)}) than ours (${ours}).`,
      },
    ]);
    const unlike = [{ ...line, points: [low, { ...high, figures: { ...high.figures, clock: other } }] }];
    expect(
      sweepMarks(unlike, { marks: [{ ...mark, itemCount: 2_000, clock: low.figures.clock }], unplaced: [] }),
    ).toEqual({
      placed: [],
      unplaced: [
        {
          label: 'Theirs',
          sourceId: '009',
          reason: `Its clock included other work (${ours}) than ours (${formatClock(other)}).`,
        },
      ],
    });
    expect(reasonOf({ baselineKeys: ['x'] })).toEqual([
      { label: 'Theirs', sourceId: '009', reason: 'Pickle, which its factor is to, is not drawn here.' },
    ]);
  });

  test('stands in the order of the sizes, and what had no place before keeps its reason', () => {
    const before = { label: 'Before', sourceId: '008', reason: 'None.' };
    const { placed, unplaced } = sweepMarks(series, {
      marks: [9_000, 2_000, 5_000].map((itemCount) => ({ ...mark, itemCount })),
      unplaced: [before],
    });
    expect(placed.map(({ x }) => x)).toEqual([2_000, 5_000, 9_000]);
    expect(unplaced).toEqual([before]);
    expect(placedWords(placed)).toBe(
      'Hollow marks are figures of another machine, at their own sizes: each is its factor there to Pickle (009), times the time of that here. The other machine’s own seconds are not drawn.',
    );
    const [first, second] = placed;
    if (first === undefined || second === undefined) throw new Error('There are three.');
    expect(placedWords([first, { ...second, mark: { ...second.mark, baseline: 'HDF5' } }])).toContain(
      'to Pickle (009), HDF5 (009), times',
    );
  });

  test('what has no place is told reason by reason, each label once', () =>
    expect(
      unplacedWords([
        { label: 'A', sourceId: '001', reason: 'None.' },
        { label: 'B', sourceId: '001', reason: 'None.' },
        { label: 'A', sourceId: '001', reason: 'None.' },
        { label: 'A', sourceId: '002', reason: 'None.' },
        { label: 'A', sourceId: '001', reason: 'Other.' },
      ]),
    ).toEqual([
      { key: '001\nNone.', text: '001: A, B. None.' },
      { key: '002\nNone.', text: '002: A. None.' },
      { key: '001\nOther.', text: '001: A. Other.' },
    ]));
});
