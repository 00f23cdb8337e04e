import { describe, expect, test } from 'vitest';
import type { CompletedRow } from '../figures/rows';
import type { ChartPoint } from './fields/chart-data';
import type { ChartFrontier } from './fields/chart-frontier';
import type { MeasuredCell } from './fields/field';
import type { PublishedPoint } from './fields/published-points';
import { layOut } from './scatter-layout';

const plot = { x: 40, y: 10, width: 400, height: 200 };

type Range = readonly [value: number, low?: number, high?: number];
const plotted = ([value, low = value, high = value]: Range) => ({ value, low, high });

function pointAt(
  key: string,
  x: Range,
  y: Range,
  cell: { readonly candidateKey?: string; readonly datasetIndex?: number; readonly isShownRun?: boolean } = {},
): ChartPoint {
  const { candidateKey = key, datasetIndex = 0, isShownRun = true } = cell;
  const row = {
    candidateKey,
    names: { label: `label of ${key}`, shortLabel: key, conforms: true },
    verification: { rejectedBy: [] },
  } as unknown as CompletedRow;
  return {
    key,
    cell: { key, row, datasetIndex, isShownRun } as unknown as MeasuredCell,
    x: plotted(x),
    y: plotted(y),
  };
}

const none: ChartFrontier = { status: 'none', reason: '' };
const frontierOf = (...points: ChartPoint[]): ChartFrontier => ({
  status: 'frontier',
  points,
  xBetter: 'larger',
  yBetter: 'larger',
  probabilities: new Map(),
  isExact: true,
});
const published = (id: string, x: number | null, y: number): PublishedPoint => ({
  id,
  x,
  y,
  mark: { id, label: `published ${id}`, shortLabel: id, x, y, citation: '', notes: [] },
});

/** A unit of x is one pixel from the left edge of the plot, a unit of y one pixel upwards from its lower edge. */
const laidOut = (over: Partial<Parameters<typeof layOut>[0]>) =>
  layOut({
    points: [],
    published: [],
    frontier: none,
    lines: [],
    offsets: new Map(),
    lane: new Map(),
    laneWidth: 0,
    referenceY: null,
    narrow: false,
    userFile: null,
    plot,
    placeX: (value) => 40 + value,
    placeY: (value) => 210 - value,
    ...over,
  });
const placesOf = (placed: readonly { readonly x: number; readonly y: number }[]) => placed.map(({ x, y }) => [x, y]);

describe('marks', () => {
  test('stand at their values, moved by their offsets', () => {
    const points = [pointAt('a', [100], [50]), pointAt('b', [200], [80])];
    const { measured } = laidOut({ points, offsets: new Map([['b', { dx: 5, dy: -7 }]]) });
    expect(placesOf(measured)).toEqual([
      [140, 160],
      [245, 123],
    ]);
    expect(measured.map(({ item }) => item.key)).toEqual(['a', 'b']);
  });

  test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY])('are left out where a value is at %s', (place) => {
    const points = [pointAt('a', [1], [5]), pointAt('b', [2], [6])];
    const placeX = (value: number) => (value === 1 ? place : value);
    const placeY = (value: number) => (value === 6 ? place : value);
    expect(laidOut({ points, placeX }).measured.map(({ item }) => item.key)).toEqual(['b']);
    expect(laidOut({ points, placeY }).measured.map(({ item }) => item.key)).toEqual(['a']);
  });

  test('of sources stand in the lane if they have no x', () => {
    const { marks, lanePath } = laidOut({
      published: [published('p', null, 20), published('q', null, 20), published('r', 30, 40)],
      lane: new Map([['p', 13]]),
      laneWidth: 26,
    });
    expect(placesOf(marks)).toEqual([
      [53, 190],
      [40, 190],
      [70, 170],
    ]);
    expect(lanePath).toBe('M66,10V210');
    expect(laidOut({}).lanePath).toBe('');
  });
});

describe('lines', () => {
  const low = pointAt('low', [100], [50]);
  const high = pointAt('high', [50], [100]);

  test('bound the frontier from the lane to the lower edge', () => {
    const frontier = frontierOf(high, low);
    expect(laidOut({ points: [low, high], frontier }).frontierPath).toBe(
      'M40.0,110.0L90.0,110.0L90.0,160.0L140.0,160.0L140.0,210.0',
    );
    expect(laidOut({ points: [low, high], frontier, laneWidth: 13 }).frontierPath).toMatch(/^M53\.0,110\.0L90/);
    const mirrored = { ...frontier, xBetter: 'smaller', yBetter: 'smaller' } as ChartFrontier;
    expect(laidOut({ points: [low, high], frontier: mirrored, laneWidth: 13 }).frontierPath).toMatch(/^M440\.0,1/);
    expect(laidOut({ points: [low, high] }).frontierPath).toBe('');
  });

  test('join the levels of a codec, in the colour of the first', () => {
    const { levelPaths } = laidOut({ points: [low, high], lines: [{ key: 'zstd', points: [low, high] }] });
    expect(levelPaths).toEqual([{ key: 'zstd', path: 'M140.0,160.0L90.0,110.0', point: low }]);
  });

  test('join the marks of a candidate in both runs, on the same data only', () => {
    const ofRun = (key: string, candidateKey: string, isShownRun: boolean, datasetIndex = 0) =>
      pointAt(key, [100], [isShownRun ? 50 : 60], { candidateKey, isShownRun, datasetIndex });
    const points = [
      ofRun('a', 'A', true),
      ofRun('compared:a', 'A', false),
      ofRun('compared:a2', 'A', false, 1),
      ofRun('compared:b', 'B', false),
    ];
    const { pairPaths, labels } = laidOut({ points });
    expect(pairPaths).toEqual([{ key: 'a compared:a', path: 'M140.0,160.0L140.0,150.0' }]);
    // The compared one of a pair needs no label.
    expect(labels.map(({ id }) => id).sort()).toEqual(['a', 'compared:a2', 'compared:b']);
  });
});

describe('intervals', () => {
  const spreadsOf = (x: Range, y: Range, laneWidth = 0) =>
    laidOut({ points: [pointAt('a', x, y)], laneWidth }).spreads.map(({ key, path }) => [key, path]);

  test('have a short bar at each end', () => {
    expect(spreadsOf([100, 90, 120], [50, 40, 70])).toEqual([
      ['a x', 'M130,160H160M130,157V163M160,157V163'],
      ['a y', 'M140,170V140M137,170H143M137,140H143'],
    ]);
  });

  test('of exact values, or of less than a pixel, are not drawn', () => {
    expect(spreadsOf([100], [50])).toEqual([]);
    expect(spreadsOf([100, 99.75, 100.5], [50, 49.75, 50.5])).toEqual([]);
    expect(spreadsOf([100, 99.5, 100.5], [50, 49.5, 50.5])).toHaveLength(2);
  });

  test('are cut at the edges of the plot', () => {
    expect(spreadsOf([100, -50, 900], [50, -30, 400])).toEqual([
      ['a x', 'M40,160H440M40,157V163M440,157V163'],
      ['a y', 'M140,210V10M137,210H143M137,10H143'],
    ]);
    expect(spreadsOf([100, -50, 900], [50], 26)).toEqual([['a x', 'M66,160H440M66,157V163M440,157V163']]);
  });

  test('without a place of an end, end at the mark', () => {
    const points = [pointAt('a', [100, 90, 120], [50, 30, 60])];
    const placeX = (value: number) => (value === 90 ? undefined : 40 + value);
    const placeY = (value: number) => (value === 60 ? undefined : 210 - value);
    expect(laidOut({ points, placeX, placeY }).spreads.map(({ path }) => path)).toEqual([
      'M140,160H160M140,157V163M160,157V163',
      'M140,180V160M137,180H143M137,160H143',
    ]);
  });
});

describe('the user’s file', () => {
  const userFile = (x: number | null, y: number, laneWidth = 0) => {
    const { userFileLine, userFilePoint } = laidOut({ userFile: { x, y }, laneWidth });
    return [userFileLine?.y ?? null, userFilePoint === null ? null : [userFilePoint.x, userFilePoint.y]];
  };

  test('is a line or a point', () => {
    expect(userFile(null, 60)).toEqual([150, null]);
    expect(userFile(30, 60)).toEqual([null, [70, 150]]);
    expect([laidOut({}).userFileLine, laidOut({}).userFilePoint]).toEqual([null, null]);
  });

  test.each([
    [null, 0, [210, null]],
    [null, 200, [10, null]],
    [null, -1, [null, null]],
    [null, 201, [null, null]],
    [0, 60, [null, [40, 150]]],
    [400, 60, [null, [440, 150]]],
    [-1, 60, [null, null]],
    [401, 60, [null, null]],
  ] as const)('at %s and %s is %j', (x, y, expected) => expect(userFile(x, y)).toEqual(expected));

  test('stands right of the lane', () => {
    expect(userFile(25, 60, 26)).toEqual([null, null]);
    expect(userFile(26, 60, 26)).toEqual([null, [66, 150]]);
  });

  test('is absent where it has no place', () => {
    const { userFilePoint, userFileLine } = laidOut({ userFile: { x: 3, y: 4 }, placeX: () => undefined });
    expect([userFilePoint, userFileLine]).toEqual([null, null]);
    expect(laidOut({ userFile: { x: null, y: 4 }, placeY: () => undefined }).userFileLine).toBeNull();
  });
});

describe('labels', () => {
  const only = (over: Partial<Parameters<typeof layOut>[0]>) => laidOut(over).labels[0];

  test('are long where there is room, short in a narrow chart, and stand right of their marks', () => {
    const points = [pointAt('a', [100], [50])];
    expect(only({ points })).toMatchObject({ id: 'a', text: 'label of a', x: 149, y: 153, width: 72, height: 14 });
    expect(only({ points, narrow: true })).toMatchObject({ text: 'a', width: 9, height: 13 });
    expect([laidOut({}).fontSize, laidOut({ narrow: true }).fontSize]).toEqual([12, 11]);
    expect(only({ points })?.isPublished).toBe(false);
  });

  test('of published marks are a pixel further away, and are told apart', () => {
    const { labels } = laidOut({ published: [published('p', 100, 50)] });
    expect(labels).toMatchObject([{ id: 'p', text: 'published p', isPublished: true, x: 150, y: 153 }]);
    expect(laidOut({ published: [published('p', 100, 50)], narrow: true }).labels[0]?.text).toBe('p');
  });

  test('are short where long ones would overlap', () => {
    // Three marks beside each other in a low plot have no room for names of 60 pixels.
    const low = { ...plot, width: 130, height: 20 };
    const points = [5, 45, 85].map((x, index) => pointAt('abc'[index] ?? '', [x], [10]));
    const { labels } = laidOut({ points, plot: low, placeY: () => 20 });
    expect(labels.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  test('keep off lines, intervals, the reference and the file', () => {
    const points = [pointAt('a', [100], [50])];
    const right = { x: 149, y: 153 };
    const moved = (over: Partial<Parameters<typeof layOut>[0]>) => {
      const { x, y } = only({ points, ...over }) ?? right;
      return x !== right.x || y !== right.y;
    };
    expect(moved({})).toBe(false);
    expect(moved({ referenceY: 50 })).toBe(true);
    expect(moved({ referenceY: 90 })).toBe(false);
    expect(moved({ referenceY: 50, placeY: (value) => (value === 50 ? 160 : undefined) })).toBe(true);
    expect(moved({ points: [pointAt('a', [100, 90, 140], [50])] })).toBe(true);
    expect(moved({ userFile: { x: null, y: 50 } })).toBe(true);
    expect(moved({ userFile: { x: 130, y: 50 } })).toBe(true);
    const further = pointAt('b', [300], [50]);
    expect(moved({ points: [...points, further] })).toBe(false);
    expect(moved({ points: [...points, further], lines: [{ key: 'b', points: [...points, further] }] })).toBe(true);
    expect(moved({ points: [...points, further], frontier: frontierOf(further) })).toBe(true);
    const pair = pointAt('other', [300], [50], { candidateKey: 'a', isShownRun: false });
    expect(moved({ points: [...points, pair] })).toBe(true);
  });

  test('keep off marks without a label', () => {
    const shown = pointAt('a', [100], [50]);
    const compared = pointAt('c', [104], [38], { candidateKey: 'a', isShownRun: false });
    const { labels } = laidOut({ points: [shown, compared] });
    const [label] = labels;
    const overlaps =
      label !== undefined && label.x < 150 && label.x + label.width > 138 && label.y < 178 && label.y + 14 > 166;
    expect([labels.length, overlaps]).toEqual([1, false]);
  });

  test('of more than forty points are those of the frontier, and without one of the first', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        pointAt(`p${index}`, [40 * (index % 40)], [40 * Math.floor(index / 40)]),
      );
    const large = { x: 40, y: 10, width: 2_000, height: 400 };
    const at = { plot: large, placeY: (value: number) => 390 - value, narrow: true };
    const ids = (points: ChartPoint[], frontier: ChartFrontier = none) =>
      new Set(laidOut({ ...at, points, frontier }).labels.map(({ id }) => id));
    const points = many(41);
    const first = ids(points);
    expect([first.has('p40'), first.has('p39'), first.size]).toEqual([false, true, 40]);
    expect([...ids(points, frontierOf(points[40] as ChartPoint))]).toEqual(['p40']);
    expect(ids(many(40), frontierOf(points[0] as ChartPoint)).size).toBe(40);
  });

  test('that would leave the plot are left out', () => {
    const points = [pointAt('a', [620], [50])];
    expect(laidOut({ points }).labels).toEqual([]);
    expect(laidOut({ points: [pointAt('a', [-300], [50])] }).labels).toEqual([]);
  });
});
