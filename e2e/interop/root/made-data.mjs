/**
 * Values that the tests of ROOT write, made from the row alone, so that numpy makes the same (reference_root.py): each kind of branch that the writer knows.
 */

import { countingNames, countingValues, mixedValues } from './counting-table.mjs';

const numbers = {
  int64: [BigInt64Array, (row) => BigInt(row)],
  uint64: [BigUint64Array, (row) => BigInt(row) * 0x1_0000_0001n],
  int32: [Int32Array, (row) => Math.imul(row, 0x9e3779b1)],
  uint32: [Uint32Array, (row) => Math.imul(row, 0x9e3779b1)],
  int16: [Int16Array, (row) => row],
  uint16: [Uint16Array, (row) => row],
  int8: [Int8Array, (row) => row],
  uint8: [Uint8Array, (row) => row],
  float64: [Float64Array, (row) => row / 7],
  float32: [Float32Array, (row) => row / 3],
  bool: [Uint8Array, (row) => (row % 3 === 0 ? 1 : 0)],
};

/** As source 004 has them: eight columns that count. */
export const countingBranches = countingNames.map((name) => ({ kind: 'fixed', name, type: 'int64' }));
/** For files of any size that are checked by their sums: those, and one whose every bit changes. */
export const checkBranches = [...countingBranches, { kind: 'fixed', name: 'mixed', type: 'int64', made: 'mixed' }];

export const everyBranch = [
  ...Object.keys(numbers).map((type) => ({ kind: 'fixed', name: `a_${type}`, type })),
  { kind: 'fixed', name: 'vector', type: 'float32', length: 3 },
  { kind: 'variable', name: 'jagged', type: 'float64', count: 'njagged' },
  { kind: 'variable', name: 'tracks', type: 'int32', count: 'njagged' },
  { kind: 'variable', name: 'bytes', type: 'uint8', count: 'nbytes' },
  { kind: 'text', name: 'text' },
];

const encoder = new TextEncoder();

/** Rows `from` up to `to` of a branch. */
export function valuesOf(branch, from, to) {
  const rows = to - from;
  if (branch.made === 'mixed') return mixedValues(from, to);
  if (branch.kind === 'fixed' && branch.type === 'int64') return countingValues(from, to);
  if (branch.kind === 'fixed') {
    const [Values, made] = numbers[branch.type];
    const length = branch.length ?? 1;
    return Values.from({ length: rows * length }, (_, index) => made(from * length + index));
  }
  const offsets = new Int32Array(rows + 1);
  if (branch.kind === 'text') {
    const texts = Array.from({ length: rows }, (_, index) =>
      encoder.encode((from + index) % 1_000 === 999 ? 'é'.repeat(200) : `text ${from + index}`),
    );
    for (const [index, text] of texts.entries()) offsets[index + 1] = offsets[index] + text.length;
    const values = new Uint8Array(offsets[rows]);
    for (const [index, text] of texts.entries()) values.set(text, offsets[index]);
    return { offsets, values };
  }
  const [Values, made] = numbers[branch.type];
  const most = branch.count === 'nbytes' ? 11 : 5;
  for (let index = 0; index < rows; index += 1) offsets[index + 1] = offsets[index] + ((from + index) % most);
  const values = new Values(offsets[rows]);
  for (let index = 0; index < rows; index += 1)
    for (let at = offsets[index]; at < offsets[index + 1]; at += 1)
      values[at] = made(from + index + at - offsets[index]);
  return { offsets, values };
}
