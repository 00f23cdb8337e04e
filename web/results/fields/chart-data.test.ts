import { expect, test } from 'vitest';
import { candidate, codec, madeReason } from '../testing/test-results';
import { chartData, scaleOf } from './chart-data';
import { chosenFields } from './chosen-fields';
import { colorScale } from './color-scale';
import { categoryOffsets, chartFrame } from './chart-frame';
import { levelLines } from './level-lines';
import { maxPanels, panelsOf } from './panels';
import { fieldsOf } from './field-list';
import { cellsAndFields, situation } from './testing/test-cells';

const made = cellsAndFields({
  cells: [
    { candidate: candidate('plain'), sizeBytes: 10_000_000, ms: { encode: 5, decode: 2 } },
    ...[9, 1, 3].map((level) => ({
      candidate: candidate('packed', codec('zstd', level)),
      sizeBytes: 2_000_000 - level * 1_000,
      ms: { encode: 20 * level, decode: 4 },
    })),
    { candidate: candidate('packed', codec('lz4', 1)), sizeBytes: 3_000_000, ms: { encode: 9 } },
    { candidate: candidate('other', codec('zstd', 1)), sizeBytes: 3_000_000, ms: { encode: 9, decode: 1 } },
  ],
  jitter: 0.2,
});
const over = (x: string, y: string, scale: 'log' | 'linear' = 'log') =>
  chartData(made.cells, { field: made.field(x), scale }, { field: made.field(y), scale });

test('points have both values, and what has none is told with the reason', () => {
  const { points, omitted } = over('decode.time', 'ratio');
  expect(points).toHaveLength(5);
  expect(points[0]?.y).toMatchObject({ value: 1, low: 1, high: 1 });
  expect(points[0]?.x.low).toBeLessThan(points[0]?.x.high ?? 0);
  expect(omitted.map(({ reason }) => reason)).toEqual([madeReason('decode')]);
});

test('categories stand in the order of appearance', () => {
  const { points, xCategories, yCategories } = over('format', 'size');
  expect(xCategories).toEqual(['plain', 'packed', 'other']);
  expect(yCategories).toBeNull();
  expect(points.map(({ x }) => x.value)).toEqual([0, 1, 1, 1, 1, 2]);
});

test('levels always have a linear axis', () => {
  expect(scaleOf(made.field('level'), 'log')).toBe('linear');
  expect(scaleOf(made.field('size'), 'log')).toBe('log');
  expect(over('level', 'size').omitted.map(({ reason }) => reason)).toEqual(['it has no level']);
});

test('a line joins the levels of one codec, sorted by level', () => {
  const lines = levelLines(over('encode.time', 'ratio').points);
  expect(lines.map(({ points }) => points.map(({ cell }) => cell.row.names.level))).toEqual([[1, 3, 9]]);
});

test('panels are sorted by a number, and points without one come last', () => {
  const { points } = over('encode.time', 'ratio');
  expect(panelsOf(points, null).panels).toEqual([{ title: null, points }]);
  expect(panelsOf(points, made.field('level')).panels.map(({ title, points: some }) => [title, some.length])).toEqual([
    ['Level 1', 3],
    ['Level 3', 1],
    ['Level 9', 1],
    ['without level', 1],
  ]);
});

test('panels of a field whose values hardly repeat are ranges with about as many points, and equal values stay together', () => {
  const { points } = over('encode.time', 'ratio');
  const { panels } = panelsOf(points, made.field('size'));
  expect(panels.map(({ title, points: some }) => [title, some.length])).toEqual([
    ['Size 1.99 MB to 2.00 MB', 2],
    ['Size 2.00 MB', 1],
    ['Size 3.00 MB', 2],
    ['Size 10.0 MB', 1],
  ]);
  expect(panelsOf(points, made.field('decode.time')).panels.at(-1)?.title).toBe('without decode: time');
});

test('a panel of a range takes in all points with its last value', () => {
  const sizes = cellsAndFields({
    cells: [1, 2, 2, 2, 3, 4].map((size, index) => ({
      candidate: candidate(`f${index}`),
      sizeBytes: size * 1_000_000,
      ms: { encode: 1 },
    })),
  });
  const { points } = chartData(
    sizes.cells,
    { field: sizes.field('encode.time'), scale: 'log' },
    { field: sizes.field('ratio'), scale: 'log' },
  );
  const { panels } = panelsOf(points, sizes.field('size'));
  expect(panels.map(({ points: some }) => some.length)).toEqual([4, 1, 1]);
});

test('panels beyond the limit are named with their points', () => {
  const many = cellsAndFields({
    cells: Array.from({ length: 15 }, (_, index) => ({ candidate: candidate(`f${index}`), ms: { encode: 1 } })),
  });
  const { points } = chartData(
    many.cells,
    { field: many.field('encode.time'), scale: 'log' },
    { field: many.field('ratio'), scale: 'log' },
  );
  const { panels, rest } = panelsOf(points, many.field('format'));
  expect(panels).toHaveLength(maxPanels);
  expect(rest).toEqual(['f12', 'f13', 'f14'].map((title) => ({ title, count: 1 })));
});

const size = { width: 800, height: 400, narrow: false, zoom: null } as const;
const framed = (x: string, y: string, options: object = {}) => {
  const data = over(x, y);
  return {
    data,
    frame: chartFrame(data, [], {
      x: { field: made.field(x), scale: 'log' },
      y: { field: made.field(y), scale: 'log' },
      ...size,
      ...options,
    }),
  };
};

test('the axes go around all points, and the ratio’s also around 1 and the user’s file', () => {
  const { data, frame } = framed('encode.time', 'ratio', { alsoY: [20] });
  for (const { x, y } of data.points) {
    expect(x.value).toBeGreaterThan(frame.x.domain[0]);
    expect(x.value).toBeLessThan(frame.x.domain[1]);
    expect(y.value).toBeLessThan(frame.y.domain[1]);
  }
  expect(frame.y.domain[0]).toBeLessThan(1);
  expect(frame.y.domain[1]).toBeGreaterThan(20);
  expect(frame.plot.x + frame.plot.width + frame.margin.right).toBe(800);
});

test('a zoomed axis has exactly the part that is asked for, with ticks inside it', () => {
  const { frame } = framed('encode.time', 'ratio', { zoom: { x: [10, 60], y: [1, 4] } });
  expect([frame.x.domain, frame.y.domain]).toEqual([
    [10, 60],
    [1, 4],
  ]);
  expect(frame.x.whole[1]).toBeGreaterThan(180);
  expect(frame.x.ticks.length).toBeGreaterThan(1);
  for (const tick of frame.x.ticks) expect(tick >= 10 && tick <= 60).toBe(true);
});

test('published marks without a value stand in a lane', () => {
  const data = over('encode.time', 'ratio');
  const frame = chartFrame(
    data,
    [
      { id: 'a', x: null, y: 4 },
      { id: 'b', x: null, y: 4 },
      { id: 'c', x: 9, y: 3 },
    ],
    { x: { field: made.field('encode.time'), scale: 'log' }, y: { field: made.field('ratio'), scale: 'log' }, ...size },
  );
  expect([...frame.lane]).toEqual([
    ['a', 13],
    ['b', 26],
  ]);
  expect(frame.laneWidth).toBe(39);
  expect(framed('encode.time', 'ratio').frame.laneWidth).toBe(0);
});

test('marks of one category that would cover each other are moved sideways, inside their category', () => {
  const { data, frame } = framed('format', 'ratio');
  const offsets = categoryOffsets(data.points, frame, { x: true, y: false });
  // The three levels have nearly the same ratio.
  const moved = [...offsets.values()].map(({ dx }) => dx);
  expect(new Set(moved).size).toBeGreaterThan(1);
  const band = frame.plot.width / 3;
  for (const dx of moved) expect(Math.abs(dx)).toBeLessThan(band / 2);
  expect(categoryOffsets(data.points, frame, { x: false, y: false }).size).toBe(0);
});

test('the parameters of generated data are fields', () => {
  const dataset = { source: 'workload', workload: 'table', knobs: { nullShare: 0.5 }, size: 10, seed: 1 } as const;
  const ofData = { operations: ['encode'], operation: 'encode', subjects: {}, candidates: [] } as const;
  const fields = fieldsOf({ ...ofData, situation, datasets: [dataset] });
  expect(fields.find(({ id }) => id === 'parameter.nullShare')).toMatchObject({
    label: 'Share of nulls',
    ofDataset: true,
  });
});

test('any field of the list is an axis, a colour and a division into panels', () => {
  const all = cellsAndFields({
    cells: [
      { candidate: candidate('plain'), sizeBytes: 10_000_000, ms: { encode: 5, decode: 2 } },
      {
        candidate: candidate('packed', codec('zstd', 3), { encoding: 'PLAIN' }),
        sizeBytes: 2_000_000,
        ms: { encode: 20, decode: 4 },
      },
    ],
    dataBytes: [10_000_000, 1_024_000],
  });
  const ids = new Set(all.fields.map(({ id }) => id));
  for (const id of [
    ...['size', 'ratio', 'time', 'throughput', 'encode.time', 'encode.throughput', 'decode.time', 'decode.throughput'],
    ...['memory', 'total', 'codec', 'level', 'format', 'implementation', 'option.encoding', 'n', 'machine', 'source'],
  ])
    expect(ids, id).toContain(id);
  for (const field of all.fields) {
    const { id } = field;
    const view = { xField: id, yField: id, colorField: id, facetField: id };
    expect(chosenFields(all.fields, view), id).toMatchObject({
      x: { id },
      y: { id },
      color: { id },
      facet: { id },
      problems: [],
    });
    const { points, omitted } = chartData(all.cells, { field, scale: 'log' }, { field, scale: 'log' });
    expect(points.length + omitted.length, id).toBe(all.cells.length);
    const drawn = panelsOf(points, field).panels.flatMap((panel) => panel.points);
    expect(new Set(drawn), id).toEqual(new Set(points));
    const { colorOf } = colorScale(field, all.cells);
    for (const cell of all.cells) expect(colorOf(cell), id).toMatch(/\S/);
  }
});
