import { type Dataset, kindNames } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { Molecules } from '../../model/molecules/molecules';

export function moleculesIn(dataset: Dataset): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'rdkit-binary', message: `RDKit’s binary form has no place for ${kindNames[dataset.kind]}.` });
}
