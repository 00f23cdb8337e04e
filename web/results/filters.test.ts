import { expect, it } from 'vitest';
import { filterFacets, isFiltered, noFilters, toggleHiddenId, visibleRows } from './filters';
import { resultRows } from '../figures/rows';
import { drawnRows } from './fields/drawn-rows';
import { sortAfterHeaderClick, sortRows } from './table-columns';
import { candidate, codec, makeRun } from './testing/test-results';

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
  const facets = filterFacets(rows, noFilters);
  expect(facets.formats.map(({ id, count }) => [id, count])).toEqual([
    ['pickle', 3],
    ['csv', 1],
  ]);
  expect(facets.codecs.map(({ id }) => id)).toEqual(['none', 'zstd']);
  expect(facets.levels.map(({ id }) => id)).toEqual(['zstd@3', 'zstd@19']);
});

it('offers the one level of a codec only to bring it back', () => {
  const single = rows.filter(({ names }) => names.level !== 19);
  expect(filterFacets(single, noFilters).levels).toEqual([]);
  expect(filterFacets(single, { ...noFilters, hiddenLevels: ['zstd@3'] }).levels.map(({ id }) => id)).toEqual([
    'zstd@3',
  ]);
});

it('hides by format, codec and level, and takes it back', () => {
  expect(labels(visibleRows(rows, { ...noFilters, hiddenCodecs: ['zstd'] }))).toEqual(['pickle', 'csv']);
  expect(labels(visibleRows(rows, { ...noFilters, hiddenLevels: ['zstd@3'] }))).toEqual([
    'pickle',
    'pickle, zstd 19',
    'csv',
  ]);
  expect(labels(visibleRows(rows, { ...noFilters, hiddenFormats: ['pickle'] }))).toEqual(['csv']);
  expect(isFiltered(noFilters)).toBe(false);
  expect(toggleHiddenId(toggleHiddenId([], 'zstd'), 'zstd')).toEqual([]);
});

it('keeps the uncompressed baseline in the chart whatever is filtered', () => {
  const shown = visibleRows(rows, { ...noFilters, hiddenCodecs: ['none'] });
  expect(labels(drawnRows({ all: rows, shown }))).toEqual(['pickle', 'pickle, zstd 19', 'pickle, zstd 3']);
  expect(drawnRows({ all: rows, shown: rows })).toEqual(rows);
});

it('sorts by any column, rows without the figure last in both directions', () => {
  expect(labels(sortRows(rows, { column: 'ratio', descending: true }))).toEqual([
    'pickle, zstd 19',
    'pickle, zstd 3',
    'pickle',
    'csv',
  ]);
  expect(labels(sortRows(rows, { column: 'encode.best', descending: false }))).toEqual([
    'pickle',
    'pickle, zstd 3',
    'pickle, zstd 19',
    'csv',
  ]);
  expect(labels(sortRows(rows, { column: 'decode.throughput', descending: false })).at(-1)).toBe('csv');
  expect(labels(sortRows(rows, { column: 'candidate', descending: false }))[0]).toBe('csv');
  expect(labels(sortRows(rows, { column: 'nonsense', descending: true }))).toEqual(labels(rows));
});

it('sorts what is better first, then turns about', () => {
  const ratio = { column: 'ratio', descending: true };
  expect(sortAfterHeaderClick(ratio, 'encode.best')).toEqual({ column: 'encode.best', descending: false });
  expect(sortAfterHeaderClick({ column: 'size', descending: false }, 'encode.throughput')).toEqual({
    column: 'encode.throughput',
    descending: true,
  });
  expect(sortAfterHeaderClick(ratio, 'ratio')).toEqual({ column: 'ratio', descending: false });
});

it('tells everything of what there is to filter by', () => {
  const registry = { formats: new Map(), codecs: new Map() };
  const candidates = [
    candidate('pickle', codec('zstd', 19)),
    candidate('csv', codec('gzip', 9)),
    candidate('csv', codec('gzip', 1)),
    candidate('csv', codec('lz4', null)),
    candidate('csv', codec('zstd', -5)),
    candidate('csv', codec('zstd', 19)),
    candidate('csv'),
  ];
  const many = resultRows(makeRun({ cells: candidates.map((each) => ({ candidate: each })) }), false, registry);
  const filters = { hiddenFormats: ['csv'], hiddenCodecs: ['lz4', 'none'], hiddenLevels: ['zstd@-5'] };
  const plain = { hidden: false, family: null, level: null };
  const zstd = { family: 'zstd', hidden: false };
  const gzip = { family: 'gzip', hidden: false };
  expect(filterFacets(many, filters)).toEqual({
    formats: [
      { ...plain, id: 'pickle', label: 'pickle', count: 1 },
      { ...plain, id: 'csv', label: 'csv', count: 6, hidden: true },
    ],
    codecs: [
      { ...zstd, id: 'zstd', label: 'zstd', count: 3, level: null },
      { ...gzip, id: 'gzip', label: 'gzip', count: 2, level: null },
      { id: 'lz4', label: 'lz4', count: 1, hidden: true, family: 'lz4', level: null },
      { id: 'none', label: 'None', count: 1, hidden: true, family: 'none', level: null },
    ],
    levels: [
      { ...zstd, id: 'zstd@-5', label: 'zstd -5', count: 1, hidden: true, level: -5 },
      { ...zstd, id: 'zstd@19', label: 'zstd 19', count: 2, level: 19 },
      { ...gzip, id: 'gzip@1', label: 'gzip 1', count: 1, level: 1 },
      { ...gzip, id: 'gzip@9', label: 'gzip 9', count: 1, level: 9 },
    ],
  });
});

it.each(['hiddenFormats', 'hiddenCodecs', 'hiddenLevels'] as const)('is filtered by %s alone', (name) =>
  expect(isFiltered({ ...noFilters, [name]: ['x'] })).toBe(true),
);

it('puts into a list what is not in it, and takes out that alone', () => {
  expect(toggleHiddenId(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggleHiddenId(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
});
