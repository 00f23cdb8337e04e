import { withoutCdkLosses } from '../../../libraries/cdk-objects/loss';
import type { FormatModule } from '../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../model/errors';
import { readMolecules } from '../read';
import { CdkObjectWriter } from '../write';

function guard<T>(stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const fallback = {
      tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
      stage,
      format: 'java-objects',
    } as const;
    throw new FormatlabError({ ...toErrorRecord(thrown, fallback), format: 'java-objects' }, { cause: thrown });
  }
}

export const format: FormatModule = {
  open: () =>
    Promise.resolve({
      encode: (dataset) =>
        guard('encode', () => {
          if (dataset.kind !== 'molecules')
            throw new FormatlabError({
              tag: 'unsupported',
              stage: 'encode',
              message: `CDK’s objects store only molecules, but the dataset is of the kind ${dataset.kind}.`,
            });
          return new CdkObjectWriter(dataset).write();
        }),
      decode: (file) => guard('decode', () => readMolecules(file).molecules),
      countsOf: (file) =>
        guard('decode', () => {
          const { molecules, handleCount, classCount } = readMolecules(file);
          return { molecules: molecules.moleculeCount, objects: handleCount, classes: classCount };
        }),
    }),
  forget: (dataset) => (dataset.kind === 'molecules' ? withoutCdkLosses(dataset) : dataset),
};
