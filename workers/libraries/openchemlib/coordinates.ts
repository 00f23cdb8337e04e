import type { Molecules } from '../../model/molecules/molecules';
import { buildMolecule } from './build';

/** The length of a bond in chemical drawings, in ångström. */
const bondLength = 1.5;

/**
 * Invents 2D coordinates of one molecule: x and y of each atom in turn, in ångström, rounded to ten-thousandths, with an average bond length of 1.5. The same molecule always gets the same
 * coordinates. @throws `unsupported` if OpenChemLib can't hold the molecule
 */
export function inventCoordinates(molecules: Molecules, index: number): Float64Array<ArrayBuffer> {
  const { molecule, atomOf } = buildMolecule(molecules, index, false);
  // Inventing coordinates may reorder atoms; the mapping numbers show their new positions.
  atomOf.forEach((at, atom) => {
    molecule.setAtomMapNo(at, atom + 1, false);
  });
  molecule.setParitiesValid(0);
  molecule.inventCoordinates({ keepHydrogens: true });
  const bondCount = molecule.getAllBonds();
  let total = 0;
  for (let bond = 0; bond < bondCount; bond += 1) total += molecule.getBondLength(bond);
  const scale = total > 0 ? (bondLength * bondCount) / total : bondLength;
  const places = new Float64Array(2 * atomOf.length);
  for (let at = 0; at < molecule.getAllAtoms(); at += 1) {
    const atom = molecule.getAtomMapNo(at) - 1;
    places[2 * atom] = rounded(scale * molecule.getAtomX(at));
    places[2 * atom + 1] = rounded(-scale * molecule.getAtomY(at));
  }
  return places;
}

/** Rounds to the nearest ten-thousandth, and turns -0 into 0. */
const rounded = (place: number) => Math.round(10_000 * place) / 10_000 + 0;
