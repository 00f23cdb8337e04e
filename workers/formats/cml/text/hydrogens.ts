import { impliedHydrogens } from '../../../libraries/molecules/valence';
import { bondOrderAromatic, type Molecules } from '../../../model/molecules/molecules';

/** Marks an atom whose valence is unknown, because one of its bonds is only known to be aromatic. */
export const unknownValence = -1;

/** The sum of bond orders at each atom of one molecule; {@link unknownValence} if an order is unknown. `begins` and `ends` count from the molecule's first atom. */
export function bondOrderSums(
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

/** 1 for each atom with exactly as many implicit hydrogens as MDL's valence model implies from its element, charge and bonds, otherwise 0. Readers of SD files use the same model. */
export function impliedHydrogenFlags({ moleculeCount, atomOffsets, bondOffsets, atoms, bonds }: Molecules): Uint8Array {
  const implied = new Uint8Array(atoms.elements.length);
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const [firstAtom, endAtom] = [atomOffsets[molecule] as number, atomOffsets[molecule + 1] as number];
    const [firstBond, endBond] = [bondOffsets[molecule] as number, bondOffsets[molecule + 1] as number];
    const bonded = bondOrderSums(
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
