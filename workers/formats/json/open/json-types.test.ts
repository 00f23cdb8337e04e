import { describe, expect, it } from 'vitest';
import type { ChosenType } from '../../../model/chosen-type';
import { columnTypeText } from '../../../model/column-type-text';
import { inferType } from './reader/types';
import { shareEqual } from '../../../open-file/share-equal';
import { countRecords, serveRecords, tableOfTestRecords } from '../../../open-file/testing/json-records';
import { columnValues } from '../../../open-file/testing/test-files';
import { type Facts, told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';
import { numbersAlteredNote, offsetsLostNote, instantsKeptNote } from '../../../own-file/notes';

serveRecords();

async function inferredType(values: readonly unknown[], notes: string[], name = 'a') {
  const { counts } = await countRecords(values.map((value) => ({ [name]: value })));
  const [seen = { name }] = counts.columns;
  return inferType(seen, counts.rows, name, notes);
}

async function inferred(values: readonly unknown[]) {
  const notes: string[] = [];
  const { schema, chosen, possible } = await inferredType(values, notes);
  return { type: columnTypeText(schema), nullable: schema.nullable, chosen, possible, notes };
}

describe('the type of a column of JSON', () => {
  it.each<[string, unknown[], string, ChosenType[]]>([
    ['booleans', [true, false], 'bool', ['bool', 'utf8', 'json']],
    ['texts', ['a', ''], 'utf8', ['utf8', 'json']],
    ['dates', ['2024-02-29'], 'utf8', ['utf8', 'date', 'timestamp', 'json']],
    ['numbers in texts', ['1', '-2'], 'utf8', ['utf8', 'int64', 'float64', 'json']],
    ['fractions', [1, 0.5], 'float64', ['float64', 'float32', 'utf8', 'json']],
    ['minus zero', [-0, 1], 'float64', ['float64', 'float32', 'utf8', 'json']],
    ['large floats', [1e300], 'float64', ['float64', 'float32', 'utf8', 'json']],
    [
      'zero',
      [0],
      'int64',
      ['int64', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float64', 'utf8', 'json'],
    ],
    [
      'bytes with a sign',
      [-128, 127],
      'int64',
      ['int64', 'int8', 'int16', 'int32', 'int64', 'float64', 'utf8', 'json'],
    ],
    ['one less', [-129, 5], 'int64', ['int64', 'int16', 'int32', 'int64', 'float64', 'utf8', 'json']],
    [
      'bytes',
      [3, 255],
      'int64',
      ['int64', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float64', 'utf8', 'json'],
    ],
    ['the largest int64', [2n ** 63n - 1n], 'int64', ['int64', 'int64', 'uint64', 'float64', 'utf8', 'json']],
    ['the smallest int64', [-(2n ** 63n), 1], 'int64', ['int64', 'int64', 'float64', 'utf8', 'json']],
    [
      'large numbers in any order',
      [-(2n ** 63n), 2n ** 60n, -(2n ** 60n)],
      'int64',
      ['int64', 'int64', 'float64', 'utf8', 'json'],
    ],
    ['the largest uint64', [0, 2n ** 64n - 1n], 'uint64', ['uint64', 'uint64', 'float64', 'utf8', 'json']],
  ])('of %s keeps them as they are', async (_, values, type, possible) => {
    expect(await inferred(values)).toEqual({ type, nullable: false, chosen: type, possible, notes: [] });
  });

  it.each<[unknown[], string, ChosenType[], Facts]>([
    [[1, 'a'], 'json', ['json', 'utf8'], ['numbers, texts', 'JSON']],
    [[true, [1], {}], 'json', ['json', 'utf8'], ['booleans, lists, objects', 'JSON']],
    [[2n ** 64n], 'json', ['json', 'float64', 'utf8'], ['64 bits', 'JSON']],
    [[-1, 2n ** 63n], 'json', ['json', 'float64', 'utf8'], ['64 bits', 'JSON']],
    [[0.5, 2n ** 53n + 1n], 'json', ['json', 'float64', 'utf8'], ['JSON', 'float64', '1 of 2', '9007199254740993']],
    [[{}], 'json', ['json', 'utf8'], ['nested', 'JSON']],
  ])('is JSON where no other keeps them, and says why: %#', async (values, type, possible, facts) => {
    expect(await inferred(values)).toEqual({
      type,
      nullable: false,
      chosen: type,
      possible,
      notes: [told('“a”', ...facts)],
    });
  });

  it('says how many records lack it, and tells that from a null', async () => {
    expect(await inferred([1, null])).toMatchObject({ nullable: true, notes: [] });
    expect((await inferred([1, undefined])).notes).toEqual([told('“a”', '1 record', 'null')]);
    const many = await inferred([1, ...new Array<undefined>(1_200)]);
    expect(many).toMatchObject({ nullable: true, type: 'int64' });
    expect(many.notes).toEqual([told('“a”', '1,200 records', 'null')]);
    expect(await inferred([null, null])).toEqual({
      type: 'utf8',
      nullable: true,
      chosen: 'utf8',
      possible: ['utf8', 'json'],
      notes: [told('“a”', 'nulls', 'text')],
    });
  });

  it('nests lists and objects, and stops where columns end', async () => {
    const values = [[{ x: 1, y: ['a'] }, null], []];
    expect((await inferredType(values, [])).schema).toMatchObject({
      type: 'list',
      item: {
        type: 'struct',
        fields: [
          { name: 'x', type: 'int64' },
          { name: 'y', type: 'list', item: { type: 'utf8' } },
        ],
      },
    });
    expect(await inferred(values)).toEqual({
      type: told('list', 'struct'),
      nullable: false,
      chosen: 'nested',
      possible: ['nested', 'json', 'utf8'],
      notes: [],
    });
    // Lists that are all empty have no items of which anything could be said.
    expect(await inferred([[], []])).toMatchObject({ type: 'list of utf8', notes: [] });
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    const whole = await inferred([deep(100)]);
    expect(whole.notes).toEqual([expect.stringMatching(/“a(\.item)+”.*\bJSON\b/u)]);
    expect(whole.type).toMatch(/^(list of )+json$/);
  });

  it('takes many keys for data only where most records lack them', async () => {
    const keyed = (count: number) => Array.from({ length: count }, (_, row) => ({ [`k${row}`]: row }));
    expect((await inferred(keyed(200))).chosen).toBe('nested');
    expect((await inferred(keyed(201))).chosen).toBe('json');
    const full = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at]));
    expect((await inferred([full, full])).chosen).toBe('nested');
    // One full record of ten is a tenth of all fields; one of eleven is less.
    expect((await inferred([full, ...new Array(9).fill({})])).chosen).toBe('nested');
    expect((await inferred([full, ...new Array(10).fill({})])).chosen).toBe('json');
  });

  it('offers types by the first texts only', async () => {
    const late = [...new Array<string>(200).fill('1'), 'x'];
    expect((await inferred(late)).possible).toEqual(['utf8', 'int64', 'float64', 'json']);
    expect((await inferred(late.slice(1))).possible).toEqual(['utf8', 'json']);
    expect((await inferred(['true', 'false', null])).possible).toEqual(['utf8', 'bool', 'json']);
  });
});

describe('a table of records of JSON', () => {
  const read = async (records: Record<string, unknown>[], types: ChosenType[] | null = null) => {
    const { read: result, countEffects } = await tableOfTestRecords(records, types, {
      emptyLines: 9,
      notes: ['earlier'],
    });
    const { dataset, ...found } = result;
    if (dataset.kind !== 'table') throw new Error('It is no table.');
    return { table: dataset, ...found, typeEffects: countEffects() };
  };

  it('counts what each type would leave out or alter, and does just that', async () => {
    const records = [{ n: 300 }, { n: 2n ** 53n + 1n }, {}, { n: 7 }];
    const { typeEffects, notes } = await read(records);
    expect(notes).toEqual(['earlier', told('“n”', '1 record', 'null')]);
    const effects = typeEffects[0];
    expect(effects).toMatchObject({
      int64: { leftOut: 0, altered: 0 },
      float64: { leftOut: 0, altered: 1 },
      json: { leftOut: 0, altered: 0 },
    });
    const narrow = await read(records, ['int8']);
    expect(narrow.badRows).toEqual([
      { line: 10, message: told('“n”', '"300"', 'int8') },
      { line: 11, message: told('“n”', '"9007199254740993"', 'int8') },
    ]);
    expect([narrow.badRowCount, columnValues(narrow.table, 'n')]).toEqual([2, [null, 7]]);
    expect(narrow.possibleTypes[0]?.slice(0, 2)).toEqual(['int8', 'int64']);
    expect((await read(records, ['float64'])).notes.at(-1)).toBe(
      numbersAlteredNote('n', 'float64', 1, 3, '9007199254740993'),
    );
  });

  it('counts nested values as kept, and says of a choice what cannot be', async () => {
    const records = [{ l: [1], x: 'a' }];
    expect((await read(records)).typeEffects[0]?.nested).toEqual({ leftOut: 0, altered: 0 });
    await expect(read(records, ['nested'])).rejects.toThrow(telling(1, '2 columns'));
    await expect(read(records, ['json', 'nested'])).rejects.toThrow(telling('“x”', 'lists', 'structs'));
    await expect(read(records, ['json', 'decimal'])).rejects.toThrow(telling('“x”', 'JSON', 'decimal'));
    await expect(read(records, ['json', 'time'])).rejects.toThrow(telling('“x”', 'JSON', 'time'));
  });

  it('says of times only where they are chosen that their offsets are lost', async () => {
    const records = [{ t: '2024-01-01T00:00Z' }, { t: '2024-01-01T00:00+01:00' }];
    expect((await read(records, ['utf8'])).notes).toEqual(['earlier']);
    expect((await read(records, ['timestamp'])).notes.at(-1)).toBe(offsetsLostNote('t', 2, 2));
    expect((await read([{ t: '2024-01-01T00:00Z' }], ['timestamp'])).notes).toEqual(['earlier']);
  });

  it('keeps objects as structs, also where other columns leave records out', async () => {
    const records = [
      { s: { x: 1 }, n: 1 },
      { s: { x: 2 }, n: 300 },
      { s: null, n: 2 },
    ];
    const { table, badRowCount } = await read(records, ['nested', 'int8']);
    expect([columnValues(table, 's'), badRowCount]).toEqual([[[1n], null], 1]);
  });

  it('says that instants of one offset are kept', async () => {
    const { notes } = await read([{ t: '2024-01-01T00:00-03:00' }], ['timestamp']);
    expect(notes.at(-1)).toBe(instantsKeptNote('t', '-03:00'));
  });

  it('lists the first hundred bad rows in the order of their lines, and counts all', async () => {
    const records = Array.from({ length: 150 }, () => ({ n: 'x' }));
    const earlier = [
      { line: 3, message: 'It is no record.' },
      { line: 2_000, message: 'Nor this.' },
    ];
    const { badRows, badRowCount } = (await tableOfTestRecords(records, ['int8'], { emptyLines: 9, bad: earlier }))
      .read;
    expect([badRowCount, badRows.length]).toEqual([152, 100]);
    expect(badRows.slice(0, 2).map(({ line }) => line)).toEqual([3, 10]);
  });
});

it('refuses records of which each has a name of its own, before their nulls fill the memory', async () => {
  const keyed = (count: number) => Array.from({ length: count }, (_, row) => ({ [`k${row}`]: row }));
  const { read } = await tableOfTestRecords(keyed(500), null);
  expect(read.dataset).toMatchObject({ rowCount: 500, columns: { length: 500 } });
  await expect(countRecords(keyed(40_000), { pieceBytes: 1_000_000 })).rejects.toMatchObject({
    record: { tag: 'tooLarge' },
  });
});

it('choices that are equal are one object, of which a message holds one copy', () => {
  const lists = Array.from({ length: 1_000 }, (_, at) => ['int64', at % 2 === 0 ? 'utf8' : 'json']);
  const shared = shareEqual(lists);
  expect(shared).toEqual(lists);
  expect(new Set(shared).size).toBe(2);
});
