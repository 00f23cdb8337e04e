import { encodeSdf } from '../file/write';
import { withoutSdfLosses } from '../file/losses';
import { readSdf } from '../file/read';
import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import type { Molecules } from '../../../model/molecules/molecules';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules => requireMolecules(dataset, 'sdf', 'SDF stores only molecules, not');

export const format: FormatModule = {
  async open({ options }) {
    const malformed = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode: (dataset) => encodeSdf(moleculesOf(dataset)),
      decode: (file) => readSdf(file, { malformed }).molecules,
      countsOf: (file) => {
        const { molecules, leftOut } = readSdf(file, { malformed });
        return {
          molecules: molecules.moleculeCount,
          atoms: molecules.atoms.elements.length,
          bonds: molecules.bonds.orders.length,
          leftOut,
        };
      },
    };
  },
  forget: (dataset) => withoutSdfLosses(moleculesOf(dataset)),
  reorders: true,
};
