import { describe, expect, it, test } from 'vitest';
import { type Dataset, type DatasetSchema, schemaOf } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { format } from './msgpack';

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
  ['goes on', [0x80, 0xc0], dictionary, /goes on for 1 bytes.*byte 1/],
  ['holds no map', [0x92, 0xa1, 0x61, 1], dictionary, /no map/],
  ['claims more than it has', [0xdf, 0xff, 0xff, 0xff, 0xff, 0xa1], dictionary, /ends at byte/],
  ['nests without end', new Array<number>(1_000_000).fill(0x91), dictionary, /byte 1 begins an array or map inside 1/],
  ['has an extension', [0x81, 0xa1, 0x61, 0xd4, 1, 1], dictionary, /byte 3 is 0xd4/],
  ['repeats a key', [0x82, 0xa1, 0x61, 1, 0xa1, 0x61, 2], dictionary, /repeats a key/],
  ['has a number for a text', [0x81, 1, 2], dictionary, /value 0 is a number where utf8/],
  ['has a text for a number', [0x81, 0xa1, 0x61, 0xa1, 0x61], integers, /value 1 is a string where int64/],
  ['has an integer beyond int64', [0x81, 0xa1, 0x61, 0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0], integers, /number out of range/],
] as const)('a file that %s is refused', async (_what, bytes, schema, message) => {
  const failure = await decode(bytes, schema).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(FormatlabError);
  expect((failure as FormatlabError).record.message).toMatch(message);
});
