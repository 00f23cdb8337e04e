import { encodeSdf } from '../../libraries/sdf/write';
import { heldBySdf } from '../../libraries/sdf/losses';
import { readSdf } from '../../libraries/sdf/read';
import { type Dataset, kindNames } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import type { Molecules } from '../../model/molecules/molecules';

function moleculesOf(dataset: Dataset): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'sdf', message: `SDF holds molecules and has no place for ${kindNames[dataset.kind]}.` });
}

export const format: FormatModule = {
  async open({ options }) {
    const malformed = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode: (dataset) => encodeSdf(moleculesOf(dataset)),
      decode: (file) => readSdf(file, { malformed }).molecules,
      countsOf: (file) => {
        const { molecules, leftOut } = readSdf(file, { malformed });
        return { molecules: molecules.moleculeCount, atoms: molecules.atoms.elements.length, bonds: molecules.bonds.orders.length, leftOut };
      },
    };
  },
  forget: (dataset) => heldBySdf(moleculesOf(dataset)),
  reorders: true,
};
