import { describe, expect, it } from 'vitest';
import { toCanonical } from '../../model/canonical';
import type { Dataset, KeyedVectors } from '../../model/dataset';
import type { FormatSession } from '../../model/entry';
import { schemaOf } from '../../model/dataset';
import { format } from './implementations/formatlab';
import { telling } from '../../model/testing/telling';

const table: Dataset = {
  kind: 'table',
  rowCount: 3,
  columns: [
    { name: 'n', type: 'int64', validity: null, values: new BigInt64Array([1n, -2n, 3n]) },
    {
      name: 'text',
      type: 'utf8',
      validity: new Uint8Array([0b101]),
      offsets: new Int32Array([0, 2, 2, 5]),
      data: new TextEncoder().encode('abÄx'),
    },
    { name: 'flag', type: 'bool', validity: null, values: new Uint8Array([1, 0, 1]) },
  ],
};
const vectors = (elementType: 'float32' | 'float64'): KeyedVectors =>
  elementType === 'float64'
    ? {
        kind: 'keyedVectors',
        elementType,
        dimension: 2,
        entries: new Map([
          ['a', new Float64Array([1, 2])],
          ['Äß', new Float64Array([-0, Number.NaN])],
          ['', new Float64Array([5, 6])],
        ]),
      }
    : { kind: 'keyedVectors', elementType, dimension: 3, entries: new Map([['a', new Float32Array([1, 2, 3])]]) };
const array: Dataset = { kind: 'array', elementType: 'uint16', shape: [1, 3], values: new Uint16Array([1, 2, 65_535]) };
const bytes: Dataset = { kind: 'bytes', bytes: new Uint8Array([1, 2, 3]) };
const empty: KeyedVectors = {
  kind: 'keyedVectors',
  elementType: 'float64',
  dimension: 4,
  entries: new Map<string, Float64Array>(),
};

const open = (dataset: Dataset) =>
  format.open({ options: {}, innerCodec: null, schema: schemaOf(dataset) }) as Promise<Required<FormatSession>>;
const joined = (dataset: Dataset) => Buffer.concat(toCanonical(dataset).parts);

describe('raw', () => {
  it.each([table, vectors('float64'), vectors('float32'), array, bytes, empty])(
    'writes the canonical form and reads it back: $kind',
    async (dataset) => {
      const session = await open(dataset);
      const file = await session.encode(dataset);
      expect(Buffer.from(file).equals(joined(dataset))).toBe(true);
      expect(joined(await session.decode(file)).equals(joined(dataset))).toBe(true);
    },
  );

  it('reads a file that begins in the middle of its buffer', async () => {
    const session = await open(array);
    const file = await session.encode(array);
    const within = new Uint8Array(file.length + 3);
    within.set(file, 3);
    expect(await session.decode(within.subarray(3))).toEqual(await session.decode(file));
  });

  it('reads one column, and refuses one that is not there', async () => {
    const session = await open(table);
    const file = await session.encode(table);
    expect(await session.project(file, 'flag')).toEqual({ kind: 'table', rowCount: 3, columns: [table.columns[2]] });
    expect(() => session.project(file, 'missing')).toThrow('no column');
  });

  it('looks up rows and ids', async () => {
    const rows = await (await open(table)).openLookup(await (await open(table)).encode(table));
    expect(await rows.get(0)).toEqual([1n, 'ab', true]);
    expect(await rows.get(1)).toEqual([-2n, null, false]);
    expect(() => rows.get(3)).toThrow('no 3');
    const session = await open(vectors('float64'));
    const ids = await session.openLookup(await session.encode(vectors('float64')));
    expect(await ids.get('Äß')).toEqual(new Float64Array([-0, Number.NaN]));
    expect(() => ids.get('b')).toThrow('no b');
  });

  it('refuses a vector of another length and a damaged file', async () => {
    const session = await open(empty);
    expect(() => session.encode({ ...empty, entries: new Map([['a', new Float64Array(3)]]) })).toThrow(
      'dimension is 4',
    );
    const file = await session.encode(table);
    expect(() => session.decode(file.slice(0, file.length - 8))).toThrow(telling('buffer'));
  });
});
