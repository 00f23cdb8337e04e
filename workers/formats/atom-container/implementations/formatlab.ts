import { allocateBuffer, type FormatModule } from '../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../model/errors';
import { atomContainerFailure } from '../stream/layout';
import { readMolecules } from '../stream/read';
import { writeMolecules } from '../stream/write';

function guard<T>(stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw new FormatlabError(
      toErrorRecord(thrown, {
        tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
        stage,
        format: 'atom-container',
      }),
      { cause: thrown },
    );
  }
}

export const format: FormatModule = {
  open: () =>
    Promise.resolve({
      encode: (dataset, allocate = allocateBuffer) =>
        guard('encode', () => {
          if (dataset.kind !== 'molecules')
            throw atomContainerFailure(
              'unsupported',
              'encode',
              `the format stores only molecules, but the dataset is of the kind ${dataset.kind}`,
            );
          return writeMolecules(dataset, allocate);
        }),
      decode: (file) => guard('decode', () => readMolecules(file)),
    }),
};
