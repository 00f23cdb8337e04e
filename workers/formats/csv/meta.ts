import { type ColumnSchema, withNestedColumns } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';

/** CSV has no lists and structs. People write them as delimiters inside fields or as JSON, but no CSV reader understands that. */
const holds = ({ type }: ColumnSchema) =>
  type === 'list' || type === 'struct' ? 'a field of CSV holds one value, not many.' : true;

const unsupported: FormatImplementationMeta['unsupported'] = (operation, schema) => {
  if (schema.kind === 'array') return 'CSV has rows and columns and can’t store an array of any shape.';
  if (schema.kind === 'bytes') return 'CSV holds text, not the bytes of a file.';
  if (operation === 'lookup' || operation === 'warmLookup')
    return 'A text has no index of its rows: to find a row, all rows before it must be read.';
  if (schema.kind === 'table' && schema.columns.length === 0)
    return 'Rows without columns are empty lines, so a reader can’t count them.';
  if (operation === 'project' && schema.kind !== 'table') return 'Only a table has columns to choose from.';
  return null;
};

function loss(schema: DatasetSchema): readonly string[] {
  const losses = ['The types: every value is text, so the reader must know its type.'];
  const columns = schema.kind === 'table' ? schema.columns : [];
  const isEmptyText = (column: ColumnSchema) => {
    const { type } = column.type === 'category' ? column.item : column;
    return column.nullable && (type === 'utf8' || type === 'binary' || type === 'json');
  };
  if (columns.some(isEmptyText)) losses.push('The difference between null and an empty text.');
  const scalar = schema.kind === 'list' ? schema.elementType : schema.kind === 'dict' ? schema.valueType : null;
  if (
    schema.kind === 'keyedVectors' ||
    scalar === 'float64' ||
    withNestedColumns(columns).some(({ type }) => type.startsWith('float'))
  )
    losses.push('The payload bits of NaN.');
  if (columns.some(({ type }) => type === 'category'))
    losses.push(
      'The order of categories, and categories that no row has: each row holds the text or number of its category.',
    );
  return losses;
}

const shared = {
  options: [],
  innerCodecs: [],
  holds,
  unsupported,
  clock: { encode: ['convert', 'allocate'], decode: ['convert', 'allocate'], project: ['convert', 'allocate'] },
  wasmCopyInClock: null,
  loss,
} as const;

export const meta: FormatMeta = {
  id: 'csv',
  notInNativeScript: null,
  readInChunks: true,
  label: 'CSV',
  extension: 'csv',
  mediaType: 'text/csv',
  description:
    'Comma-separated text with a header, as RFC 4180 defines it. Every program reads it, so it is the usual baseline. Numbers are the shortest decimals that give the same bits when read, times are ISO 8601, and durations are whole numbers of their unit.',
  plainness: 1,
  selfDescribing: false,
  readers: {
    python: 'pandas',
    r: 'readr',
    julia: 'CSV.jl',
    java: 'Spark',
    duckdb: 'read_csv',
    browser: 'Papa Parse',
    commandLine: 'any text tool',
  },
  implementations: [
    {
      ...shared,
      id: 'csv-core',
      label: 'csv-core',
      library: { package: 'formatlab', version: '', contains: 'csv-core 0.1.13', license: 'Unlicense OR MIT' },
      wasmCopyInClock: true,
      estimateMBps: { encode: 150, decode: 150, objects: { encode: 60, decode: 60 } },
      warning:
        'The crate csv-core splits the fields in WASM. Formatlab’s code there writes the fields and converts texts to values and back. A quote inside a field that is not quoted is read as a character.',
    },
    {
      ...shared,
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      estimateMBps: { encode: 40, decode: 60, objects: { encode: 10, decode: 12 } },
    },
    {
      ...shared,
      id: 'papaparse',
      label: 'Papa Parse',
      library: { package: 'papaparse', version: '5.7.1', license: 'MIT' },
      estimateMBps: { encode: 20, decode: 30, objects: { encode: 7, decode: 9 } },
      warning: 'Formatlab’s own code converts numbers to text and back, because Papa Parse has no 64-bit types.',
    },
  ],
};
