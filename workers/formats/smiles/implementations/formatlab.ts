import { withoutCoordinates } from '../../../libraries/molecules/losses';
import { withoutSmilesLosses } from '../file/forget';
import { readSmiles } from '../file/read-lines';
import { writeSmiles } from '../file/write-lines';
import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import type { Molecules } from '../../../model/molecules/molecules';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules =>
  requireMolecules(dataset, 'smiles', 'SMILES stores only molecules, not');

export const format: FormatModule = {
  async open({ options }) {
    const malformed = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode: (dataset, allocate) => writeSmiles(moleculesOf(dataset), allocate === undefined ? {} : { allocate }),
      decode: (file) => readSmiles(file, { malformed }).molecules,
      countsOf: (file) => {
        const { molecules, skipped } = readSmiles(file, { malformed });
        return {
          molecules: molecules.moleculeCount,
          atoms: molecules.atoms.elements.length,
          bonds: molecules.bonds.orders.length,
          leftOut: skipped,
        };
      },
    };
  },
  forget: (dataset) => withoutCoordinates(withoutSmilesLosses(moleculesOf(dataset))),
  reorders: true,
};
