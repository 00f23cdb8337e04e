import { sqlLiteral } from '../../model/sql';
import { javaText, pythonText, rText } from '../../snippets/literals';
import { byPandas } from '../../snippets/source';
import type { FileSourceReaders } from '../../snippets/snippet-source';

export const sourceReaders: FileSourceReaders = {
  parquet: {
    pandas: ({ fileName }) => byPandas(`df = pd.read_parquet(${pythonText(fileName)}, dtype_backend="pyarrow")`),
    pyarrow: ({ fileName }) => ({
      imports: ['import pyarrow.parquet as pq'],
      lines: [`table = pq.read_table(${pythonText(fileName)})`],
    }),
    duckdb: ({ fileName }) => ({ reader: 'read_parquet', values: [sqlLiteral(fileName)] }),
    r: ({ fileName }) => [`df <- arrow::read_parquet(${rText(fileName)})`],
    spark: ({ fileName }) => [`Dataset<Row> df = spark.read().parquet(${javaText(fileName)});`],
  },
};
