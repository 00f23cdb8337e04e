/**
 * The implicit hydrogens of atoms without brackets, by element and case. OpenSMILES defines the valences: B 3, C 4, N 3 or 5, O 2, P 3 or 5, S 2, 4 or 6, halogens 1; hydrogens fill up to
 * the next of them. For an aromatic atom (lower case), the ring counts as one more bond, and hydrogens fill up to the lowest valence only.
 */

const valences: readonly (readonly [element: number, valences: readonly number[], aromatic: boolean])[] = [
  [0, [], false],
  [5, [3], true],
  [6, [4], true],
  [7, [3, 5], true],
  [8, [2], true],
  [9, [1], false],
  [15, [3, 5], true],
  [16, [2, 4, 6], true],
  [17, [1], false],
  [35, [1], false],
  [53, [1], false],
];

/** The row of the valence table for an element, aromatic or not. */
export const valenceTableRow = (element: number, aromatic: number): number => 2 * element + aromatic;

const rowCount = 2 * 128;
const sums = 16;

/** 1 if atoms of this row of the valence table may be written without brackets. */
export const isOrganic = new Uint8Array(rowCount);
const hydrogens = new Uint8Array(rowCount * sums);

for (const [element, normal, aromatic] of valences) {
  isOrganic[valenceTableRow(element, 0)] = 1;
  if (aromatic) isOrganic[valenceTableRow(element, 1)] = 1;
  for (let sum = 0; sum < sums; sum += 1) {
    hydrogens[valenceTableRow(element, 0) * sums + sum] = (normal.find((valence) => valence >= sum) ?? sum) - sum;
    if (aromatic) hydrogens[valenceTableRow(element, 1) * sums + sum] = Math.max(0, (normal[0] ?? 0) - sum - 1);
  }
}

/** The number of hydrogens of an atom without brackets. `sum` adds up the bond orders: an aromatic bond counts as one, a bond of order zero as none. */
export function impliedHydrogens(row: number, sum: number): number {
  return sum < sums ? (hydrogens[row * sums + sum] as number) : 0;
}

/** Elements with a lower-case symbol in brackets. For other elements, only the bonds show that an atom is aromatic. */
const aromaticElements: readonly number[] = [5, 6, 7, 8, 14, 15, 16, 33, 34, 52];
export const hasAromaticSymbol = Uint8Array.from({ length: 128 }, (_, element) =>
  aromaticElements.includes(element) ? 1 : 0,
);
