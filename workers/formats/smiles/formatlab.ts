import { withoutCoordinates } from '../../libraries/molecules/losses';
import { forgetInSmiles } from '../../libraries/smiles/forget';
import { readSmiles } from '../../libraries/smiles/read-lines';
import { writeSmiles } from '../../libraries/smiles/write-lines';
import { type Dataset, kindNames } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import type { Molecules } from '../../model/molecules/molecules';

function moleculesOf(dataset: Dataset): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'smiles', message: `SMILES holds molecules and has no place for ${kindNames[dataset.kind]}.` });
}

export const format: FormatModule = {
  async open({ options }) {
    const malformed = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode: (dataset, allocate) => writeSmiles(moleculesOf(dataset), allocate === undefined ? {} : { allocate }),
      decode: (file) => readSmiles(file, { malformed }).molecules,
      countsOf: (file) => {
        const { molecules, skipped } = readSmiles(file, { malformed });
        return { molecules: molecules.moleculeCount, atoms: molecules.atoms.elements.length, bonds: molecules.bonds.orders.length, leftOut: skipped };
      },
    };
  },
  forget: (dataset) => withoutCoordinates(forgetInSmiles(moleculesOf(dataset))),
  reorders: true,
};
