import { coordinatesWriter, readCoordinates, withRoundedCoordinates } from '../../smiles/file/coordinates';
import { withoutSmilesLosses } from '../../smiles/file/forget';
import { readSmiles } from '../../smiles/file/read-lines';
import { writeSmiles } from '../../smiles/file/write-lines';
import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import type { Molecules } from '../../../model/molecules/molecules';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules =>
  requireMolecules(dataset, 'smiles-coordinates', 'SMILES with coordinates stores only molecules, not');

export const format: FormatModule = {
  async open({ options }) {
    const malformed = options.malformed === 'skip' ? 'skip' : 'fatal';
    const read = (file: Uint8Array) => readSmiles(file, { malformed, coordinates: true, between: readCoordinates });
    return {
      encode: (dataset, allocate) => {
        const molecules = moleculesOf(dataset);
        const between = coordinatesWriter(molecules);
        return writeSmiles(molecules, allocate === undefined ? { between } : { between, allocate });
      },
      decode: (file) => read(file).molecules,
      countsOf: (file) => {
        const { molecules, skipped } = read(file);
        return {
          molecules: molecules.moleculeCount,
          atoms: molecules.atoms.elements.length,
          bonds: molecules.bonds.orders.length,
          leftOut: skipped,
        };
      },
    };
  },
  forget: (dataset) => withRoundedCoordinates(withoutSmilesLosses(moleculesOf(dataset))),
  reorders: true,
};
