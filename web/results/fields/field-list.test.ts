import { expect, test } from 'vitest';
import { resultsViewSchema, defaultResultsView } from '../../view/results-view';
import type { Candidate } from '../../../workers/model/plan';
import { formats } from '../../../workers/registry/metadata';
import { parseWithSchema } from '../../../workers/model/parse';
import { telling } from '../../../workers/model/testing/telling';
import { candidate, codec, madeReason } from '../testing/test-results';
import { chosenFields, distinctValues, showsAllDatasets } from './chosen-fields';
import { type Field, fieldText, type MeasuredCell, type NumberField } from './field';
import { fieldsOf } from './field-list';
import { cellsAndFields, situation } from './testing/test-cells';

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

const fieldsFor = (over: Partial<Parameters<typeof fieldsOf>[0]>) => {
  const fields = fieldsOf({
    operations: [],
    operation: 'encode',
    subjects: {},
    situation,
    candidates: [],
    datasets: [],
    ...over,
  });
  return (id: string) => {
    const found = fields.find((each) => each.id === id);
    if (found === undefined) throw new Error(`There is no field ${id}.`);
    return found;
  };
};
const read = (field: Field, over: object, rowOver: object = {}) => {
  const [cell] = made.cells;
  if (cell === undefined) throw new Error('There is a cell.');
  const changed = { ...cell, ...over, row: { ...cell.row, ...rowOver } } as MeasuredCell;
  if (field.kind === 'category') return field.read(changed);
  const reading = field.read(changed);
  return reading.status === 'value' ? reading.value : reading.reason;
};

test('numbers have units to type them in, a direction, and say why they are missing', () => {
  const facts = (id: string) => {
    const field = made.field(id);
    if (field.kind !== 'number') throw new Error('It is a number.');
    const { better, canBeLog, isDiscrete, reference, entry, group, ofDataset } = field;
    return [better, canBeLog, isDiscrete, reference, entry.unit, entry.factor, group, ofDataset];
  };
  expect(facts('ratio')).toEqual(['larger', true, false, 1, '', 1, 'File', false]);
  expect(facts('size')).toEqual(['smaller', true, false, null, 'MB', 1e6, 'File', false]);
  expect(facts('memory')).toEqual(['smaller', true, false, null, 'MB', 1e6, 'Memory and set-up', false]);
  expect(facts('setUp')).toEqual(['smaller', true, false, null, 'ms', 1, 'Memory and set-up', false]);
  expect(facts('level')).toEqual([null, false, true, null, '', 1, 'Candidate', false]);
  expect(facts('n')).toEqual([null, true, true, null, '', 1, 'Data', true]);
  expect(facts('dataBytes')).toEqual([null, true, true, null, 'MB', 1e6, 'Data', true]);
  expect(facts('total')).toEqual(['smaller', true, false, null, 's', 1_000, 'Situation', false]);
  expect(read(made.field('setUp'), {})).toBe(12.5);
  expect([read(made.field('memory'), {}, { wasmPeakBytes: 5 }), read(made.field('memory'), {})]).toEqual([
    5,
    expect.stringMatching(telling('JavaScript')),
  ]);
  const [empty, fileless] = [
    { sizeBytes: 0, ratio: null },
    { sizeBytes: null, ratio: null },
  ];
  expect(read(made.field('ratio'), {}, empty)).not.toBe(read(made.field('ratio'), {}, fileless));
  for (const [id, row] of [
    ['n', { itemCount: null }],
    ['dataBytes', { dataBytes: null }],
    ['size', fileless],
  ] as const)
    expect(read(made.field(id), {}, row)).toEqual(expect.any(String));
  expect([read(made.field('n'), {}), read(made.field('dataBytes'), {})]).toEqual([977, 10_000_000]);
});

test('the total follows the goal', () => {
  const of = (goal: 'time' | 'money' | 'size') => {
    const field = fieldsFor({ situation: { ...situation, goal } })('total');
    if (field.kind !== 'number') throw new Error('It is a number.');
    return [field.entry.unit, field.entry.factor, field.phrase.replace(/ of .*/, '')];
  };
  expect([of('time'), of('money'), of('size')]).toEqual([
    ['s', 1_000, 'total time'],
    ['$', 1, 'total cost'],
    ['MB', 1e6, 'size'],
  ]);
  const total = made.field('total');
  if (total.kind !== 'number') throw new Error('It is a number.');
  const draws = { bests: () => new Float64Array(), totals: () => Float64Array.of(7) };
  expect(plain && total.replicated(plain, draws)).toEqual(Float64Array.of(7));
  expect(made.cells[2] && total.replicated(made.cells[2], draws)).toBeNull();
  expect(
    made.field('size').kind === 'number' && plain && (made.field('size') as NumberField).replicated(plain, draws),
  ).toBeNull();
});

test('options are numbers, or words', () => {
  const withOptions = (...all: Candidate['options'][]) =>
    fieldsFor({ candidates: all.map((options) => candidate('unknown', null, options)) });
  const numbers = withOptions({ rows: 100 }, { rows: 2.5 }, {});
  expect(numbers('option.rows')).toMatchObject({
    kind: 'number',
    canBeLog: true,
    isDiscrete: true,
    better: null,
    label: 'rows',
  });
  expect(withOptions({ rows: 0 }, { rows: 5 })('option.rows')).toMatchObject({ kind: 'number', canBeLog: false });
  expect(withOptions({ rows: 'all' }, { rows: 5 })('option.rows').kind).toBe('category');
  const ofOptions = (options: object) => ({ candidate: { ...candidate('unknown'), options } });
  expect(read(numbers('option.rows'), ofOptions({ rows: 9 }))).toBe(9);
  expect(read(numbers('option.rows'), ofOptions({}))).toEqual(expect.stringMatching(telling('no rows')));
  const words = withOptions({ on: true, word: 'x' })('option.on');
  expect([true, false, 'x'].map((on) => read(words, ofOptions({ on })))).toEqual(['yes', 'no', 'x']);
  expect(read(words, ofOptions({}))).toBeNull();
});

test('options of formats, codecs and data have the labels of their descriptions', () => {
  const parquet = candidate('parquet', codec('zstd', 3), { encoding: 'PLAIN', pageKiB: 64 }, 'arrow-rs');
  const packed = { ...parquet, codec: { ...codec('zstd', 3, 'native', 'page'), options: { dictionaryKiB: 16 } } };
  const dataset = { source: 'workload', workload: 'table', knobs: { nullShare: 0.5 }, size: 10, seed: 1 } as const;
  const field = fieldsFor({ candidates: [packed], datasets: [dataset] });
  const encoding = formats
    .get('parquet')
    ?.implementations.find(({ id }) => id === 'arrow-rs')
    ?.options.find(({ id }) => id === 'encoding');
  expect(field('option.encoding').label).toBe(encoding?.label);
  const label =
    encoding?.type === 'choice' ? encoding.choices.find(({ value }) => value === 'PLAIN')?.label : undefined;
  expect(read(field('option.encoding'), { candidate: packed })).toBe(label ?? 'none');
  expect(read(field('codecOption.dictionaryKiB'), { candidate: packed })).toBe(16);
  expect(read(field('codecOption.dictionaryKiB'), { candidate: parquet })).toEqual(expect.any(String));
  expect([field('codecOption.dictionaryKiB').group, field('parameter.nullShare').group]).toEqual(['Candidate', 'Data']);
  expect(read(field('parameter.nullShare'), { dataset })).toBe(0.5);
  expect(read(field('parameter.nullShare'), { dataset: { source: 'ownFile' } })).toEqual(expect.any(String));
});

test('the few different values of a field are counted up to a limit', () => {
  const cells = [1, 2, 3, 4].map((itemCount) => {
    const [cell] = made.cells;
    return { ...cell, row: { ...cell?.row, itemCount } } as MeasuredCell;
  });
  const count = (limit?: number) => distinctValues(made.field('n'), cells, limit);
  expect([count(), count(2), count(9)]).toEqual([3, 2, 4]);
  expect(distinctValues(made.field('memory'), cells)).toBe(0);
  expect(showsAllDatasets(chosenFields(made.fields, { ...defaultResultsView, colorField: 'n' }))).toBe(true);
  expect(showsAllDatasets(chosenFields(made.fields, { ...defaultResultsView, yField: 'n' }))).toBe(true);
  expect(() => chosenFields([], defaultResultsView)).toThrow(defaultResultsView.xField);
  expect(chosenFields(made.fields, { ...defaultResultsView, yField: 'x.y', colorField: 'x.z' })).toMatchObject({
    y: { id: defaultResultsView.yField },
    color: { id: defaultResultsView.colorField },
    problems: [expect.stringMatching(telling('“x.y”', 'y axis')), expect.stringMatching(telling('“x.z”', 'colour'))],
  });
});
