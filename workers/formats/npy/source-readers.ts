import { pythonText } from '../../snippets/literals';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  npy: {
    numpy: ({ fileName }) => ({
      imports: ['import numpy as np'],
      lines: [`array = np.load(${pythonText(fileName)}, allow_pickle=False)`],
    }),
  },
};
