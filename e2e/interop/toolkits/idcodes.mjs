import { readFileSync } from 'node:fs';
import { Molecule } from 'openchemlib';
import { answerLines } from '../product-modules.mjs';

/**
 * OpenChemLib itself on files of idCodes: a molfile (V3000), each atom's hydrogens, a title and the number of atoms with coordinates of each line. For
 * reference_toolkits.py, which asks line by line in JSON.
 */

/** @param {string} line */
function decoded(line) {
  const tab = line.indexOf('\t');
  const [code = '', coordinates] = (tab < 0 ? line : line.slice(0, tab)).split(' ');
  // Drawn anew: configurations are in the code itself, and a dataset's places may be such that no drawing tells them.
  const molecule = Molecule.fromIDCode(code, true);
  const placed = coordinates === undefined ? 0 : Molecule.fromIDCode(code, coordinates).getAllAtoms();
  const hydrogens = Array.from({ length: molecule.getAllAtoms() }, (_, atom) => molecule.getImplicitHydrogens(atom));
  return { title: tab < 0 ? '' : line.slice(tab + 1), molfile: molecule.toMolfileV3(), hydrogens, placed };
}

await answerLines({
  /** @param {{ path: string }} request */
  decode: ({ path }) => readFileSync(path, 'utf8').split('\n').slice(0, -1).map(decoded),
});
