import { expect, it } from 'vitest';
import { facetsOf, isFiltered, noFilters, toggled, visibleRows } from './filters';
import { resultRows } from './rows';
import { scatterPoints } from './scatter-points';
import { nextSort, sortRows } from './table-columns';
import { candidate, codec, makeRun } from './test-results';

const rows = resultRows(
  makeRun({
    cells: [
      { candidate: candidate('pickle'), sizeBytes: 10_000_000, ms: { encode: 5, decode: 4 } },
      { candidate: candidate('pickle', codec('zstd', 19)), sizeBytes: 1_000_000, ms: { encode: 500, decode: 8 } },
      { candidate: candidate('pickle', codec('zstd', 3)), sizeBytes: 2_000_000, ms: { encode: 50, decode: 9 } },
      { candidate: candidate('csv'), status: 'failed' },
    ],
  }),
  false,
  { formats: new Map(), codecs: new Map() },
);
const labels = (some: readonly (typeof rows)[number][]) => some.map(({ names }) => names.label);

it('offers what the run has, levels in rising order', () => {
  const facets = facetsOf(rows, noFilters);
  expect(facets.formats.map(({ id, count }) => [id, count])).toEqual([
    ['pickle', 3],
    ['csv', 1],
  ]);
  expect(facets.codecs.map(({ id }) => id)).toEqual(['none', 'zstd']);
  expect(facets.levels.map(({ id }) => id)).toEqual(['zstd@3', 'zstd@19']);
});

it('offers the one level of a codec only to bring it back', () => {
  const single = rows.filter(({ names }) => names.level !== 19);
  expect(facetsOf(single, noFilters).levels).toEqual([]);
  expect(facetsOf(single, { ...noFilters, hiddenLevels: ['zstd@3'] }).levels.map(({ id }) => id)).toEqual(['zstd@3']);
});

it('hides by format, codec and level, and takes it back', () => {
  expect(labels(visibleRows(rows, { ...noFilters, hiddenCodecs: ['zstd'] }))).toEqual(['pickle', 'csv']);
  expect(labels(visibleRows(rows, { ...noFilters, hiddenLevels: ['zstd@3'] }))).toEqual([
    'pickle',
    'pickle · zstd 19',
    'csv',
  ]);
  expect(labels(visibleRows(rows, { ...noFilters, hiddenFormats: ['pickle'] }))).toEqual(['csv']);
  expect(isFiltered(noFilters)).toBe(false);
  expect(toggled(toggled([], 'zstd'), 'zstd')).toEqual([]);
});

it('keeps the uncompressed baseline in the scatter whatever is filtered', () => {
  const shown = visibleRows(rows, { ...noFilters, hiddenCodecs: ['none'] });
  const { points } = scatterPoints(rows, shown, 'encode');
  expect(points.map(({ row, baseline }) => [row.names.label, baseline])).toEqual([
    ['pickle', true],
    ['pickle · zstd 19', false],
    ['pickle · zstd 3', false],
  ]);
});

it('draws no point for what has no figure, and says why', () => {
  const { points, left } = scatterPoints(rows, rows, 'lookup');
  expect(points).toEqual([]);
  expect(left.map(({ reason }) => reason)).toEqual(['not asked for', 'not asked for', 'not asked for']);
});

it('sorts by any column, rows without the figure last in both directions', () => {
  expect(labels(sortRows(rows, { column: 'ratio', descending: true }))).toEqual([
    'pickle · zstd 19',
    'pickle · zstd 3',
    'pickle',
    'csv',
  ]);
  expect(labels(sortRows(rows, { column: 'encode.best', descending: false }))).toEqual([
    'pickle',
    'pickle · zstd 3',
    'pickle · zstd 19',
    'csv',
  ]);
  expect(labels(sortRows(rows, { column: 'decode.throughput', descending: false })).at(-1)).toBe('csv');
  expect(labels(sortRows(rows, { column: 'candidate', descending: false }))[0]).toBe('csv');
  expect(labels(sortRows(rows, { column: 'nonsense', descending: true }))).toEqual(labels(rows));
});

it('sorts what is better first, then turns about', () => {
  const ratio = { column: 'ratio', descending: true };
  expect(nextSort(ratio, 'encode.best')).toEqual({ column: 'encode.best', descending: false });
  expect(nextSort({ column: 'size', descending: false }, 'encode.throughput')).toEqual({
    column: 'encode.throughput',
    descending: true,
  });
  expect(nextSort(ratio, 'ratio')).toEqual({ column: 'ratio', descending: false });
});
