import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../model/dataset';
import { schemaOf } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { format } from './implementations/formatlab';
import { meta } from './meta';
import { telling } from '../../model/testing/telling';

type File = Uint8Array<ArrayBuffer>;
type Destination = 'Python' | 'Julia';

const bytes: Dataset = { kind: 'bytes', bytes: new Uint8Array() };

async function open(destination: Destination, dataset: Dataset = bytes) {
  const { encode, decode } = await format.open({
    options: { destination },
    innerCodec: null,
    schema: schemaOf(dataset),
  });
  if (encode === undefined || decode === undefined) throw new Error('The session is not complete.');
  return { encode: async (given: Dataset) => encode(given), decode: async (file: File) => decode(file) };
}

const encoded = async (dataset: Dataset, destination: Destination) => (await open(destination)).encode(dataset);
const decoded = async (file: File) => (await open('Python')).decode(file);

async function messageOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FormatlabError);
    if (thrown instanceof FormatlabError) return `${thrown.record.tag}: ${thrown.record.message}`;
  }
  throw new Error('Nothing was thrown.');
}

const hex = (file: File) => [...file].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
const strings = (...values: string[]): Dataset => ({ kind: 'stringArray', values });
const list = (...values: string[]): Dataset => ({ kind: 'list', elementType: 'utf8', values });
const floats = (values: Float64Array): Dataset => ({
  kind: 'array',
  elementType: 'float64',
  shape: [values.length],
  values,
});
const counts: Dataset = {
  kind: 'dict',
  keyType: 'utf8',
  valueType: 'int64',
  entries: new Map([
    ['a', 1n],
    ['é', -1n],
    ['日本', 2n],
    ['😀!', 3n],
  ]),
};

it.each(['Python', 'Julia'] as const)(
  'memory of an earlier file leaves no trace in a file for %s',
  async (destination) => {
    const texts = strings('é', '', '日本', '😀!', 'longer than the others');
    const numbers: Dataset = {
      kind: 'dict',
      keyType: 'int64',
      valueType: 'float64',
      entries: new Map([
        [1n, 0.5],
        [2n, -0],
      ]),
    };
    const { encodeView } = await format.open({ options: { destination }, innerCodec: null, schema: schemaOf(bytes) });
    const large = floats(new Float64Array(1_000).fill(Number.NaN));
    for (const dataset of [texts, counts, numbers, floats(Float64Array.of(1, 2))]) {
      await encodeView?.(large);
      expect(await encodeView?.(dataset)).toEqual(await encoded(dataset, destination));
    }
  },
);

describe('the bytes', () => {
  it('of an array are as documented', async () => {
    expect(hex(await encoded(floats(Float64Array.of(1)), 'Julia'))).toBe(
      [
        '89 44 53 46 0d 0a 1a 0a',
        '01 00 40 00',
        '01 02 02 00',
        '01 00 00 00 00 00 00 00',
        '08 00 00 00 00 00 00 00',
        ...Array(32).fill('00'),
        '00 00 00 00 00 00 f0 3f',
      ].join(' '),
    );
  });

  it('of a dictionary to Python are keys in the narrowest encoding each, then aligned values', async () => {
    const file = await encoded(counts, 'Python');
    expect(hex(file.slice(12, 40))).toBe(
      '03 01 01 03 04 00 00 00 00 00 00 00 78 00 00 00 00 00 00 00 98 00 00 00 00 00 00 00',
    );
    const key = (encoding: number, length: number, characters: string) =>
      `0${encoding} 00 00 00 00 00 00 00 0${length} 00 00 00 00 00 00 00 ${characters}`;
    expect(hex(file.slice(64, 152))).toBe(
      [
        key(0, 1, '61 00 00 00'),
        key(1, 1, 'e9 00 00 00'),
        key(2, 2, 'e5 65 2c 67'),
        key(4, 2, '00 f6 01 00 21 00 00 00'),
        '00 00 00 00',
      ].join(' '),
    );
    expect(new BigInt64Array(file.buffer, 152)).toEqual(BigInt64Array.of(1n, -1n, 2n, 3n));
  });

  it('of a dictionary to Julia are keys in UTF-8, then aligned values', async () => {
    const file = await encoded(counts, 'Julia');
    const key = (length: number, characters: string) => `0${length} 00 00 00 00 00 00 00 ${characters}`;
    expect(hex(file.slice(64, 112))).toBe(
      [key(1, '61'), key(2, 'c3 a9'), key(6, 'e6 97 a5 e6 9c ac'), key(5, 'f0 9f 98 80 21'), '00 00'].join(' '),
    );
    expect(new BigInt64Array(file.buffer, 112)).toEqual(BigInt64Array.of(1n, -1n, 2n, 3n));
  });

  it('of an array of texts to Python are as wide as the longest, which an empty one is too', async () => {
    expect(hex((await encoded(strings('é', '😀b'), 'Python')).slice(64))).toBe(
      '08 00 00 00 00 00 00 00 e9 00 00 00 00 00 00 00 00 f6 01 00 62 00 00 00',
    );
    expect(hex((await encoded(strings(''), 'Python')).slice(64))).toBe('04 00 00 00 00 00 00 00 00 00 00 00');
  });
});

it('decodes an array of numbers as a view of the file, and copies only what is not aligned', async () => {
  const { decode } = await open('Python');
  const file = await encoded(floats(Float64Array.of(1, 2, 3)), 'Python');
  const array = await decode(file);
  expect(array.kind === 'array' && array.values.buffer === file.buffer && array.values.byteOffset === 64).toBe(true);
  const inside = new Uint8Array(file.length + 3);
  inside.set(file, 3);
  const copied = await decode(inside.subarray(3));
  expect(
    copied.kind === 'array' && copied.values.buffer !== inside.buffer && [...(copied.values as Float64Array)],
  ).toEqual([1, 2, 3]);
});

const hard = [
  '',
  'ascii',
  '\u0080\u009f',
  'naïve',
  '\ufeffBOM',
  '日本語',
  '😀 beyond',
  'a\0b',
  'x'.repeat(100_000),
  'ÿ'.repeat(70_000),
  '語'.repeat(70_000),
  '𝄞'.repeat(70_000),
  '\uffff\ud7ff\ue000',
];

it.each(['Python', 'Julia'] as const)(
  'keeps texts of every kind and length to %s, in any order',
  async (destination) => {
    const texts = Array.from(
      { length: 10_000 },
      (_, index) => hard[(index * 7) % (index % 100 === 0 ? hard.length : 8)] ?? '',
    );
    for (const dataset of [
      strings(...texts.slice(0, 500)),
      ...(destination === 'Python' ? [list(...texts)] : []),
      {
        kind: 'dict',
        keyType: 'int64',
        valueType: 'utf8',
        entries: new Map(texts.map((text, index) => [BigInt(-index), text])),
      } as Dataset,
    ]) {
      expect(await decoded(await encoded(dataset, destination))).toEqual(dataset);
    }
  },
);

describe('what can’t be written is refused', () => {
  it.each([
    ['a\ud800', 1],
    ['\udc00b', 0],
    ['\ud800\ud800', 0],
    ['x\ud83d', 1],
  ])('half a surrogate pair: %j', async (text, unit) => {
    const halfOfPair = telling('encodeFailed:', 'UTF-16', unit);
    for (const destination of ['Python', 'Julia'] as const)
      expect(await messageOf(() => encoded(strings(text), destination))).toMatch(halfOfPair);
    expect(await messageOf(() => encoded(list(text), 'Python'))).toMatch(halfOfPair);
  });

  it('a zero at the end of a text in NumPy’s arrays, but not elsewhere', async () => {
    expect(await messageOf(() => encoded(strings('a\0'), 'Python'))).toMatch(/^unsupported: .*U\+0000/);
    expect(await decoded(await encoded(list('a\0'), 'Python'))).toEqual(list('a\0'));
    expect(await decoded(await encoded(strings('a\0'), 'Julia'))).toEqual(strings('a\0'));
  });

  it('padding beyond 2 GiB', async () => {
    expect(
      await messageOf(() => encoded(strings('x'.repeat(1_000_000), ...Array<string>(1_000).fill('')), 'Python')),
    ).toMatch(/^tooLarge: .*2 GiB/);
  });

  it('lists to Julia, other types and shapes, other kinds', async () => {
    const reason = (dataset: Dataset, destination: Destination) =>
      meta.implementations[0]?.unsupported('encode', schemaOf(dataset), { options: { destination }, innerCodec: null });
    const floats32: Dataset = { kind: 'array', elementType: 'float32', shape: [1], values: new Float32Array(1) };
    const matrix: Dataset = { kind: 'array', elementType: 'float64', shape: [1, 1], values: new Float64Array(1) };
    for (const [dataset, destination, words] of [
      [list('a'), 'Julia', 'Julia has no built-in lists, so the source has no layout of lists for Julia.'],
      [floats32, 'Python', 'float32'],
      [matrix, 'Julia', 'one dimension'],
      [bytes, 'Python', 'a file'],
    ] as const) {
      expect(reason(dataset, destination)).toContain(words);
      expect(await messageOf(() => encoded(dataset, destination))).toMatch(/^unsupported: /);
    }
    expect(reason(list('a'), 'Python')).toBeNull();
  });
});

/** A file of one of the forms, with 32-bit words put where they don't belong: [byte offset, value]. */
async function damaged(
  dataset: Dataset,
  destination: Destination,
  ...words: readonly (readonly [number, number])[]
): Promise<File> {
  const file = await encoded(dataset, destination);
  for (const [offset, value] of words) new DataView(file.buffer).setUint32(offset, value, true);
  return file;
}

const huge = 0xffffffff;
const three = floats(Float64Array.of(1, 2, 3));

describe('damaged files are refused with their offset', () => {
  it.each<[string, () => Promise<File>, RegExp]>([
    ['nothing', async () => new Uint8Array(), /byte 0, the file ends within its header of 64 bytes/],
    ['another magic', () => damaged(three, 'Python', [0, 0x46534488]), /byte 0, the file does not begin/],
    ['a magic that a transfer as text changed', () => damaged(three, 'Python', [4, 0x0a1a0a0a]), /byte 0, /],
    ['another version', () => damaged(three, 'Python', [8, 0x00400002]), /byte 8, the version is 2/],
    [
      'another header',
      () => damaged(three, 'Python', [8, 0x00800001]),
      /byte 10, the header declares its length as 128 bytes, not 64/,
    ],
    [
      'no structure',
      () => damaged(three, 'Python', [12, 0x00020104]),
      /malformedInput: At byte 12, 4 is not a structure:/,
    ],
    [
      'no destination',
      () => damaged(three, 'Python', [12, 0x00020301]),
      /malformedInput: At byte 13, 3 is not a destination:/,
    ],
    ['a list to Julia', () => damaged(three, 'Python', [12, 0x00020202]), /byte 13, .*list for Julia/],
    [
      'no element type',
      () => damaged(three, 'Python', [12, 0x00000101]),
      /malformedInput: At byte 14, 0 is not an element type:/,
    ],
    ['keys of an array', () => damaged(three, 'Python', [12, 0x01020101]), /byte 15, /],
    ['no keys of a dictionary', () => damaged(counts, 'Python', [12, 0x00010103]), /byte 15, /],
    ['float64 keys', () => damaged(counts, 'Python', [12, 0x02010103]), /byte 15, .*float64/],
    ['unused bytes', () => damaged(three, 'Python', [60, 1]), /byte 60, /],
    [
      'an end too early',
      async () => (await encoded(three, 'Python')).slice(0, 80),
      /byte 24, .*the header declares 24 bytes of data, but 16 follow/,
    ],
    ['too many numbers', () => damaged(three, 'Python', [16, huge], [20, huge]), /byte 16, /],
    ['too few numbers', () => damaged(three, 'Python', [16, 2]), /byte 16, 2 numbers/],
    ['values outside the file', () => damaged(counts, 'Python', [32, huge - 7]), /byte 32, /],
    ['values that are not aligned', () => damaged(counts, 'Python', [32, 148]), /byte 32, /],
    ['values too early', () => damaged(counts, 'Python', [32, 144]), /byte 140, text 3|byte 132, a text of 2/],
    [
      'too many texts',
      () => damaged(list('a', 'b'), 'Python', [16, huge]),
      /malformedInput: At byte 64, 4294967295 texts don’t fit 40 bytes/,
    ],
    [
      'a text more than there is',
      () => damaged(list('a', 'b'), 'Python', [16, 1]),
      /byte 84, the data of 1 elements end/,
    ],
    [
      'no encoding',
      () => damaged(list('a', 'b'), 'Python', [64, 3]),
      /malformedInput: At byte 64, 3 is not a text encoding:/,
    ],
    [
      'a text longer than the file',
      () => damaged(list('a', 'b'), 'Python', [72, huge]),
      /byte 72, a text of 4294967295/,
    ],
    ['a length beyond every file', () => damaged(list('a', 'b'), 'Python', [76, huge]), /byte 72, a text of/],
    ['no ASCII', () => damaged(list('abcd'), 'Python', [80, 0x61e96161]), /byte 82, .*ASCII/],
    ['bytes behind a text', () => damaged(list('abc'), 'Python', [80, 0x61616161]), /byte 83, .*not 0/],
    ['half a pair in UCS-2', () => damaged(list('語語'), 'Python', [80, 0xd8008a9e]), /byte 82, 0xd800 is half/],
    ['half a pair in UCS-4', () => damaged(list('😀'), 'Python', [80, 0xdc00]), /byte 80, 0xdc00 is not a character/],
    [
      'no character of UCS-4',
      () => damaged(list('a😀'), 'Python', [84, 0x110000]),
      /byte 84, 0x110000 is not a character/,
    ],
    [
      'no character in an array',
      () => damaged(strings('ab', 'c'), 'Python', [80, 0xffffffff]),
      /byte 80, 0xffffffff is not a character/,
    ],
    ['items of nothing', () => damaged(strings('ab', 'c'), 'Python', [64, 0]), /byte 64, 2 items of 0 bytes/],
    ['items too wide', () => damaged(strings('ab', 'c'), 'Python', [64, 16]), /byte 64, 2 items of 16 bytes/],
    ['no UTF-8', () => damaged(strings('abcd'), 'Julia', [72, 0x61ff6161]), /byte 72.* not UTF-8/],
    [
      'a character of two texts',
      () => damaged(strings('ok', 'ab', 'éxyz'), 'Julia', [82, 0x0005c361], [92, 0x616161a9]),
      /text at byte 82 is not UTF-8/,
    ],
    ['a surrogate in UTF-8', () => damaged(strings('語a'), 'Julia', [72, 0x6180a0ed]), /byte 72.* not UTF-8/],
    ['UTF-8 longer than the file', () => damaged(strings('abcd'), 'Julia', [64, 5]), /byte 64, a text of 5 bytes/],
    [
      'a repeated key',
      () =>
        damaged(
          {
            kind: 'dict',
            keyType: 'utf8',
            valueType: 'int64',
            entries: new Map([
              ['abcd', 1n],
              ['abce', 2n],
            ]),
          },
          'Python',
          [100, 0x64636261],
        ),
      /byte 84, key 1 repeats/,
    ],
    [
      'a repeated number',
      () =>
        damaged(
          {
            kind: 'dict',
            keyType: 'int64',
            valueType: 'int64',
            entries: new Map([
              [1n, 1n],
              [2n, 2n],
              [3n, 3n],
            ]),
          },
          'Julia',
          [80, 2],
        ),
      /byte 80, key 2 repeats/,
    ],
  ])('%s', async (_name, make, expected) => {
    const file = await make();
    expect(await messageOf(() => decoded(file))).toMatch(expected);
  });
});
