/**
 * Atoms and bonds of molecules as java/src/formatlab/Tables.java lays them out, a molecule a list.
 * @param {import('../../workers/model/molecules/molecules').Molecules} molecules
 */
export function moleculeTables({ moleculeCount, atoms, bonds, coordinates, atomOffsets, bondOffsets }) {
  return Array.from({ length: moleculeCount }, (_, molecule) => {
    const [fromAtom = 0, toAtom = 0, fromBond = 0, toBond = 0] = [
      atomOffsets[molecule],
      atomOffsets[molecule + 1],
      bondOffsets[molecule],
      bondOffsets[molecule + 1],
    ];
    /** @type {<T>(from: number, to: number, row: (index: number) => T) => T[]} */
    const range = (from, to, row) => Array.from({ length: to - from }, (_item, index) => row(from + index));
    return {
      atoms: range(fromAtom, toAtom, (atom) => [
        ...[atoms.elements, atoms.isotopes, atoms.charges, atoms.hydrogens, atoms.aromatic, atoms.maps].map(
          (column) => column[atom],
        ),
        coordinates === null ? null : coordinates[2 * atom],
        coordinates === null ? null : coordinates[2 * atom + 1],
      ]),
      bonds: range(fromBond, toBond, (bond) => [
        bonds.begins[bond],
        bonds.ends[bond],
        bonds.orders[bond],
        bonds.aromatic[bond],
      ]),
    };
  });
}
