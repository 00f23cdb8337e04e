import { pythonText } from '../../snippets/literals';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  arrow: {
    pyarrow: ({ fileName }) => ({
      imports: ['import pyarrow.dataset as ds'],
      lines: [`table = ds.dataset(${pythonText(fileName)}, format="arrow").to_table()`],
    }),
  },
};
