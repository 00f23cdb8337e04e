import { sqlLiteral } from '../../model/sql';
import { pythonText } from '../../snippets/literals';
import { byPandas } from '../../snippets/source';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  json: {
    pandas: ({ fileName }) => byPandas(`df = pd.read_json(${pythonText(fileName)})`),
    duckdb: ({ fileName }) => ({ reader: 'read_json', values: [sqlLiteral(fileName)] }),
  },
  ndjson: {
    pandas: ({ fileName }) => byPandas(`df = pd.read_json(${pythonText(fileName)}, lines=True)`),
    pyarrow: ({ fileName }) => ({
      imports: ['import pyarrow.json as pj'],
      lines: [`table = pj.read_json(${pythonText(fileName)})`],
    }),
    duckdb: ({ fileName }) => ({
      reader: 'read_json',
      values: [sqlLiteral(fileName), "format = 'newline_delimited'"],
    }),
  },
};
