import { describe, expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import { resultRows } from '../../figures/rows';
import { candidate, codec, type MadeRun, makeRun } from '../testing/test-results';
import type { ChartPoint } from './chart-data';
import { categoryOffsets, type ChartFrame, chartFrame, type FrameAxis, type FrameOptions } from './chart-frame';
import type { MeasuredCell, NumberField, RoundDraws } from './field';
import { machineName, measuredCells } from './measured-cells';
import { roundBests, throughputField, timeField } from './operation-fields';
import { panelsOf } from './panels';
import { cellsAndFields, situation } from './testing/test-cells';

const made = cellsAndFields({
  cells: [{ candidate: candidate('plain', codec('zstd', 3)), ms: { encode: 1, decode: 2 } }],
});
const plotted = (value: number, low = value, high = value) => ({ value, low, high });
const pointAt = (key: string, x: number, y: number): ChartPoint =>
  ({ key, x: plotted(x), y: plotted(y) }) as unknown as ChartPoint;

interface Framing extends Partial<Omit<FrameOptions, 'x' | 'y'>> {
  readonly x?: string;
  readonly y?: string;
  readonly scale?: 'log' | 'linear';
  readonly xCategories?: readonly string[];
  readonly yCategories?: readonly string[];
  readonly marks?: Parameters<typeof chartFrame>[1];
}

const framed = (points: readonly ChartPoint[], framing: Framing = {}): ChartFrame => {
  const { x = 'encode.time', y = 'ratio', scale = 'log', xCategories = null, yCategories = null, marks = [] } = framing;
  const { narrow = false, zoom = null, width = 600, ...more } = framing;
  return chartFrame({ points, xCategories, yCategories }, marks, {
    height: 300,
    ...more,
    ...{ width, narrow, zoom },
    x: { field: made.field(x), scale },
    y: { field: made.field(y), scale },
  });
};
const ticksOf = ({ ticks, format }: FrameAxis) => ticks.map(format);
const ends = ({ domain: [low, high] }: FrameAxis) => [Number(low.toPrecision(4)), Number(high.toPrecision(4))];
const points = [pointAt('a', 10, 2), pointAt('b', 1_000, 4)];
const names = ['one', 'two', 'three'];
const ofNames = [pointAt('a', 0, 2), pointAt('b', 1, 2.01), pointAt('c', 1, 2.02), pointAt('d', 2, 8)];
const overNames = { x: 'format', xCategories: names };

describe('the axes of a chart', () => {
  test('go around the points, the ratio’s with 1', () => {
    const { x, y, plot, margin, lane, laneWidth } = framed(points);
    expect([ends(x), ends(y)]).toEqual([
      [6.31, 1585],
      [0.8467, 4.724],
    ]);
    expect([x.whole, y.whole]).toEqual([x.domain, y.domain]);
    expect(ticksOf(x)).toEqual(['10 ms', '20 ms', '50 ms', '100 ms', '200 ms', '500 ms', '1 s']);
    expect(ticksOf(y)).toEqual(['1', '1.5', '2', '3']);
    expect([x.scale, y.scale, x.upright, y.upright]).toEqual(['log', 'log', false, false]);
    expect([x.roomPx, y.roomPx, lane.size, laneWidth]).toEqual([24, 40, 0, 0]);
    expect(plot).toEqual({ x: 40, y: 8, width: 548, height: 268 });
    expect(margin).toEqual({ top: 8, right: 12, bottom: 0, left: 0 });
  });

  test('have less room and fewer ticks in a narrow panel', () => {
    const { x, y, plot } = framed(points, { narrow: true });
    expect([ticksOf(x), y.roomPx, plot.width]).toEqual([['10 ms', '30 ms', '100 ms', '300 ms', '1 s'], 34, 554]);
    expect(ticksOf(framed(points, { narrow: true, width: 150 }).x)).toEqual(['100 ms']);
    expect(framed(points, { narrow: true, width: 10, height: 10 }).plot).toMatchObject({ width: 1, height: 1 });
  });

  test('are linear from 0, or from the least value below', () => {
    const { x, y } = framed(points, { scale: 'linear' });
    expect([x.domain, y.domain, x.scale]).toEqual([[0, 1_200], [0, 5], 'linear']);
    expect(ticksOf(x)).toEqual(['0 ms', '200 ms', '400 ms', '600 ms', '800 ms', '1 s']);
    const levels = framed([pointAt('a', -3, 2), pointAt('b', 19, 4)], { x: 'level' });
    expect([ends(levels.x), ticksOf(levels.x), levels.x.scale]).toEqual([
      [-4.1, 20.1],
      ['0', '5', '10', '15', '20'],
      'linear',
    ]);
    expect(ends(framed([pointAt('a', 0, 2), pointAt('b', 19, 4)], { x: 'level' }).x)[0]).toBe(0);
  });

  test('also go around the user’s file, and published marks', () => {
    const also = framed(points, { alsoX: [1], alsoY: [100] });
    expect([ends(also.x), ends(also.y)]).toEqual([
      [0.5012, 1995],
      [0.5754, 173.8],
    ]);
    const { x, y } = framed(points, { marks: [{ id: 's', x: 2_000, y: 9 }] });
    expect([ends(x)[1], ends(y)[1]]).toEqual([3_397, 11.71].map((end) => expect.closeTo(end, 0)));
  });

  test('go around intervals, which are cut at a factor of three', () => {
    const interval = (low: number, high: number) => {
      const point = { ...pointAt('a', 10, 2), x: plotted(10, low, high), y: plotted(2, low / 5, high / 5) };
      const { x, y } = framed([point]);
      return [ends(x), ends(y)];
    };
    expect(interval(9, 12)).toEqual([
      [5.376, 20.09],
      [expect.closeTo(0.896, 2), expect.closeTo(2.68, 1)],
    ]);
    expect(interval(1, 100)).toEqual([[2.676, 37.37], [0.5122, 7.81].map((end) => expect.closeTo(end, 1))]);
  });

  test('without points have no ticks along x, and 1 for the ratio', () => {
    const { x, y } = framed([]);
    expect([x.ticks, x.domain, ticksOf(y)]).toEqual([[], [1, 10], ['0.98', '0.99', '1', '1.01', '1.02', '1.03']]);
    const turned = framed([], { x: 'ratio', y: 'encode.time' });
    expect([turned.x.ticks, turned.x.domain, turned.y.domain]).toEqual([[], [1, 10], [1, 10]]);
    expect(ends(framed([pointAt('a', 5, 10), pointAt('b', 7, 1_000)], { x: 'ratio', y: 'encode.time' }).x)).toEqual([
      0.8232, 8.504,
    ]);
    expect(framed([], { marks: [{ id: 'm', x: 4, y: 3 }] }).x.ticks.length).toBeGreaterThan(1);
  });

  test('of zoomed charts have the part that is asked for', () => {
    const { x, y } = framed(points, { zoom: { x: [20, 500], y: [1.5, 3] } });
    expect([x.domain, y.domain]).toEqual([
      [20, 500],
      [1.5, 3],
    ]);
    expect([x.whole, y.whole]).toEqual([framed(points).x.domain, framed(points).y.domain]);
    expect(ticksOf(x)).toEqual(['20 ms', '50 ms', '100 ms', '200 ms']);
    expect([y.ticks.length, y.ticks[0], y.ticks.at(-1)]).toEqual([8, 1.6, 3]);
    const categories = framed(ofNames, { ...overNames, zoom: { x: [0.6, 2.4], y: [1, 9] } }).x;
    expect([categories.domain, ticksOf(categories)]).toEqual([
      [0.6, 2.4],
      ['two', 'three'],
    ]);
    const edge = framed(ofNames, { ...overNames, zoom: { x: [1, 2], y: [1, 9] } }).x;
    expect(ticksOf(edge)).toEqual(['two', 'three']);
  });
});

describe('categories', () => {
  test('stand at whole numbers, with half a step at both ends', () => {
    const { x, plot } = framed(ofNames, overNames);
    expect([x.domain, x.ticks, ticksOf(x), x.scale]).toEqual([[-0.5, 2.5], [0, 1, 2], names, 'linear']);
    expect([x.upright, x.roomPx, plot.height]).toEqual([false, 24, 268]);
    expect(framed([], { x: 'format', xCategories: [] }).x).toMatchObject({ domain: [-0.5, 0.5], ticks: [] });
  });

  test('have upright names where these are too wide', () => {
    const long = names.map((name) => name + 'x'.repeat(25));
    const { x, plot } = framed(ofNames, { x: 'format', xCategories: long });
    expect([x.upright, x.roomPx, plot.height]).toEqual([true, 124, 168]);
    expect(ticksOf(x)).toEqual(long.map((name) => `${name.slice(0, 16)}…`));
    // A step of 548 / 3 px has room for names of 176 px.
    const wide = (length: number) => framed(ofNames, { x: 'format', xCategories: ['n'.repeat(length), 'b', 'c'] }).x;
    expect([wide(27).upright, wide(28).upright]).toEqual([false, true]);
    const short = framed(ofNames, { x: 'format', xCategories: ['n'.repeat(10), 'b', 'c'], width: 250 }).x;
    expect([short.upright, short.roomPx]).toEqual([true, 64 + 14]);
  });

  test('along y have names of limited width', () => {
    const rows = [pointAt('a', 10, 0), pointAt('b', 100, 1)];
    const yCategories = ['short', 'l'.repeat(40)];
    const { y, plot } = framed(rows, { y: 'format', yCategories });
    expect([y.domain, ticksOf(y), y.roomPx, plot.x]).toEqual([[-0.5, 1.5], ['short', `${'l'.repeat(25)}…`], 178, 178]);
    const narrow = framed(rows, { y: 'format', yCategories, narrow: true }).y;
    expect([ticksOf(narrow)[1]?.length, narrow.roomPx]).toEqual([15, 108]);
  });

  const offsets = (group: readonly ChartPoint[], framing: Framing, categories = { x: true, y: false }) =>
    [...categoryOffsets(group, framed(group, framing), categories)].map(([key, { dx, dy }]) => [key, dx, dy]);

  test('move marks sideways that would cover each other', () => {
    expect(offsets(ofNames, overNames)).toEqual([
      ['b', 6.5, 0],
      ['c', -6.5, 0],
    ]);
    expect(offsets(ofNames, overNames, { x: false, y: false })).toEqual([]);
    const rows = [pointAt('a', 10, 0), pointAt('b', 10, 0), pointAt('c', 100, 1)];
    expect(offsets(rows, { y: 'format', yCategories: ['s', 't'] }, { x: false, y: true })).toEqual([
      ['a', 0, -6.5],
      ['b', 0, 6.5],
    ]);
  });

  test('keep many marks within their band', () => {
    const many = Array.from({ length: 12 }, (_, index) => pointAt(`m${index}`, 1, 2));
    const moved = offsets(many, overNames).map(([, dx]) => Number(dx));
    // The band is 0.84 of a step of 548 / 3 px.
    const step = (548 / 3) * (0.84 / 12);
    expect(moved.map((dx) => dx / step)).toEqual(many.map((_, index) => expect.closeTo(index - 5.5, 9)));
  });
});

describe('the lane', () => {
  const marks = [
    { id: 'p', x: null, y: 2 },
    { id: 'q', x: null, y: 2.01 },
    { id: 'r', x: null, y: 4 },
    { id: 's', x: 2_000, y: 9 },
  ];

  test('has columns of marks without x', () => {
    const { lane, laneWidth, plot } = framed(points, { marks });
    expect([...lane]).toEqual([
      ['p', 26],
      ['q', 13],
      ['r', 13],
    ]);
    expect([laneWidth, plot.x, plot.width]).toEqual([39, 79, 509]);
  });

  test('has only what the zoomed part shows', () => {
    const { lane, laneWidth } = framed(points, { marks, zoom: { x: [20, 500], y: [2.005, 4] } });
    expect([[...lane.keys()], laneWidth]).toEqual([['q', 'r'], 26]);
  });
});

describe('the fields of an operation', () => {
  const options = { id: 'i', label: 'L', group: 'Operation', subjects: {} } as const;
  const cellOf = (over: Partial<MadeRun> = {}): MeasuredCell => {
    const { cells } = cellsAndFields({
      cells: [{ candidate: candidate('plain'), sizeBytes: 1_000_000, ms: { encode: 5, decode: 2, lookup: 4 } }],
      operations: ['encode', 'decode', 'project', 'lookup'],
      ...over,
    });
    const [cell] = cells;
    if (cell === undefined) throw new Error('There is a cell.');
    return cell;
  };
  const cell = cellOf();

  test('are named by the operation and its part', () => {
    const phrases = (operation: 'encode' | 'project' | 'lookup' | 'warmLookup', subjects = {}) => {
      const [speed, time] = [throughputField, timeField].map((make) => make({ ...options, operation, subjects }));
      return [speed?.phrase, speed?.axisTitle.replace(/^.*: /, ''), time?.phrase, time?.axisTitle];
    };
    const [name, title, ofTime, titleOfTime] = phrases('encode');
    expect([name, ofTime, titleOfTime]).toEqual(['encode throughput', 'encode time', 'best encode time']);
    expect(title).toMatch(/^data in memory ÷/);
    const [speed, , time] = phrases('project', { project: 'the column c' });
    expect(speed).toMatch(telling('throughput of reading', 'column c'));
    expect(time).toMatch(telling('time of reading', 'column c'));
    expect(phrases('project')[1]).toMatch(/^the column /);
    expect([phrases('lookup')[1], phrases('warmLookup')[1]]).toEqual(Array(2).fill('look-ups ÷ best time'));
  });

  test('have units and directions', () => {
    const speed = (operation: 'encode' | 'lookup' | 'warmLookup') => throughputField({ ...options, operation });
    expect(speed('encode')).toMatchObject({
      ...{
        id: 'i',
        label: 'L',
        group: 'Operation',
        kind: 'number',
        better: 'larger',
        canBeLog: true,
        isDiscrete: false,
      },
      ...{ ofDataset: false, reference: null, entry: { unit: 'MB/s', factor: 1e6 } },
    });
    for (const operation of ['lookup', 'warmLookup'] as const)
      expect(speed(operation).entry).toEqual({ unit: 'look-ups/s', factor: 1 });
    expect([speed('encode').format(2e9), speed('encode').formatTick(2e9)]).toEqual(['2.00 GB/s', '2 GB/s']);
    expect(speed('lookup').format(2_000)).toMatch(/^2\.00\sk look-ups\/s$/);
    const time = timeField({ ...options, operation: 'encode' });
    expect(time).toMatchObject({
      ...{
        id: 'i',
        label: 'L',
        group: 'Operation',
        kind: 'number',
        better: 'smaller',
        canBeLog: true,
        isDiscrete: false,
      },
      ...{ ofDataset: false, reference: null, entry: { unit: 'ms', factor: 1 } },
    });
    expect([time.format(2), time.formatTick(2)]).toEqual(['2.00 ms', '2 ms']);
  });

  test('are read with the spread of the rounds', () => {
    const jittered = cellOf({ jitter: 0.5 });
    const read = (field: NumberField) => {
      const reading = field.read(jittered);
      if (reading.status === 'none') throw new Error(reading.reason);
      return reading;
    };
    const time = read(timeField({ ...options, operation: 'encode' }));
    const speed = read(throughputField({ ...options, operation: 'encode' }));
    expect(time.low).toBeLessThan(time.high);
    expect([speed.value * time.value, speed.low * time.high, speed.high * time.low]).toEqual(
      Array(3).fill(expect.closeTo(1e10, -2)),
    );
    expect(throughputField({ ...options, operation: 'lookup' }).read(cell)).toMatchObject({ value: 25_000 });
  });

  test('without a time say why', () => {
    const reason = (operation: 'project' | 'store', of = cell) => {
      const reading = timeField({ ...options, operation }).read(of);
      return reading.status === 'none' ? reading.reason : '';
    };
    expect(reason('store')).toMatch(telling('“Encode and store”'));
    expect(reason('project')).toMatch(telling('no project'));
    const figures = cell.row.operations.encode;
    const hidden = { ...cell, row: { ...cell.row, operations: { encode: { ...figures, throughput: null } } } };
    for (const field of [timeField, throughputField])
      expect(field({ ...options, operation: 'encode' }).read(hidden as MeasuredCell)).toEqual({
        status: 'none',
        reason: expect.stringMatching(telling('timer')),
      });
  });

  test('are drawn from the best times of the rounds', () => {
    const draws: RoundDraws = {
      bests: (rounds) => Float64Array.from(rounds.values()),
      totals: () => new Float64Array(),
    };
    const [time, speed] = [timeField, throughputField].map((field) => field({ ...options, operation: 'encode' }));
    expect(new Set(time?.replicated(cell, draws))).toEqual(new Set([5]));
    expect(new Set(speed?.replicated(cell, draws))).toEqual(new Set([2e9]));
    for (const field of [timeField, throughputField])
      expect(field({ ...options, operation: 'project' }).replicated(cell, draws)).toBeNull();
    const round = { coldMs: 0, warmUpMs: 0, warmUpCalls: 0, warm: true, callsPerSample: 1 };
    const rounds = [
      { ...round, round: 2, samplesMs: [3, 2, 4] },
      { ...round, round: 5, samplesMs: [] },
      { ...round, round: 7, samplesMs: [9] },
    ];
    expect([...roundBests(rounds)]).toEqual([
      [2, 2],
      [7, 9],
    ]);
    expect(roundBests(rounds)).toBe(roundBests(rounds));
  });
});

describe('measured cells', () => {
  const run = makeRun({
    cells: [
      { candidate: candidate('a'), sizeBytes: 1_000, ms: { encode: 5, decode: 5 } },
      { candidate: candidate('failed'), status: 'failed' },
      { candidate: candidate('none'), sizeBytes: null, ms: { encode: 5, decode: 5 } },
    ],
    dataBytes: [10_000_000, 1_024_000],
  });
  const rows = resultRows(run, false, { formats: new Map(), codecs: new Map() });

  test('are the completed ones of each dataset', () => {
    const cells = measuredCells(rows, run, situation);
    expect(cells.map(({ candidate: one, datasetIndex }) => [one.format, datasetIndex])).toEqual([
      ['a', 0],
      ['none', 0],
      ['a', 1],
      ['none', 1],
    ]);
    expect(cells.every(({ key, row, isShownRun }) => key === row.key && isShownRun)).toBe(true);
    expect(cells.map(({ dataset }) => dataset)).toEqual([0, 0, 1, 1].map((index) => run.plan.datasets[index]));
    expect(cells[0]?.source).toBe('this run');
    expect(cells.map(({ contender }) => typeof contender)).toEqual(['object', 'string', 'object', 'string']);
  });

  test('of a compared run are those of the datasets in both', () => {
    const cells = measuredCells(rows, run, situation, new Map([[1, 0]]));
    expect(cells.map(({ datasetIndex, isShownRun, source }) => [datasetIndex, isShownRun, source])).toEqual([
      [0, false, 'compared run'],
      [0, false, 'compared run'],
    ]);
    expect(cells.map(({ key, row }) => key === `compared:${row.key}`)).toEqual([true, true]);
  });

  test('have a machine', () => {
    const named = (over: object) => machineName({ environment: { ...run.environment, ...over } });
    expect(named({})).toMatch(/^Chrom.*, 2 cores$/);
    expect(named({ logicalCores: null })).toMatch(/^Chrom[^,]*$/);
    expect(named({ machineLabel: 'M' })).toBe('M');
  });
});

describe('panels', () => {
  const number = made.field('encode.time') as NumberField;
  const facet = (isDiscrete: boolean): NumberField => ({
    ...number,
    label: 'F',
    isDiscrete,
    format: String,
    read: (cell) => {
      const value = Number((cell as unknown as { readonly of: number }).of);
      return Number.isNaN(value) ? { status: 'none', reason: '' } : { status: 'value', ...plotted(value) };
    },
  });
  const panels = (values: readonly number[], isDiscrete = false) =>
    panelsOf(
      values.map((of, index) => ({ ...pointAt(`p${index}`, 1, 1), cell: { of } as unknown as MeasuredCell })),
      facet(isDiscrete),
    ).panels.map(({ title, points: some }) => [title, some.map(({ key }) => key).join('')]);

  test('of ranges have a quarter of the points each', () => {
    expect(panels([8, 7, 6, 5, 4, 3, 2, 1])).toEqual([
      ['F 1 to 2', 'p6p7'],
      ['F 3 to 4', 'p4p5'],
      ['F 5 to 6', 'p2p3'],
      ['F 7 to 8', 'p0p1'],
    ]);
    expect(panels([1, 2, 3])).toEqual([
      ['F 1', 'p0'],
      ['F 2', 'p1'],
      ['F 3', 'p2'],
    ]);
    expect(panels([5, 5, 5, 5, 5, 6])).toEqual([
      ['F 5', 'p0p1p2p3p4'],
      ['F 6', 'p5'],
    ]);
  });

  test('come in the order of their values, without one last', () => {
    expect(panels([Number.NaN, 3, 1])).toEqual([
      ['F 1', 'p2'],
      ['F 3', 'p1'],
      ['without f', 'p0'],
    ]);
    expect(panels([Number.NaN, 3, 1, 3], true)).toEqual([
      ['F 1', 'p2'],
      ['F 3', 'p1p3'],
      ['without f', 'p0'],
    ]);
  });
});
