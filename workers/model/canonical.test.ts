import { describe, expect, it } from 'vitest';
import { packKeyedVectors, packTexts, toCanonical, unpackTexts } from './canonical';
import { areKeysAscending, fromCanonical } from './read-canonical';
import type { ByteStrings } from './byte-strings';
import type { Dataset } from './dataset';
import { FormatlabError } from './errors';
import { MoleculesBuilder } from './molecules/builder';
import { stereoKinds } from './molecules/molecules';
import { telling } from './testing/telling';

const strings = (...texts: string[]): ByteStrings => packTexts(texts, texts.length);

function bufferOf(dataset: Dataset): ArrayBuffer {
  const { parts, sizeBytes } = toCanonical(dataset);
  const file = new Uint8Array(sizeBytes);
  let end = 0;
  for (const part of parts) {
    file.set(part, end);
    end += part.length;
  }
  return file.buffer;
}

function molecules(coordinates: boolean) {
  const builder = new MoleculesBuilder({ coordinates });
  builder.addAtom(6, 1, -1, 13, 1, 2, 0.5, 1.5);
  builder.addAtom(9, 0, 0, 0, 0, 0, 2.5, 3.5);
  builder.addBond(0, 1, 1, 1);
  builder.addStereo(stereoKinds.tetrahedral, 0, 2, [0, 1, 1, 1]);
  builder.endMolecule('one');
  builder.endMolecule();
  return builder.finish();
}

const datasets: Record<string, Dataset> = {
  'a table': {
    kind: 'table',
    rowCount: 9,
    columns: [
      { name: 'n', type: 'int16', validity: null, values: Int16Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) },
      { name: 'v', type: 'date', validity: Uint8Array.of(255, 1), values: new Int32Array(9).fill(-1) },
      { name: 't', type: 'utf8', validity: null, ...strings('a', 'b', '', 'd', 'e', 'f', 'g', 'h', 'ß') },
      { name: 'b', type: 'binary', validity: Uint8Array.of(1, 0), ...strings('x', '', '', '', '', '', '', '', '') },
      { name: 'j', type: 'json', validity: null, ...strings('1', '2', '3', '4', '5', '6', '7', '8', '9') },
    ],
  },
  'keyed vectors': {
    kind: 'keyedVectors',
    elementType: 'float32',
    dimension: 2,
    entries: new Map([
      ['é', Float32Array.of(1, 2)],
      ['b', Float32Array.of(3, 4)],
    ]),
  },
  'an array': { kind: 'array', elementType: 'int64', shape: [2, 3], values: BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 6n) },
  'an array without axes': { kind: 'array', elementType: 'float64', shape: [], values: Float64Array.of(7) },
  texts: { kind: 'stringArray', values: ['', 'a', '日本', '\ufeffx'] },
  'a list of integers': { kind: 'list', elementType: 'int64', values: [-1n, 2n] },
  'a list of texts': { kind: 'list', elementType: 'utf8', values: ['a', 'bc'] },
  'a list of floats': { kind: 'list', elementType: 'float64', values: [0.5, -0] },
  'a dictionary': {
    kind: 'dict',
    keyType: 'utf8',
    valueType: 'float64',
    entries: new Map([
      ['a', 1.5],
      ['', 2],
    ]),
  },
  records: { kind: 'records', recordCount: 3, keys: strings('', 'a', 'b'), values: strings('x', '', 'yz') },
  molecules: molecules(false),
  'molecules with coordinates': molecules(true),
  bytes: { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) },
  'no bytes': { kind: 'bytes', bytes: new Uint8Array() },
  'no texts': { kind: 'stringArray', values: [] },
};

describe('the canonical form', () => {
  it.each(Object.entries(datasets))('of %s comes back', (_, dataset) => {
    expect(fromCanonical(bufferOf(dataset))).toEqual(dataset);
    const { parts, sizeBytes, dataBytes } = toCanonical(dataset);
    const header = new TextDecoder().decode(parts[0]);
    const { buffers } = JSON.parse(header) as { buffers: number[] };
    expect(header.length % 8).toBe(0);
    expect(header.endsWith('\n')).toBe(true);
    expect(dataBytes).toBe(buffers.reduce((sum, bytes) => sum + bytes, 0));
    expect(sizeBytes).toBe(parts.reduce((sum, { length }) => sum + length, 0));
    expect(sizeBytes).toBe(header.length + buffers.reduce((sum, bytes) => sum + Math.ceil(bytes / 8) * 8, 0));
  });

  it('is a line of JSON and the padded buffers', () => {
    const { parts, sizeBytes, dataBytes } = toCanonical({ kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) });
    const [header, ...buffers] = parts;
    const json = '{"schema":{"kind":"bytes"},"itemCount":3,"buffers":[3]}';
    expect(json).toHaveLength(55);
    expect(new TextDecoder().decode(header)).toBe(`${json}\n`);
    expect(buffers).toEqual([Uint8Array.of(1, 2, 3), new Uint8Array(5)]);
    expect([sizeBytes, dataBytes]).toEqual([64, 3]);
    const longer = toCanonical({ kind: 'bytes', bytes: new Uint8Array(16) });
    expect(new TextDecoder().decode(longer.parts[0])).toBe(
      `${'{"schema":{"kind":"bytes"},"itemCount":16,"buffers":[16]}'.padEnd(63)}\n`,
    );
    expect([longer.parts.length, longer.sizeBytes]).toEqual([2, 80]);
  });

  it('copies what lies in shared memory, and takes a view of what does not', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(8), 2, 3).fill(7);
    const [, copied] = toCanonical({ kind: 'bytes', bytes: shared }).parts;
    expect(copied).toEqual(Uint8Array.of(7, 7, 7));
    expect(copied?.buffer).toBeInstanceOf(ArrayBuffer);
    const own = new Uint8Array(8).subarray(2, 5);
    const [, viewed] = toCanonical({ kind: 'bytes', bytes: own }).parts;
    expect([viewed?.buffer === own.buffer, viewed?.byteOffset, viewed?.length]).toEqual([true, 2, 3]);
  });

  it('leaves out what lies behind the last text', () => {
    const data = Uint8Array.of(97, 98, 99);
    const offsets = Int32Array.of(0, 2);
    const table: Dataset = {
      kind: 'table',
      rowCount: 1,
      columns: [{ name: 't', type: 'utf8', validity: null, offsets, data }],
    };
    expect(toCanonical(table).dataBytes).toBe(10);
    const records: Dataset = { kind: 'records', recordCount: 1, keys: { offsets, data }, values: { offsets, data } };
    expect(toCanonical(records).dataBytes).toBe(20);
  });
});

describe('a damaged canonical form', () => {
  const written = (schema: unknown, itemCount: number, buffers: readonly number[], data: Uint8Array) => {
    const header = new TextEncoder().encode(JSON.stringify({ schema, itemCount, buffers }));
    const start = Math.ceil((header.length + 1) / 8) * 8;
    const file = new Uint8Array(start + data.length).fill(0x20);
    file.set(header);
    file[start - 1] = 0x0a;
    file.set(data, start);
    return file.buffer;
  };
  const refused = (buffer: ArrayBuffer, ...facts: (string | number)[]) => {
    let thrown: unknown;
    try {
      fromCanonical(buffer);
    } catch (error) {
      thrown = error;
    }
    expect(thrown instanceof FormatlabError && thrown.record).toEqual({
      tag: 'malformedInput',
      stage: 'load',
      message: expect.stringMatching(telling(...facts)),
    });
  };
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const int32 = (...values: number[]) => {
    const padded = new Int32Array(2 * Math.ceil(values.length / 2));
    padded.set(values);
    return new Uint8Array(padded.buffer);
  };
  const joined = (...parts: Uint8Array[]) => bytes(...parts.flatMap((part) => [...part]));

  it('has a header line of JSON', () => {
    refused(new ArrayBuffer(16), 'header line');
    refused(new TextEncoder().encode('{"a\n').buffer, 'header', 'JSON');
    expect(() => fromCanonical(new TextEncoder().encode('{}\n').buffer)).toThrow(telling('header'));
    expect(() => fromCanonical(written({ kind: 'bytes' }, -1, [0], bytes()))).toThrow('itemCount');
  });

  it('has all of its buffers, of the right lengths, and nothing more', () => {
    const kind = { kind: 'bytes' };
    refused(written(kind, 8, [], bytes()), 'ends', 'buffer');
    refused(written(kind, 9, [9], new Uint8Array(8)), 'ends', 'buffer');
    refused(written(kind, 7, [8], new Uint8Array(8)), '8 bytes', 'uint8', 7);
    refused(written({ kind: 'list', elementType: 'float64' }, 2, [8], new Uint8Array(8)), '8 bytes', 'float64', 16);
    refused(written(kind, 8, [8], new Uint8Array(16)), '72 bytes', 'header', 64);
    expect(fromCanonical(written(kind, 8, [8], new Uint8Array(8)))).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array(8),
    });
  });

  it('has offsets that ascend from 0', () => {
    const kind = { kind: 'stringArray' };
    const texts = new Uint8Array(8).fill(97);
    refused(written(kind, 1, [8, 1], joined(int32(1, 1), texts)), 'offsets', 0);
    refused(written(kind, 2, [12, 1], joined(int32(0, 2, 1), texts)), 'offsets', 0);
    expect(fromCanonical(written(kind, 2, [12, 1], joined(int32(0, 1, 1), texts)))).toEqual({
      kind: 'stringArray',
      values: ['a', ''],
    });
  });

  it('repeats no id and no key', () => {
    const two = joined(int32(0, 1, 2), bytes(97, 97, 0, 0, 0, 0, 0, 0));
    refused(
      written(
        { kind: 'keyedVectors', elementType: 'float64', dimension: 1 },
        2,
        [12, 2, 16],
        joined(two, new Uint8Array(16)),
      ),
      'id',
    );
    refused(
      written({ kind: 'dict', keyType: 'utf8', valueType: 'float64' }, 2, [12, 2, 16], joined(two, new Uint8Array(16))),
      'key',
    );
    refused(written({ kind: 'records' }, 2, [12, 2, 12, 2], joined(two, two)), 'records', 'keys');
  });

  it('has molecules that refer to what they have', () => {
    const own = molecules(false);
    refused(bufferOf({ ...own, bonds: { ...own.bonds, ends: Uint16Array.of(2) } }), 'bond', 'molecule 1');
  });
});

describe('packed texts', () => {
  const roundTrip = (...texts: string[]) => {
    const packed = packTexts(texts, texts.length);
    expect(Buffer.from(packed.data).toString('utf8')).toBe(texts.join(''));
    const lengths = texts.map((text) => Buffer.byteLength(text));
    expect([...packed.offsets]).toEqual([
      0,
      ...lengths.map((_, at) => lengths.slice(0, at + 1).reduce((a, b) => a + b)),
    ]);
    expect(unpackTexts(packed)).toEqual(texts);
  };

  it('come back, whatever their length and characters', () => {
    roundTrip();
    roundTrip('');
    roundTrip('a', '', 'bc');
    roundTrip('aé', 'é', '日本', '😀', 'z');
    roundTrip('\x7f', '\x80', '\u07ff', '\u0800');
    roundTrip('x'.repeat(63), 'y'.repeat(64), 'z'.repeat(65), `${'x'.repeat(63)}é`, `${'x'.repeat(64)}é`);
    roundTrip('x'.repeat(10_000), 'é'.repeat(10_000), 'a');
    roundTrip(...Array.from({ length: 1_000 }, (_, at) => `${at}`.repeat(at % 40)));
  });

  it('keep a byte order mark', () => expect(unpackTexts(strings('\ufeffa', '\ufeff'))).toEqual(['\ufeffa', '\ufeff']));
});

it('packs keyed vectors into ids and a matrix', () => {
  expect(
    packKeyedVectors({
      kind: 'keyedVectors',
      elementType: 'float64',
      dimension: 2,
      entries: new Map([
        ['é', Float64Array.of(1, 2)],
        ['ab', Float64Array.of(3, 4)],
      ]),
    }),
  ).toEqual({
    offsets: Int32Array.of(0, 2, 4),
    ids: Uint8Array.of(0xc3, 0xa9, 97, 98),
    matrix: Float64Array.of(1, 2, 3, 4),
  });
  expect(() =>
    packKeyedVectors({
      kind: 'keyedVectors',
      elementType: 'float64',
      dimension: 2,
      entries: new Map([['a', Float64Array.of(1)]]),
    }),
  ).toThrow(telling('Vector a', '1 elements', 2));
});

it.each<[string[], boolean]>([
  [[], true],
  [['b'], true],
  [['', 'a'], true],
  [['a', 'b', 'ba', 'c'], true],
  [['a', 'a'], false],
  [['b', 'a'], false],
  [['a', 'c', 'b'], false],
  [['ab', 'a'], false],
])('of %j it is %s that they ascend', (texts, expected) => expect(areKeysAscending(strings(...texts))).toBe(expected));
