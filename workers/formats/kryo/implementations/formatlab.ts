import { withoutCdkLosses } from '../../../libraries/cdk-objects/loss';
import { inStage } from '../../../libraries/in-stage';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';
import { withoutCoordinates } from '../../../libraries/molecules/losses';
import { allocateBuffer, type FormatModule } from '../../../model/entry';
import { readMolecules } from '../stream/read';
import { writeMolecules } from '../stream/write';

export const format: FormatModule = {
  open({ options }) {
    const fixedWidth = options.numbers === 'fixed-width';
    return Promise.resolve({
      encode: (dataset, allocate = allocateBuffer) =>
        inStage('kryo', 'encode', () =>
          writeMolecules(
            requireMolecules(dataset, 'kryo', 'Kryo stores only molecules here, not'),
            fixedWidth,
            allocate,
          ),
        ),
      decode: (file) => inStage('kryo', 'decode', () => readMolecules(file, fixedWidth)),
    });
  },
  forget(dataset) {
    if (dataset.kind !== 'molecules') return dataset;
    const kept = withoutCdkLosses(dataset);
    // Coordinates are stored in the atoms, so a file without atoms does not show whether the molecules have them.
    return kept.atoms.elements.length === 0 ? withoutCoordinates(kept) : kept;
  },
};
