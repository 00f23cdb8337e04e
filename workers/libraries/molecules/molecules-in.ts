import { type Dataset, kindNames } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { Molecules } from '../../model/molecules/molecules';

/** The dataset as molecules. Throws `unsupported` of other data: `refusal` is the sentence up to the name of their kind (“SDF has no place for”). */
export function moleculesIn(dataset: Dataset, format: string, refusal: string): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format,
    message: `${refusal} ${kindNames[dataset.kind]}.`,
  });
}
