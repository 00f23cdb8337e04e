import { readFileSync } from 'node:fs';
import { Molecule } from 'openchemlib';

/** OpenChemLib itself on a file of idCodes: a molfile (V3000) and a title for each line, as JSON. For reference_toolkits.py. */

const [path] = process.argv.slice(2);
const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
console.log(
  JSON.stringify(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      const [code, coordinates] = (tab < 0 ? line : line.slice(0, tab)).split(' ');
      const molecule = coordinates === undefined ? Molecule.fromIDCode(code, true) : Molecule.fromIDCode(code, coordinates);
      return { title: tab < 0 ? '' : line.slice(tab + 1), molfile: molecule.toMolfileV3() };
    }),
  ),
);
