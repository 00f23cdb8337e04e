import { impliedHydrogens } from '../../../libraries/sdf/valence';
import { bondOrderAromatic, type Molecules } from '../../../model/molecules/molecules';

/** An atom with a bond of which only that it is aromatic is known: its valence can't be told. */
export const unknownValence = -1;

/** What the orders of one molecule's bonds make at each of its atoms, {@link unknownValence} where they are not all known. `begins` and `ends` count from the molecule's first atom. */
export function bondedOrders(
  atomCount: number,
  begins: Uint16Array,
  ends: Uint16Array,
  orders: Uint8Array,
): Int32Array {
  const bonded = new Int32Array(atomCount);
  orders.forEach((order, bond) => {
    for (const atom of [begins[bond] as number, ends[bond] as number]) {
      if (order === bondOrderAromatic) bonded[atom] = unknownValence;
      else if (bonded[atom] !== unknownValence) bonded[atom] = (bonded[atom] as number) + order;
    }
  });
  return bonded;
}

/** 1 at each atom whose hydrogens, those that are no atoms, are as many as its element, charge and bonds imply by MDL's model of valences, which readers of SD files have; else 0. */
export function impliedEverywhere({ moleculeCount, atomOffsets, bondOffsets, atoms, bonds }: Molecules): Uint8Array {
  const implied = new Uint8Array(atoms.elements.length);
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const [firstAtom, endAtom] = [atomOffsets[molecule] as number, atomOffsets[molecule + 1] as number];
    const [firstBond, endBond] = [bondOffsets[molecule] as number, bondOffsets[molecule + 1] as number];
    const bonded = bondedOrders(
      endAtom - firstAtom,
      bonds.begins.subarray(firstBond, endBond),
      bonds.ends.subarray(firstBond, endBond),
      bonds.orders.subarray(firstBond, endBond),
    );
    for (let atom = firstAtom; atom < endAtom; atom += 1) {
      const own = bonded[atom - firstAtom] as number;
      if (
        own !== unknownValence &&
        impliedHydrogens(atoms.elements[atom] as number, atoms.charges[atom] as number, own) === atoms.hydrogens[atom]
      )
        implied[atom] = 1;
    }
  }
  return implied;
}
