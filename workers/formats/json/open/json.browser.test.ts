import { describe, expect, it } from 'vitest';
import { columnSchemaOf } from '../../../model/column-schema';
import { columnTypeText } from '../../../model/column-type-text';
import {
  readTestTable,
  caughtErrorRecord,
  columnByName,
  columnTypesByName,
  columnValues,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';
import {
  numbersAlteredNote,
  numbersKeptNote,
  offsetsLostNote,
  offsetLossNote,
  instantsKeptNote,
} from '../../../own-file/notes';
import { infiniteNote } from './json-parse';

/** Times of which one has no offset. */
const someOffset = new Set(['Z', null]);

describe('JSON', () => {
  it('reads a list of records and an object of columns alike', async () => {
    const records = await readTestTable('[{"a": 1, "b": "x"}, {"a": null, "b": "y"}]', 'a.json');
    const columns = await readTestTable('{"a": [1, null], "b": ["x", "y"]}', 'a.json');
    for (const { table } of [records, columns]) {
      expect(columnTypesByName(table)).toEqual({ a: 'int64', b: 'utf8' });
      expect([columnValues(table, 'a'), columnValues(table, 'b')]).toEqual([
        [1n, null],
        ['x', 'y'],
      ]);
    }
  });

  it('finds types, and keeps what has none as JSON with a note', async () => {
    const { table, report } = await readTestTable(
      '[{"i":1,"f":1.5,"z":-0.0,"b":true,"m":1,"n":{"x":[1]},"u":18446744073709551615},{"i":2,"f":2,"z":1,"b":false,"m":"x","n":null}]',
      'a.json',
    );
    expect(columnTypesByName(table)).toEqual({
      i: 'int64',
      f: 'float64',
      z: 'float64',
      b: 'bool',
      m: 'json',
      n: 'struct',
      u: 'uint64',
    });
    expect(columnValues(table, 'm')).toEqual(['1', '"x"']);
    expect(columnValues(table, 'n')).toEqual([[[1n]], null]);
    expect(Object.is(columnValues(table, 'z')[0], -0)).toBe(true);
    expect(report.notes).toEqual([told('“m”', 'numbers, texts', 'JSON'), told('“u”', '1 record', 'null')]);
  });

  it('never rounds whole numbers', async () => {
    const { table } = await readTestTable(
      '[{"id":9007199254740993,"big":123456789012345678901234567890,"mix":9007199254740993,"deep":{"id":9007199254740993}},{"id":-9223372036854775808,"big":1,"mix":0.5,"deep":{}}]',
      'a.json',
    );
    expect(columnTypesByName(table)).toEqual({ id: 'int64', big: 'json', mix: 'json', deep: 'struct' });
    expect(columnValues(table, 'id')).toEqual([9_007_199_254_740_993n, -(2n ** 63n)]);
    expect(columnValues(table, 'big')).toEqual(['123456789012345678901234567890', '1']);
    expect(columnValues(table, 'mix')[0]).toBe('9007199254740993');
    expect(columnValues(table, 'deep')[0]).toEqual([9_007_199_254_740_993n]);
  });

  it('keeps nested values as lists and structs, to any depth, and says what is not so', async () => {
    const { table, report } = await readTestTable(
      `[{"l":[[1,null],[],null],"s":{"a":{"b":[{"c":true},{"c":null}]},"t":"x"},"e":[],"g":[1,[2]],"o":{}},
        {"l":null,"s":{"t":null},"e":[],"g":null,"o":{}}]`,
      'a.json',
    );
    expect(table.columns.map((column) => columnTypeText(columnSchemaOf(column)))).toEqual([
      told('list', 'list of int64'),
      told('struct {a: struct {b:', 'struct {c: bool}}, t: utf8}'),
      'list of utf8',
      'list of json',
      'json',
    ]);
    expect(columnValues(table, 'l')).toEqual([[[1n, null], [], null], null]);
    expect(columnValues(table, 's')).toEqual([
      [[[[true], [null]]], 'x'],
      [null, null],
    ]);
    expect(columnValues(table, 'g')).toEqual([['1', '[2]'], null]);
    expect(report.notes).toEqual([
      told('“s.a”', '1 record', 'null'),
      told('“g.item”', 'numbers, lists', 'JSON'),
      told('“o”', 'nested', 'JSON'),
    ]);
    expect(report.possibleTypes[0]).toEqual(['nested', 'json', 'utf8']);
    expect(report.preview[0]?.slice(0, 2)).toEqual(['[[1, null], [], null]', '{a: {b: [{c: true}, {c: null}]}, t: x}']);
  });

  it('reads nested values as JSON where that is chosen, and lists nothing that was said of their parts', async () => {
    const text = '[{"s":{"a":1,"m":[1,"x"]}},{"s":{"a":2}}]';
    const { table, report } = await readTestTable(text, 'a.json', { columnTypes: ['json'] });
    expect(columnValues(table, 's')).toEqual(['{"a":1,"m":[1,"x"]}', '{"a":2}']);
    expect(report.notes).toEqual([]);
    expect((await readTestTable(text, 'a.json', { columnTypes: ['nested'] })).table).toEqual(
      (await readTestTable(text, 'a.json')).table,
    );
    expect((await caughtErrorRecord('[{"a":1}]', 'a.json', { columnTypes: ['nested'] })).message).toMatch(
      telling('“a”', 'lists', 'structs'),
    );
  });

  it('takes objects whose keys are data for JSON', async () => {
    const records = Array.from({ length: 300 }, (_, row) => ({ by: { [`user ${row}`]: row } }));
    const { table, report } = await readTestTable(JSON.stringify(records), 'a.json');
    expect(columnTypesByName(table)).toEqual({ by: 'json' });
    expect(report.notes).toEqual([told('“by”', 'nested', 'JSON')]);
  });

  it('takes the records out of the one property that holds some', async () => {
    const { table, report } = await readTestTable('{"meta": 1, "data": [{"a": 1}]}', 'a.json');
    expect(columnValues(table, 'a')).toEqual([1n]);
    expect(report.notes[0]).toMatch(/property “data”/);
  });

  it('keeps names that objects have of themselves', async () => {
    const { table } = await readTestTable(
      '[{"constructor": 1, "toString": "a", "__proto__": 2}, {"constructor": 3}]',
      'a.json',
    );
    expect(columnValues(table, 'constructor')).toEqual([1n, 3n]);
    expect(columnValues(table, '__proto__')).toEqual([2n, null]);
    expect(columnValues(table, 'toString')).toEqual(['a', null]);
  });

  it('reads columns as other types, and lists the records that do not fit', async () => {
    const { table, report } = await readTestTable(
      '[{"d":"2024-02-29","n":"1"},{"d":"2023-02-29","n":"2"},{"d":null,"n":"3"}]',
      'a.json',
      {
        columnTypes: ['date', 'int16'],
      },
    );
    expect(columnValues(table, 'd')).toEqual([Date.UTC(2024, 1, 29) / 86_400_000, null]);
    expect(columnValues(table, 'n')).toEqual([1, 3]);
    expect(report).toMatchObject({
      badRowCount: 1,
      badRows: [{ line: 2, message: told('“d”', '"2023-02-29"', 'date') }],
    });
    expect(report.possibleTypes[0]?.[0]).toBe('date');
  });

  it('reads times with and without zones to the microsecond', async () => {
    const { table, report } = await readTestTable(
      '[{"t":"2024-01-01T00:00:00.000001Z"},{"t":"2024-01-01 02:00:00+02:00"},{"t":"1969-12-31T23:59:59.5"}]',
      'a.json',
      {
        columnTypes: ['timestamp'],
      },
    );
    const midnight = BigInt(Date.UTC(2024, 0, 1)) * 1_000n;
    expect(columnValues(table, 't')).toEqual([midnight + 1n, midnight, -500_000n]);
    expect(report.notes).toEqual([offsetLossNote('t', 3, someOffset)]);
  });

  it.each<[times: (string | null)[], lost: string | null]>([
    [['2024-01-01T00:00Z', '2024-01-01'], offsetLossNote('t', 2, someOffset)],
    [['2024-01-01T00:00Z', '2024-01-01T00:00+0100'], offsetsLostNote('t', 2, 2)],
    [['2024-01-01T00:00-03:00', null], instantsKeptNote('t', '-03:00')],
    [['2024-01-01T00:00Z', '2024-01-01T00:00:01Z'], null],
    [['2024-01-01', '2024-01-02T00:00'], null],
  ])('says what times lose as timestamps: %j', async (times, lost) => {
    const { table, report } = await readTestTable(JSON.stringify(times.map((t) => ({ t }))), 'a.json', {
      columnTypes: ['timestamp'],
    });
    expect(report.notes).toEqual(lost === null ? [] : [lost]);
    const hasOffset = times.some((time) => /T.*(?:Z|[+-]\d\d:?\d\d)$/u.test(time ?? ''));
    expect(columnTypeText(columnSchemaOf(columnByName(table, 't')))).toBe(
      hasOffset ? 'timestamp (µs, UTC)' : 'timestamp',
    );
  });

  it.each(['a.json', 'a.ndjson'])('keeps the numbers of %s that float64 alters as they are written', async (name) => {
    const fileOf = (rows: readonly string[]) => (name === 'a.json' ? `[${rows.join(',')}]` : rows.join('\n'));
    const rows = [
      '{"n":1e400,"m":0.1,"o":{"x":[0.12345678901234567890]}}',
      '{"n":1e-400,"m":5e-324,"o":{"x":[1,100000000000000000000]}}',
      '{"n":0.30000000000000004,"m":1.50,"o":null}',
      '{"n":1.23456789123456789123,"m":-0.0,"o":null}',
    ];
    const { table, report } = await readTestTable(fileOf(rows), name);
    expect(columnValues(table, 'n')).toEqual(['1e400', '1e-400', '0.30000000000000004', '1.23456789123456789123']);
    expect(columnValues(table, 'm')).toEqual([0.1, 5e-324, 1.5, -0]);
    expect(columnValues(table, 'o')).toEqual([
      [['0.12345678901234567890']],
      [['1', '100000000000000000000']],
      null,
      null,
    ]);
    expect(report.notes).toEqual([
      numbersKeptNote('n', 'JSON text', { altered: 3, total: 4, first: '1e400' }),
      numbersKeptNote('o.x.item', 'JSON text', { altered: 1, total: 3, first: '0.12345678901234567890' }),
    ]);
    expect(report.possibleTypes[0]).toEqual(['json', 'float64', 'utf8']);
    expect(report.found.typeEffects?.[0]?.float64).toEqual({ leftOut: 0, altered: 3 });
    const chosen = await readTestTable(fileOf(rows), name, { columnTypes: ['float64', 'float64', 'json'] });
    expect(columnValues(chosen.table, 'n')).toEqual([
      Number.POSITIVE_INFINITY,
      0,
      0.30000000000000004,
      1.2345678912345679,
    ]);
    expect(chosen.report.notes).toContain(numbersAlteredNote('n', 'float64', 3, 4, '1e400'));
    expect(columnValues(chosen.table, 'o')[0]).toBe('{"x":[0.12345678901234567890]}');
  });

  it.each(['a.json', 'a.ndjson'])('says which values of %s a repeated name loses', async (name) => {
    const rows = ['{"n":1,"n":2}', '{"n":3}'];
    const { table, report } = await readTestTable(name === 'a.json' ? `[${rows.join(',')}]` : rows.join('\n'), name);
    expect(columnValues(table, 'n')).toEqual([2n, 3n]);
    expect(report.notes).toEqual([told('1 value', 'names')]);
  });

  it('keeps such numbers that are not in records', async () => {
    const { table } = await readTestTable('[0.12345678901234567890, 2]', 'a.json');
    expect(columnValues(table, 'value')).toEqual(['0.12345678901234567890', '2']);
  });

  it('says how many numbers a chosen type alters', async () => {
    const { report } = await readTestTable('[{"n":9007199254740993,"x":0.1},{"n":1,"x":16777217}]', 'a.json', {
      columnTypes: ['float64', 'float32'],
    });
    expect(report.notes).toEqual([
      numbersAlteredNote('n', 'float64', 1, 2, '9007199254740993'),
      numbersAlteredNote('x', 'float32', 1, 2, '16777217'),
    ]);
  });

  it.each([
    ['[{"a": 1},\n {"a": }]', telling('JSON', 'line 2, column 8')],
    ['[{"a": 1}, {"a"', /line 1, column 16/],
    ['[{"a": 1} {"a": 2}]', /line 1, column 11/],
    ['[{"a": 01}]', /line 1, column 9/],
    ['[{"a": "x\ny"}]', /line 1, column 8/],
    ['[1, 2]]', /line 1, column 7/],
    ['[]', /empty list/],
    ['{"a": 1}', /holds no table/],
    ['[{}]', /no fields/],
  ])('refuses %s', async (text, message) => {
    const record = await caughtErrorRecord(text, 'a.json', { type: 'json' });
    expect(record.message).toMatch(message);
    expect(record.remedy).toBeTruthy();
  });

  it('decodes UTF-16', async () => {
    const text = '\uFEFF[{"a": "é"}]';
    const bytes = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
    const { table, report } = await readTestTable(bytes, 'a.json');
    expect(columnValues(table, 'a')).toEqual(['é']);
    expect(report.notes[0]).toMatch(/UTF-16/);
  });
});

describe('NDJSON', () => {
  it('lists the lines that are no records with their numbers', async () => {
    const { table, report } = await readTestTable('{"a":1}\n\n{"a":2\n[1]\n{"a":9007199254740993}\n', 'a.ndjson');
    expect(columnValues(table, 'a')).toEqual([1n, 9_007_199_254_740_993n]);
    expect(report.badRowCount).toBe(2);
    expect(report.badRows.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('tells the line where a value does not fit the chosen type', async () => {
    const { report } = await readTestTable('{"a":1}\n\n{"a":300}\n', 'a.jsonl', { columnTypes: ['int8'] });
    expect(report.badRows).toEqual([{ line: 3, message: told('“a”', '"300"', 'int8') }]);
  });

  it('refuses a file without a record', async () => {
    expect((await caughtErrorRecord('{"a":\n{"b":\n', 'a.ndjson')).message).toMatch(telling('JSON', 'Line 1'));
  });
});

describe('NaN and infinities, as Python’s json writes them', () => {
  it.each(['a.json', 'a.ndjson'])('are numbers in %s', async (name) => {
    const records = [
      '{"x": NaN, "s": "NaN, Infinity \\" NaN", "n": [1, -Infinity]}',
      '{"x": 9007199254740993, "s": "-Infinity", "n": []}',
      '{"x": Infinity, "s": null, "n": [Infinity]}',
    ];
    const text = name === 'a.json' ? `[${records.join(', ')}]` : `${records.join('\n')}\n`;
    const { table, report } = await readTestTable(text, name, { columnTypes: ['float64', 'utf8', 'nested'] });
    expect(columnValues(table, 'x')).toEqual([Number.NaN, 9007199254740992, Number.POSITIVE_INFINITY]);
    expect(columnValues(table, 's')).toEqual(['NaN, Infinity " NaN', '-Infinity', null]);
    expect(columnValues(table, 'n')).toEqual([[1, Number.NEGATIVE_INFINITY], [], [Number.POSITIVE_INFINITY]]);
    expect(report.notes[0]).toBe(infiniteNote(4));
  });

  it('are found where the name does not say what the file is', async () => {
    const { table, report } = await readTestTable('{"x": NaN}\n{"x": 1}\n', 'a.json');
    expect([columnValues(table, 'x'), report.type]).toEqual([[Number.NaN, 1], 'ndjson']);
    expect(report.notes).toEqual([infiniteNote(1)]);
    expect((await readTestTable('[NaN, 2]', 'a.txt')).report.type).toBe('json');
  });

  it('leave the place of a syntax error', async () => {
    const record = await caughtErrorRecord('[{"x": NaN},\n {"x": Nope}]', 'a.json');
    expect(record.message).toMatch(/in line 2, column 8/);
  });
});

describe('the forms in which pandas writes a table', () => {
  const rows = [
    ['a', [1n, 2n]],
    ['b', ['x', null]],
  ] as const;
  it.each([
    '{"columns":["a","b"],"index":[0,1],"data":[[1,"x"],[2,null]]}',
    '{"index":[0,1],"columns":["a","b"],"data":[[1,"x"],[2,null]],"index_names":[null],"column_names":[null]}',
    '{"a":{"0":1,"1":2},"b":{"0":"x","1":null}}',
    '{"0":{"a":1,"b":"x"},"1":{"a":2,"b":null}}',
  ])('%s', async (text) => {
    const { table, report } = await readTestTable(text, 'a.json');
    expect(table.columns.map(({ name }) => [name, columnValues(table, name)])).toEqual(rows);
    expect(report.notes.at(-1)).toMatch(telling('count from 0'));
  });

  it.each([
    ['{"columns":["a"],"index":["p","q"],"data":[[1],[2]]}', ['p', 'q']],
    ['{"columns":["index"],"index":["p","q"],"data":[[1],[2]]}', ['p', 'q']],
    ['{"a":{"3":1,"7":2}}', [3n, 7n]],
    ['{"-3":{"a":1},"9007199254740993":{"a":2}}', [9_007_199_254_740_993n, -3n]],
  ])('with names of rows: %s', async (text, index) => {
    const { table, report } = await readTestTable(text, 'a.json');
    const [first] = table.columns;
    expect([...columnValues(table, first?.name ?? '')].sort()).toEqual([...index].sort());
    expect(report.notes.at(-1)).toMatch(telling('names', `column “${first?.name}”`));
    expect(table.rowCount).toBe(2);
  });

  it.each([
    ['{"p":{"a":1},"q":{"a":2}}', /either\b.* rows/u],
    ['{"0":{"0":1},"1":{"0":2}}', /either\b.* rows/u],
    ['{"columns":["a","a"],"index":[0],"data":[[1,2]]}', telling('columns', 'share')],
    ['{"columns":[["a","x"],["a","y"]],"index":[0],"data":[[1,2]]}', telling('names', 'lists')],
    ['{"columns":["a","b"],"index":[0],"data":[[1]]}', telling('Row 1', '“data”', '1 value', '2 columns')],
    ['{"columns":["a"],"index":[0,1],"data":[[1]]}', telling('“index”', '2 names', '“data”', '1 row')],
  ])('refuses %s', async (text, message) => {
    const record = await caughtErrorRecord(text, 'a.json');
    expect(record.message).toMatch(message);
    expect(record.remedy).toMatch(/orient="records"/);
  });

  it('takes columns that only share the names of such a form for columns', async () => {
    const { table } = await readTestTable('{"columns":["a","b"],"data":[1,2]}', 'a.json');
    expect(columnValues(table, 'data')).toEqual([1n, 2n]);
  });
});
