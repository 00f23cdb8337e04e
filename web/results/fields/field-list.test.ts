import { expect, test } from 'vitest';
import { resultsViewSchema, defaultResultsView } from '../../view/results-view';
import { parseWithSchema } from '../../../workers/model/parse';
import { telling } from '../../../workers/model/testing/telling';
import { candidate, codec, madeReason } from '../testing/test-results';
import { chosenFields, distinctValues, showsAllDatasets } from './chosen-fields';
import { fieldText } from './field';
import { cellsAndFields } from './testing/test-cells';

const made = cellsAndFields({
  cells: [
    { candidate: candidate('plain'), sizeBytes: 10_000_000, ms: { encode: 5, decode: 2 } },
    {
      candidate: candidate('packed', codec('zstd', 3), { encoding: 'PLAIN', rows: 100 }),
      sizeBytes: 2_000_000,
      ms: { encode: 20, decode: 4 },
    },
    { candidate: candidate('fileless'), sizeBytes: null, ms: { encode: 10 } },
  ],
  dataBytes: [10_000_000, 1_024_000],
});
const [plain, packed] = made.cells;

test('every field has an id that a link can contain, and no id occurs twice', () => {
  const ids = made.fields.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(parseWithSchema(resultsViewSchema, { ...defaultResultsView, xField: id }, 'view').xField).toBe(id);
});

test.each([
  ['ratio', '1', '5'],
  ['size', '10.0 MB', '2.00 MB'],
  ['throughput', '2.00 GB/s', '500 MB/s'],
  ['encode.time', '5 ms', '20.0 ms'],
  ['decode.time', '2 ms', '4 ms'],
  ['decode.throughput', '5.00 GB/s', '2.50 GB/s'],
  ['codec', 'no codec', 'zstd'],
  ['level', null, '3'],
  ['format', 'plain', 'packed'],
  ['option.encoding', null, 'PLAIN'],
  ['option.rows', null, '100'],
  ['n', '977', '977'],
  ['memory', null, null],
  ['source', 'this run', 'this run'],
])('%s of both cells is %s and %s', (id, ofPlain, ofPacked) => {
  if (plain === undefined || packed === undefined) throw new Error('There are cells.');
  const text = (cell: typeof plain) => fieldText(made.field(id), cell)?.replace(/(\.0+)(?= |$)/, '') ?? null;
  const bare = (value: string | null) => value?.replace(/(\.0+)(?= |$)/, '') ?? null;
  expect([text(plain), text(packed)]).toEqual([bare(ofPlain), bare(ofPacked)]);
});

test('what has no value says why', () => {
  const cell = made.cells[2];
  const size = made.field('size');
  if (cell === undefined || size.kind !== 'number') throw new Error('There is a cell and a number.');
  expect(size.read(cell)).toEqual({ status: 'none', reason: expect.stringMatching(telling('file')) });
  const decode = made.field('decode.time');
  expect(decode.kind === 'number' && decode.read(cell)).toEqual({
    status: 'none',
    reason: madeReason('decode'),
  });
});

test('the total is that of the situation, and a cell without one says why', () => {
  const total = made.field('total');
  if (total.kind !== 'number' || packed === undefined || plain === undefined) throw new Error('It is a number.');
  const reading = total.read(packed);
  // Written once to broadband at 2.5 MB/s, read a thousand times at 12.5 MB/s, with a latency of 30 ms each.
  expect(reading.status === 'value' && reading.value).toBeCloseTo(20 + 800 + 30 + 1_000 * (4 + 160 + 30), 6);
  const fileless = made.cells[2];
  expect(fileless !== undefined && total.read(fileless)).toMatchObject({
    status: 'none',
    reason: expect.stringContaining('makes no file'),
  });
});

test('a field that the run lacks is replaced and named', () => {
  const chosen = chosenFields(made.fields, { ...defaultResultsView, xField: 'option.gone', facetField: 'option.gone' });
  expect(chosen.x.id).toBe('throughput');
  expect(chosen.facet).toBeNull();
  expect(chosen.problems).toEqual([
    expect.stringMatching(telling('“option.gone”', 'x axis', '“Throughput”')),
    expect.stringMatching(telling('“option.gone”', 'panels')),
  ]);
});

test('only a field of the data shows all datasets', () => {
  const choose = (ids: object) => showsAllDatasets(chosenFields(made.fields, { ...defaultResultsView, ...ids }));
  expect(choose({})).toBe(false);
  expect(choose({ xField: 'n' })).toBe(true);
  expect(choose({ facetField: 'dataBytes' })).toBe(true);
  expect(distinctValues(made.field('n'), made.cells)).toBe(2);
});
