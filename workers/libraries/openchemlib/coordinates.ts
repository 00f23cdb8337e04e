import type { Molecules } from '../../model/molecules/molecules';
import { buildMolecule } from './build';

/** Length of a bond in ångström, as chemists' drawings have it. */
const bondLength = 1.5;

/**
 * A place on the plane for each atom of one molecule, x and y in turn, in ångström, whole ten-thousandths, with bonds of 1.5 on average. The same molecule gets the same places
 * each time. Throws `unsupported` where OpenChemLib can't hold the molecule.
 */
export function inventCoordinates(molecules: Molecules, index: number): Float64Array<ArrayBuffer> {
  const { molecule, atomOf } = buildMolecule(molecules, index, false);
  // Inventing may move atoms: the numbers say where they went.
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

/** To the nearest ten-thousandth, and no -0. */
const rounded = (place: number) => Math.round(10_000 * place) / 10_000 + 0;
