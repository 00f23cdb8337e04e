import { withoutCdkLosses } from '../../../libraries/cdk-objects/loss';
import { withoutCoordinates } from '../../../libraries/molecules/losses';
import { allocateBuffer, type FormatModule } from '../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../model/errors';
import { kryoFailure } from '../stream/failures';
import { readMolecules } from '../stream/read';
import { writeMolecules } from '../stream/write';

function guard<T>(stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw new FormatlabError(
      toErrorRecord(thrown, { tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed', stage, format: 'kryo' }),
      { cause: thrown },
    );
  }
}

export const format: FormatModule = {
  open({ options }) {
    const fixedWidth = options.numbers === 'fixed-width';
    return Promise.resolve({
      encode: (dataset, allocate = allocateBuffer) =>
        guard('encode', () => {
          if (dataset.kind !== 'molecules')
            throw kryoFailure(
              'unsupported',
              'encode',
              `Kryo stores only molecules here, but the dataset is of the kind ${dataset.kind}`,
            );
          return writeMolecules(dataset, fixedWidth, allocate);
        }),
      decode: (file) => guard('decode', () => readMolecules(file, fixedWidth)),
    });
  },
  forget(dataset) {
    if (dataset.kind !== 'molecules') return dataset;
    const kept = withoutCdkLosses(dataset);
    // Coordinates are stored in the atoms, so a file without atoms does not show whether the molecules have them.
    return kept.atoms.elements.length === 0 ? withoutCoordinates(kept) : kept;
  },
};
