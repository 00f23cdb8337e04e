import { describe, expect, test } from 'vitest';
import { type ErrorRecord, FormatlabError } from '../../model/errors';
import { type DatasetSchema, schemaOf } from '../../model/dataset';
import { format } from './implementations/formatlab';
import { telling } from '../../model/testing/telling';

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const shortText = (text: string) => [0x8c, text.length, ...ascii(text)];
const vectors: DatasetSchema = { kind: 'keyedVectors', elementType: 'float64', dimension: 2 };

async function decode(bytes: readonly number[], schema: DatasetSchema = vectors) {
  const session = await format.open({ options: { protocol: '5', numpy: '2' }, innerCodec: null, schema });
  return session.decode?.(Uint8Array.from(bytes));
}

async function refusalOf(bytes: readonly number[], schema: DatasetSchema = vectors): Promise<ErrorRecord> {
  try {
    await decode(bytes, schema);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FormatlabError);
    if (thrown instanceof FormatlabError) return thrown.record;
  }
  throw new Error('The file was read.');
}

const messageOf = async (bytes: readonly number[], schema?: DatasetSchema) => (await refusalOf(bytes, schema)).message;
/** A file that repeats its values until they are far longer than the file. */
const repeating = { tag: 'tooLarge', stage: 'decode', format: 'pickle' };

describe('a hostile pickle', () => {
  test.each([
    ['posix', 'system'],
    ['builtins', 'eval'],
    ['numpy', 'load'],
    ['numpy.core.multiarray', 'scalar'],
    ['numpy._core.numeric', '_frombuffer.__globals__'],
  ])('asks for %s.%s and is refused by name, with the offset', async (module, name) => {
    const message = await messageOf([
      0x80,
      4,
      ...shortText(module),
      ...shortText(name),
      0x93,
      ...shortText('x'),
      0x85,
      0x52,
      0x2e,
    ]);
    expect(message).toContain(`${module}.${name}`);
    expect(message).toContain(`byte ${2 + 4 + module.length + name.length}`);
  });

  test.each([
    ['GLOBAL', 0x63],
    ['INST', 0x69],
    ['OBJ', 0x6f],
    ['NEWOBJ', 0x81],
    ['EXT1', 0x82],
    ['PERSID', 0x50],
    ['BINPERSID', 0x51],
    ['NEXT_BUFFER', 0x97],
  ])('uses %s and is refused', async (_name, code) => {
    expect(await messageOf([0x80, 4, code, 0x2e])).toMatch(new RegExp(`0x${code.toString(16)}.*byte 2`));
  });

  test('names one large text many times by its memo, and is refused before it is made', async () => {
    const large = 200_000;
    const text = [
      0x58,
      large & 0xff,
      (large >> 8) & 0xff,
      large >> 16,
      0,
      ...new Array<number>(large).fill(0x61),
      0x94,
    ];
    const again = Array.from({ length: 100_000 }, () => [0x68, 0]).flat();
    const bomb = [0x80, 4, 0x7d, ...shortText('column'), 0x5d, 0x28, ...text, ...again, 0x65, 0x73, 0x2e];
    const schema: DatasetSchema = { kind: 'table', columns: [{ name: 'column', type: 'utf8', nullable: false }] };
    expect(await refusalOf(bomb, schema)).toMatchObject(repeating);
  });

  test('claims a shape that its bytes do not fill', async () => {
    const session = await format.open({ options: { protocol: '5', numpy: '2' }, innerCodec: null, schema: vectors });
    const file = await session.encode?.({
      kind: 'keyedVectors',
      elementType: 'float64',
      dimension: 2,
      entries: new Map([['a', Float64Array.of(1, 2)]]),
    });
    if (file === undefined) throw new Error('There is no encode.');
    const at = file.findIndex((byte, index) => byte === 0x4b && file[index + 1] === 2 && file[index + 2] === 0x85);
    file[at + 1] = 200;
    await expect(async () => session.decode?.(file)).rejects.toThrow(telling('16 bytes', '(200)', 'float64', 1600));
  });
});

test.each([
  ['nothing', [], /ends in the middle/],
  ['another protocol', [0x80, 2, 0x4e, 0x2e], /has protocol 2; Formatlab reads 4 and 5/],
  ['no protocol', [0x4e, 0x2e], /does not begin with a protocol/],
  ['something after its end', [0x80, 4, 0x7d, 0x2e, 0], /has 1 more bytes after its end/],
  ['a stack that is empty', [0x80, 4, 0x85, 0x2e], /empty stack/],
  ['a memo that is empty', [0x80, 4, 0x68, 7, 0x2e], /refers to memo 7, but only 0 were stored/],
  [
    'a frame longer than the file',
    [0x80, 4, 0x95, 9, 0, 0, 0, 0, 0, 0, 0, 0x2e],
    /has a frame of 9 bytes, but only 1 are left/,
  ],
  ['a text longer than the file', [0x80, 4, 0x8c, 200, 0x2e], /has a value of 200 bytes, but only 1 are left/],
  ['a key that is no text', [0x80, 4, 0x7d, 0x4b, 1, 0x4b, 2, 0x73, 0x2e], /is not a text/],
])('a file of %s is refused', async (_what, bytes, message) => {
  expect(await messageOf(bytes)).toMatch(message);
});

const pairs: DatasetSchema = { kind: 'dict', keyType: 'utf8', valueType: 'float64' };
const one = [0x8c, 1, 0x61, 0x94, 0x47, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0];
const begin = [0x80, 4, 0x7d, 0x94];

test('a dictionary without frames and batches is read', async () => {
  expect(await decode([...begin, ...one, 0x73, 0x2e], pairs)).toEqual({
    kind: 'dict',
    keyType: 'utf8',
    valueType: 'float64',
    entries: new Map([['a', 1]]),
  });
  expect(await decode([...begin, 0x28, ...one, 0x75, 0x28, 0x75, 0x2e], pairs)).toMatchObject({
    entries: new Map([['a', 1]]),
  });
});

test.each([
  ['an int where a float is told', [...begin, 0x8c, 1, 0x61, 0x4b, 1, 0x73, 0x2e], /has an int instead of a/],
  ['None', [...begin, 0x8c, 1, 0x61, 0x4e, 0x73, 0x2e], /opcode 0x4e.*byte 7/],
  ['a global', [...begin, ...shortText('os'), ...shortText('system'), 0x93, 0x2e], /has a str instead of a/],
  ['a call', [0x80, 4, 0x52, 0x2e], /opcode 0x52/],
  ['a key twice', [...begin, 0x28, ...one, ...one, 0x75, 0x2e], /repeats a key/],
  [
    'itself by its memo',
    [...begin, 0x28, 0x68, 0],
    /Pickle: the file refers to memo 0, which is not a text \(byte 5\)\./,
  ],
  ['a dictionary inside', [...begin, 0x28, 0x8c, 1, 0x61, 0x7d], /a dictionary inside/],
  ['a batch that is cut off', [...begin, 0x28, ...one, 0x2e], /stops before its dictionary is complete/],
  ['half a pair', [...begin, 0x28, 0x8c, 1, 0x61, 0x75, 0x2e], /middle of a pair/],
  ['a value before its dictionary', [0x80, 4, 0x8c, 1, 0x61, 0x2e], /outside its dictionary/],
  ['three values for one entry', [...begin, ...one, 0x8c, 1, 0x61, 0x73], /outside its dictionary/],
  [
    'a text that is not UTF-8',
    [...begin, 0x8c, 1, 0xff, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0x73, 0x2e],
    /byte 6.*not UTF-8/,
  ],
  ['an empty file', [], /ends in the middle/],
])('a dictionary with %s is refused', async (_what, bytes, message) => {
  expect(await messageOf(bytes, pairs)).toMatch(message);
});

test('integers of every length come back', async () => {
  const values = [
    0n,
    255n,
    256n,
    65_535n,
    65_536n,
    -1n,
    -128n,
    -129n,
    2n ** 31n - 1n,
    2n ** 31n,
    -(2n ** 31n),
    -(2n ** 31n) - 1n,
    2n ** 39n,
    2n ** 47n - 1n,
    2n ** 53n + 1n,
    -(2n ** 55n),
    2n ** 63n - 1n,
    -(2n ** 63n),
  ];
  const session = await format.open({
    options: { protocol: '5', numpy: '2' },
    innerCodec: null,
    schema: { kind: 'list', elementType: 'int64' },
  });
  const file = await session.encode?.({ kind: 'list', elementType: 'int64', values });
  expect(file === undefined ? null : await session.decode?.(file)).toEqual({
    kind: 'list',
    elementType: 'int64',
    values,
  });
});

test('one text named again and again is refused before it is made', async () => {
  const large = 200_000;
  const text = [0x58, large & 0xff, (large >> 8) & 0xff, large >> 16, 0, ...new Array<number>(large).fill(0x61), 0x94];
  const bomb = [
    0x80,
    4,
    0x5d,
    0x94,
    0x28,
    ...text,
    ...Array.from({ length: 100_000 }, () => [0x68, 1]).flat(),
    0x65,
    0x2e,
  ];
  expect(await refusalOf(bomb, { kind: 'list', elementType: 'utf8' })).toMatchObject(repeating);
});

describe('lists of Python’s own objects', () => {
  const column = (rest: object): DatasetSchema =>
    ({ kind: 'table', columns: [{ name: 'c', nullable: false, ...rest }] }) as DatasetSchema;
  const ofColumn = (...value: readonly number[]) => [
    0x80,
    4,
    0x7d,
    ...shortText('c'),
    0x5d,
    ...value,
    0x61,
    0x73,
    0x2e,
  ];
  const call = (module: string, name: string, ...args: readonly (readonly number[])[]) => [
    ...shortText(module),
    ...shortText(name),
    0x93,
    ...args.flat(),
    [0x29, 0x85, 0x86, 0x87][args.length] ?? 0,
    0x52,
  ];
  const bytes = (...values: readonly number[]) => [0x43, values.length, ...values];
  const numbers = column({ type: 'list', item: { name: 'item', type: 'uint64', nullable: false } });

  test('integers of 72 bits are read where they are uint64', async () => {
    const value = [0x5d, 0x8a, 9, ...new Array<number>(8).fill(0xff), 0, 0x61];
    const table = await decode(ofColumn(...value), numbers);
    expect(table?.kind === 'table' && table.columns[0]).toMatchObject({
      item: { values: BigUint64Array.of(2n ** 64n - 1n) },
    });
  });

  test.each([
    ['a number out of range', [0x5d, 0x8a, 9, ...new Array<number>(8).fill(0), 1, 0x61], numbers, /is no uint64/],
    ['a number of 80 bits', [0x8a, 10, ...new Array<number>(10).fill(1)], numbers, /more than 72 bits/],
    ['itself by its memo', [0x5d, 0x94, 0x68, 0, 0x61], numbers, /is no uint64/],
    ['a text for a list', shortText('x'), numbers, /value 0 of “c” is no list/],
    [
      'other fields',
      [0x7d, ...shortText('b'), 0x4b, 1, 0x73],
      column({ type: 'struct', fields: [{ name: 'a', type: 'int8', nullable: false }] }),
      /is no struct of these fields/,
    ],
    [
      'a decimal of too many digits',
      call('decimal', 'Decimal', shortText('123.4')),
      column({ type: 'decimal', precision: 3, scale: 1 }),
      /is no decimal\(3, 1\)/,
    ],
    [
      'a decimal that is none',
      call('decimal', 'Decimal', shortText('NaN')),
      column({ type: 'decimal', precision: 3, scale: 1 }),
      /is no decimal/,
    ],
    [
      'a time after midnight',
      call('datetime', 'time', bytes(24, 0, 0, 0, 0, 0)),
      column({ type: 'time', unit: 'us' }),
      /is no time/,
    ],
    [
      'a time of more digits than its unit has',
      call('datetime', 'time', bytes(0, 0, 0, 0, 0, 1)),
      column({ type: 'time', unit: 'ms' }),
      /is no time/,
    ],
    [
      'a day that is none',
      [0x5d, ...call('datetime', 'date', bytes(7, 0xe5, 2, 29)), 0x61],
      column({ type: 'list', item: { name: 'item', type: 'date', nullable: false } }),
      /is no date/,
    ],
    [
      'a local time where an instant is wanted',
      [0x5d, ...call('datetime', 'datetime', bytes(7, 0xe5, 2, 28, 0, 0, 0, 0, 0, 0)), 0x61],
      column({ type: 'list', item: { name: 'item', type: 'timestamp', nullable: false, unit: 'us', timeZone: 'UTC' } }),
      /is no timestamp/,
    ],
    ['a call of something else', call('decimal', 'Context', shortText('1')), numbers, /decimal\.Context/],
  ])('with %s are refused', async (_what, value, schema, message) => {
    expect(await messageOf(ofColumn(...value), schema)).toMatch(message);
  });

  test('a list named again and again is refused before it is made', async () => {
    const inner = [0x5d, 0x94, 0x28, ...Array.from({ length: 5_000 }, () => [0x4b, 1]).flat(), 0x65];
    const again = Array.from({ length: 50_000 }, () => [0x68, 0]).flat();
    const bomb = [0x80, 4, 0x7d, ...shortText('c'), 0x5d, 0x28, ...inner, ...again, 0x65, 0x73, 0x2e];
    expect(await refusalOf(bomb, numbers)).toMatchObject(repeating);
  });

  test('categories that the memo repeats are no bomb', async () => {
    const words = column({
      type: 'category',
      ordered: false,
      categories: 1,
      item: { name: 'item', type: 'utf8', nullable: false },
    });
    const text = shortText('a long word that every row names');
    const rows = Array.from({ length: 5_000 }, () => [0x68, 0]).flat();
    const file = [0x80, 4, 0x7d, ...shortText('c'), 0x5d, 0x28, ...text, 0x94, ...rows, 0x65, 0x73, 0x2e];
    const table = await decode(file, words);
    expect(table?.kind === 'table' && table.columns[0]).toMatchObject({ indices: new Int32Array(5_001) });
  });

  test('what Python’s own dates can’t hold is refused by name', async () => {
    const item = { name: 'item', type: 'date', validity: null, values: Int32Array.of(2_932_897) } as const;
    const dataset = {
      kind: 'table',
      rowCount: 1,
      columns: [{ name: 'c', type: 'list', validity: null, offsets: Int32Array.of(0, 1), item }],
    } as const;
    const session = await format.open({ options: {}, innerCodec: null, schema: schemaOf(dataset) });
    expect(() => session.encode?.(dataset)).toThrow(telling('Value 0', '“item”', 'day 2932897', 1, 9999));
  });
});

test('a file in reused memory has the bytes of a file of its own, also after a larger one and a refused one', async () => {
  const tableOf = (rowCount: number, days = 1) => {
    const texts = Array.from({ length: rowCount }, (_, row) => 'ab€'.repeat(row % 40));
    const encoded = texts.map((text) => new TextEncoder().encode(text));
    const offsets = Int32Array.from([0, ...encoded.map(({ length }) => length)]);
    for (let row = 1; row <= rowCount; row += 1) offsets[row] = (offsets[row] ?? 0) + (offsets[row - 1] ?? 0);
    const data = new Uint8Array(encoded.flatMap((bytes) => [...bytes]));
    const item = { name: 'item', type: 'date', validity: null, values: Int32Array.of(days) } as const;
    const lists = new Int32Array(rowCount + 1).fill(1, 1);
    return {
      kind: 'table',
      rowCount,
      columns: [
        { name: 'texts', type: 'utf8', validity: null, offsets, data },
        { name: 'numbers', type: 'float64', validity: null, values: Float64Array.from(texts, (_, row) => row / 3) },
        { name: 'lists', type: 'list', validity: null, offsets: lists, item },
      ],
    } as const;
  };
  const [small, large] = [tableOf(7), tableOf(9_000)];
  const open = () => format.open({ options: {}, innerCodec: null, schema: schemaOf(small) });
  const reused = await open();
  for (const dataset of [large, small, large]) {
    const own = await (await open()).encode?.(dataset);
    expect(() => reused.encodeView?.(tableOf(5, 2 ** 31 - 1))).toThrow('years 1 to 9999');
    expect(await reused.encodeView?.(dataset)).toEqual(own);
    expect(await reused.encode?.(dataset)).toEqual(own);
  }
});
