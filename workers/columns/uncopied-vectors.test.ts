import { expect, it } from 'vitest';
import { isNestedJson } from './columnar-layout';
import type { KeyedVectors } from '../model/dataset';
import { uncopiedLayout } from './uncopied-vectors';

const dimension = 3;
const matrix = Float32Array.from({ length: 8 * dimension }, (_, index) => index / 7);
const row = (index: number) => matrix.subarray(index * dimension, (index + 1) * dimension);
/** The vectors 0 and 1 lie one behind the other, the others apart, in another order, or in a buffer of their own. */
const vectors = [row(4), row(5), row(1), row(0).slice(), row(1), row(2), row(7)];
const dataset: KeyedVectors = {
  kind: 'keyedVectors',
  elementType: 'float32',
  dimension,
  entries: new Map(vectors.map((vector, index) => [`v${index}`, vector])),
};
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);

it.each([
  ['new memory', new ArrayBuffer(0)],
  ['the memory of a larger call', new Uint8Array(1_000).fill(255).buffer],
])('copies any whole vectors to where they are written, with their matrix in %s', (_, room) => {
  const { layout, vectors: uncopied } = uncopiedLayout(dataset, isNestedJson, room);
  const column = layout.columns.find(({ name }) => name === 'vector');
  if (column?.type !== 'vector' || uncopied === null) return expect.unreachable();
  for (let from = 0; from <= vectors.length; from += 1)
    for (let to = from; to <= vectors.length; to += 1) {
      const part = bytesOf(column.values.subarray(from * dimension, to * dimension));
      expect(uncopied.has(part)).toBe(true);
      const target = new Float32Array((to - from) * dimension);
      uncopied.copy(part, bytesOf(target));
      expect([...target]).toEqual(vectors.slice(from, to).flatMap((vector) => [...vector]));
    }
  expect(uncopied.has(bytesOf(matrix))).toBe(false);
});
