import { describe, expect, it, test } from 'vitest';
import { type Dataset, type DatasetSchema, schemaOf } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { format } from './implementations/msgpack';

const dictionary: DatasetSchema = { kind: 'dict', keyType: 'utf8', valueType: 'float64' };
const integers: DatasetSchema = { kind: 'dict', keyType: 'utf8', valueType: 'int64' };

async function decode(bytes: readonly number[], schema: DatasetSchema = dictionary) {
  const session = await format.open({ options: {}, innerCodec: null, schema });
  return session.decode?.(Uint8Array.from(bytes));
}

async function encode(dataset: Dataset) {
  const session = await format.open({ options: {}, innerCodec: null, schema: schemaOf(dataset) });
  return Array.from((await session.encode?.(dataset)) ?? []);
}

describe('what is written', () => {
  it('keeps the order of keys that look like numbers, and whole floats as floats', async () => {
    const dataset: Dataset = {
      kind: 'dict',
      keyType: 'utf8',
      valueType: 'float64',
      entries: new Map([
        ['b', 1],
        ['2', -0],
        ['1', 0.5],
      ]),
    };
    const file = await encode(dataset);
    expect(file.slice(0, 4)).toEqual([0x83, 0xa1, 0x62, 0xcb]);
    expect(await decode(file)).toEqual(dataset);
  });

  it.each([0, 7, 8, 15, 16, 32_767, 32_768, 65_535, 65_536])('has the header of %i entries', async (count) => {
    const entries = new Map(Array.from({ length: count }, (_, index) => [`k${index}`, BigInt(index)] as const));
    const dataset: Dataset = { kind: 'dict', keyType: 'utf8', valueType: 'int64', entries };
    const file = await encode(dataset);
    expect(file[0]).toBe(count < 16 ? 0x80 + count : count < 65_536 ? 0xde : 0xdf);
    expect(await decode(file, integers)).toEqual(dataset);
  });
});

test('integers of every length are read as int64', async () => {
  const file = [
    0x85, 0xa1, 0x61, 5, 0xa1, 0x62, 0xff, 0xa1, 0x63, 0xcd, 1, 0, 0xa1, 0x64, 0xd2, 0xff, 0xff, 0xff, 0, 0xa1, 0x65,
    0xcf, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
  ];
  const dataset = await decode(file, integers);
  expect(dataset?.kind === 'dict' && [...dataset.entries.values()]).toEqual([5n, -1n, 256n, -256n, 2n ** 63n - 1n]);
});

test.each([
  ['ends in a value', [0x81, 0xa1, 0x61, 0xcb, 0], dictionary, /ends at byte 5/],
  ['goes on', [0x80, 0xc0], dictionary, /MessagePack: 1 more bytes follow after the value, at byte 1\./],
  ['holds the file does not hold a map:', [0x92, 0xa1, 0x61, 1], dictionary, /the file does not hold a map:/],
  ['claims more than it has', [0xdf, 0xff, 0xff, 0xff, 0xff, 0xa1], dictionary, /ends at byte/],
  ['nests without end', new Array<number>(1_000_000).fill(0x91), dictionary, /byte 1 begins an array or map inside 1/],
  ['has an extension', [0x81, 0xa1, 0x61, 0xd4, 1, 1], dictionary, /byte 3 is 0xd4/],
  ['repeats a key', [0x82, 0xa1, 0x61, 1, 0xa1, 0x61, 2], dictionary, /repeats a key/],
  ['has a number for a text', [0x81, 1, 2], dictionary, /value 0 is a number instead of utf8\./],
  ['has a text for a number', [0x81, 0xa1, 0x61, 0xa1, 0x61], integers, /value 1 is a string instead of int64\./],
  ['has an integer beyond int64', [0x81, 0xa1, 0x61, 0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0], integers, /number out of range/],
] as const)('a file that %s is refused', async (_what, bytes, schema, message) => {
  const failure = await decode(bytes, schema).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(FormatlabError);
  expect((failure as FormatlabError).record.message).toMatch(message);
});

describe('tables', () => {
  const column = (rest: object): DatasetSchema =>
    ({ kind: 'table', columns: [{ name: 'a', nullable: false, ...rest }] }) as DatasetSchema;
  const ofColumn = (...value: readonly number[]) => [0x81, 0xa1, 0x61, 0x91, ...value];
  const pair = column({ type: 'struct', fields: [{ name: 'x', type: 'int8', nullable: false }] });
  const utc = column({ type: 'timestamp', unit: 'ms', timeZone: 'UTC' });

  it('holds fields by names that objects have of their own, or that look like numbers', async () => {
    const fields = ['toString', '2', '1'].map((name) => ({ name, type: 'int8', nullable: false }));
    const key = (name: string) => [0xa0 + name.length, ...[...name].map((letter) => letter.charCodeAt(0))];
    const value = [0x83, ...key('toString'), 7, ...key('2'), 8, ...key('1'), 9];
    const decoded = await decode(ofColumn(...value), column({ type: 'struct', fields }));
    if (decoded === undefined) throw new Error('There is no decode.');
    expect(await encode(decoded)).toEqual(ofColumn(...value));
  });

  it.each([
    ['of 32 bits', [0xd6, 0xff, 0, 0, 0, 5], 5_000n],
    ['of 34 and 30 bits', [0xd7, 0xff, 0x01, 0x31, 0x2d, 0x00, 0, 0, 0, 5], 5_005n],
    ['of 64 and 32 bits', [0xc7, 12, 0xff, 0, 0, 0, 0, ...new Array<number>(8).fill(0xff)], -1_000n],
  ])('have instants %s', async (_, value, ticks) => {
    const decoded = await decode(ofColumn(...value), utc);
    expect(decoded?.kind === 'table' && decoded.columns[0]).toMatchObject({ values: BigInt64Array.of(ticks) });
  });

  it.each([
    ['another column', [0x81, 0xa1, 0x62, 0x90], column({ type: 'int8' }), /column 0 is not “a”/],
    ['no column', [0x80], column({ type: 'int8' }), /0 columns, but 1 are expected\./],
    ['a column that is is not an array.', [0x81, 0xa1, 0x61, 1], column({ type: 'int8' }), /is not an array\./],
    ['nil where there are no nulls', ofColumn(0xc0), column({ type: 'int8' }), /value 0 of “a” is no int8/],
    ['an integer out of range', ofColumn(0xcc, 200), column({ type: 'int8' }), /value 0 of “a” is no int8/],
    ['a text for a number', ofColumn(0xa1, 0x31), column({ type: 'float64' }), /is no float64/],
    [
      'a number that is no float16',
      ofColumn(0xca, 0x3d, 0xcc, 0xcc, 0xcd),
      column({ type: 'float16' }),
      /is no float16/,
    ],
    [
      'a decimal of more digits',
      ofColumn(0xa3, 0x31, 0x2e, 0x35),
      column({ type: 'decimal', precision: 2, scale: 0 }),
      /“1.5”, is not a valid decimal\./,
    ],
    ['bytes of another width', ofColumn(0xc4, 1, 0), column({ type: 'fixedBinary', width: 2 }), /is no 2 bytes/],
    ['an extension that is no instant', ofColumn(0xd4, 5, 0), utc, /is no timestamp/],
    [
      'an instant that milliseconds can’t tell',
      [...ofColumn(0xd7, 0xff, 0, 0, 0, 4, 0, 0, 0, 5)],
      utc,
      /is no timestamp/,
    ],
    [
      'no list',
      ofColumn(1),
      column({ type: 'list', item: { name: 'item', type: 'int8', nullable: false } }),
      /is no list/,
    ],
    ['a struct without its field', ofColumn(0x81, 0xa1, 0x62, 1), pair, /is no struct of these fields/],
    [
      'a key __proto__',
      ofColumn(0x81, 0xa9, ...[...'__proto__'].map((letter) => letter.charCodeAt(0)), 1),
      pair,
      /__proto__ is not allowed/,
    ],
    ['a struct of more fields', ofColumn(0x82, 0xa1, 0x62, 1, 0xa1, 0x61, 1), pair, /is no struct of these fields/],
    [
      'more depth than its schema',
      ofColumn(0x91, 0x91, 1),
      column({ type: 'list', item: { name: 'item', type: 'int8', nullable: false } }),
      /inside 3 others/,
    ],
    ['a text that is not UTF-8', ofColumn(0xa1, 0xff), column({ type: 'utf8' }), /not UTF-8/],
  ])('with %s are refused', async (_, bytes, schema, message) => {
    const failure = await decode(bytes, schema).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(FormatlabError);
    expect((failure as FormatlabError).record.message).toMatch(message);
  });
});
