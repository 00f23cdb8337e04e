import { pythonText } from '../../snippets/literals';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  bytes: {
    content: ({ fileName }) => ({
      imports: ['from pathlib import Path'],
      lines: [`content = Path(${pythonText(fileName)}).read_bytes()`],
    }),
  },
};
