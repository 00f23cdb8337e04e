import { sqlIdentifier, sqlLiteral } from '../../model/sql';
import { pythonText } from '../../snippets/literals';
import { call } from '../../snippets/snippet';
import { byPandas } from '../../snippets/source';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  sqlite: {
    pandas: ({ fileName, part }) =>
      part === null
        ? null
        : byPandas(
            [
              `connection = sqlite3.connect(${pythonText(fileName)})`,
              ...call('df = pd.read_sql_query', [pythonText(`SELECT * FROM ${sqlIdentifier(part)}`), 'connection']),
            ],
            'import sqlite3',
          ),
    duckdb: ({ fileName, part }) =>
      part === null ? null : { reader: 'sqlite_scan', values: [sqlLiteral(fileName), sqlLiteral(part)] },
  },
};
