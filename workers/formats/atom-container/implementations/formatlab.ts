import { inStage } from '../../../libraries/in-stage';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';
import { allocateBuffer, type FormatModule } from '../../../model/entry';
import { readMolecules } from '../stream/read';
import { writeMolecules } from '../stream/write';

const id = 'atom-container';

export const format: FormatModule = {
  open: () =>
    Promise.resolve({
      encode: (dataset, allocate = allocateBuffer) =>
        inStage(id, 'encode', () =>
          writeMolecules(requireMolecules(dataset, id, 'AtomContainer streams store only molecules, not'), allocate),
        ),
      decode: (file) => inStage(id, 'decode', () => readMolecules(file)),
    }),
};
