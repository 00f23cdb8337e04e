/**
 * Values that the tests of ROOT write, made from the row alone, so that numpy makes the same (reference_root.py): each kind of branch that the writer knows.
 */

import { countingNames, countingValues, mixedValues } from './counting-table.mjs';

/** @import { BranchDefinition, BranchValues } from '../../../workers/formats/root/tree/file/branch-definition' */
/** @import { LeafType } from '../../../workers/formats/root/tree/file/leaf-types' */
/** @import { NumericValues } from '../../../workers/model/column' */

/** @typedef {BranchDefinition & { made?: 'mixed' }} MadeBranch */

/**
 * A typed array and the value of a row that it takes.
 * @typedef {{
 *   from(source: { length: number }, made: (item: unknown, index: number) => number | bigint): NumericValues,
 *   new (length: number): NumericValues & Record<number, number | bigint>,
 * }} ValuesType
 */

/** @type {Record<LeafType, [Values: ValuesType, made: (row: number) => number | bigint]>} */
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

const leafTypes = /** @type {LeafType[]} */ (Object.keys(numbers));

/**
 * As source 004 has them: eight columns that count.
 * @type {MadeBranch[]}
 */
export const countingBranches = countingNames.map((name) => ({ kind: 'fixed', name, type: 'int64' }));
/**
 * For files of any size that are checked by their sums: those, and one whose every bit changes.
 * @type {MadeBranch[]}
 */
export const checkBranches = [...countingBranches, { kind: 'fixed', name: 'mixed', type: 'int64', made: 'mixed' }];

/** @type {MadeBranch[]} */
export const everyBranch = [
  ...leafTypes.map(/** @returns {MadeBranch} */ (type) => ({ kind: 'fixed', name: `a_${type}`, type })),
  { kind: 'fixed', name: 'vector', type: 'float32', length: 3 },
  { kind: 'variable', name: 'jagged', type: 'float64', count: 'njagged' },
  { kind: 'variable', name: 'tracks', type: 'int32', count: 'njagged' },
  { kind: 'variable', name: 'bytes', type: 'uint8', count: 'nbytes' },
  { kind: 'text', name: 'text' },
];

const encoder = new TextEncoder();

/**
 * Rows `from` up to `to` of a branch.
 * @param {MadeBranch} branch
 * @param {number} from
 * @param {number} to
 * @returns {BranchValues}
 */
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
    for (const [index, text] of texts.entries()) offsets[index + 1] = (offsets[index] ?? 0) + text.length;
    const values = new Uint8Array(offsets[rows] ?? 0);
    for (const [index, text] of texts.entries()) values.set(text, offsets[index]);
    return { offsets, values };
  }
  const [Values, made] = numbers[branch.type];
  const most = branch.count === 'nbytes' ? 11 : 5;
  for (let index = 0; index < rows; index += 1) offsets[index + 1] = (offsets[index] ?? 0) + ((from + index) % most);
  const values = new Values(offsets[rows] ?? 0);
  for (let index = 0; index < rows; index += 1) {
    const [start = 0, end = 0] = offsets.subarray(index, index + 2);
    for (let at = start; at < end; at += 1) values[at] = made(from + index + at - start);
  }
  return { offsets, values };
}
