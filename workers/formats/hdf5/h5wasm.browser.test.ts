import { describe, expect, it } from 'vitest';
import { schemaOf, type Dataset, type KeyedVectors } from '../../model/dataset';
import { format } from './h5wasm';

export function makeVectors(n: number, dimension: number): KeyedVectors {
  const entries = new Map<string, Float64Array>();
  for (let row = 0; row < n; row += 1) entries.set(`seq${String(row).padStart(10, '0')}`, Float64Array.from({ length: dimension }, (_, i) => Math.fround(Math.sin(row * dimension + i))));
  return { kind: 'keyedVectors', elementType: 'float64', dimension, entries };
}
const open = (dataset: Dataset, options: object, level: number | null) => format.open({ options: { layout: 'bulk', shuffle: false, chunkRows: 0, ...options }, innerCodec: level === null ? null : { id: 'gzip', level }, schema: schemaOf(dataset) });

describe('hdf5', () => {
  it.each([
    ['bulk', null, false],
    ['each', null, false],
    ['bulk', 4, false],
    ['bulk', 4, true],
    ['each', 4, true],
  ] as const)('round-trips %s gzip %s shuffle %s', async (layout, level, shuffle) => {
    const data = makeVectors(1000, 1280);
    const s = await open(data, { layout, shuffle }, level);
    const file = await s.encode!(data);
    console.log(layout, level, shuffle, file.length);
    const back = await s.decode!(file);
    expect(back).toEqual(data);
  });
});
