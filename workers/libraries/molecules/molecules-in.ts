import { type Dataset, kindNames } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { Molecules } from '../../model/molecules/molecules';

/** The dataset as molecules. @throws `unsupported` for other kinds; `refusal` is the error's text before the name of the kind (“SDF has no place for”) */
export function requireMolecules(dataset: Dataset, format: string, refusal: string): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format,
    message: `${refusal} ${kindNames[dataset.kind]}.`,
  });
}
