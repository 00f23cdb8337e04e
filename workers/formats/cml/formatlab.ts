import { type Dataset, kindNames } from '../../model/dataset';
import type { OptionValues } from '../../model/options';
import type { Molecules } from '../../model/molecules/molecules';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { stereoKinds } from '../../model/molecules/molecules';
import { withoutAromaticFlags, withStereoWhere } from '../../libraries/molecules/losses';
import { readCml } from './text/read';
import { writeCml } from './text/write';

function moleculesIn(dataset: Dataset): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'cml', message: `CML has no words for ${kindNames[dataset.kind]}.` });
}

/** What is written of them: without marks, bonds of unknown orders still are `A`. */
const heldUnder = (molecules: Molecules, { aromaticity }: OptionValues): Molecules => (aromaticity === 'kekule' ? withoutAromaticFlags(molecules) : molecules);

export const format: FormatModule = {
  async open({ options }) {
    const ids = options.ids === 'molecule' ? 'molecule' : 'file';
    return { encode: (dataset) => writeCml(heldUnder(moleculesIn(dataset), options), ids), decode: readCml };
  },
  forget(dataset, options = {}) {
    const molecules = heldUnder(moleculesIn(dataset), options);
    const { kinds } = molecules.stereo;
    return withStereoWhere(molecules, (element) => kinds[element] === stereoKinds.tetrahedral || kinds[element] === stereoKinds.doubleBond);
  },
};
