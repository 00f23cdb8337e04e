import { pythonText } from '../../snippets/literals';
import { byPandas } from '../../snippets/source';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  orc: {
    pandas: ({ fileName }) => byPandas(`df = pd.read_orc(${pythonText(fileName)}, dtype_backend="pyarrow")`),
    pyarrow: ({ fileName }) => ({
      imports: ['from pyarrow import orc'],
      lines: [`table = orc.read_table(${pythonText(fileName)})`],
    }),
  },
};
