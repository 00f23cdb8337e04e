import { type Dataset, kindNames } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { stereoKinds } from '../../model/molecules/molecules';
import { withStereoWhere } from '../../libraries/molecules/losses';
import { readCml } from './text/read';
import { writeCml } from './text/write';

function moleculesIn(dataset: Dataset) {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'cml', message: `CML has no words for ${kindNames[dataset.kind]}.` });
}

export const format: FormatModule = {
  async open() {
    return { encode: (dataset) => writeCml(moleculesIn(dataset)), decode: readCml };
  },
  forget(dataset) {
    const molecules = moleculesIn(dataset);
    const { kinds } = molecules.stereo;
    return withStereoWhere(molecules, (element) => kinds[element] === stereoKinds.tetrahedral || kinds[element] === stereoKinds.doubleBond);
  },
};
