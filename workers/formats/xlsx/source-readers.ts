import { sqlLiteral } from '../../model/sql';
import { pythonText, rText } from '../../snippets/literals';
import { call } from '../../snippets/snippet';
import { byPandas, columnsOf, listOf, namesOf } from '../../snippets/source';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  xlsx: {
    pandas: (source) =>
      byPandas(
        call('df = pd.read_excel', [
          pythonText(source.fileName),
          ...(source.part === null ? [] : [`sheet_name=${pythonText(source.part)}`]),
          ...(source.header ? [] : ['header=None', listOf('names=[', namesOf(columnsOf(source)))]),
        ]),
      ),
    duckdb: ({ fileName, part, header }) => ({
      reader: 'read_xlsx',
      values: [sqlLiteral(fileName), ...(part === null ? [] : [`sheet = ${sqlLiteral(part)}`]), `header = ${header}`],
    }),
    r: ({ fileName, part, header }) =>
      call('df <- readxl::read_excel', [
        rText(fileName),
        ...(part === null ? [] : [`sheet = ${rText(part)}`]),
        ...(header ? [] : ['col_names = FALSE']),
      ]),
  },
};
