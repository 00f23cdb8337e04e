import type { ColumnType } from '../../model/column';
import { type ColumnSchema, childColumns } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta, FormatOperation, InnerCodecMeta } from '../../model/entry';
import { holdsCategory, categoryLoss, holdsSeconds, secondsLoss, storesType } from './settings/parquet-types';
import type { OptionValues } from '../../model/options';
import { parquetLeaves } from '../../model/parquet-leaves';
import { parseColumnSettings } from './settings/column-settings';
import { isSortable, parseSortedBy } from './settings/sorted-by';
import {
  commonEncodings,
  encodingApplies,
  encodingOf,
  encodings,
  type ParquetEncoding,
  typesOfEncoding,
} from './settings/encodings';
import { columnSettings } from './settings/resolved-columns';
import { readersWith } from './settings/readers';
import { encodingOption, pageOptions, pageVersionOption, rowGroupOption } from './settings/options';

function valueTypes(schema: DatasetSchema): readonly (ColumnSchema | ColumnType)[] {
  switch (schema.kind) {
    case 'table':
      return schema.columns;
    case 'keyedVectors':
    case 'array':
    case 'list':
      return [schema.elementType];
    case 'dict':
      return [schema.keyType, schema.valueType];
    case 'stringArray':
    case 'records':
      return ['utf8'];
    case 'molecules':
    case 'bytes':
      return [];
  }
}

const allEncodings = Object.keys(encodings) as ParquetEncoding[];

type Unsupported = FormatImplementationMeta['unsupported'];

/** Why no implementation can do this; null if the implementation decides. */
function unsupportedByFormat(operation: FormatOperation, schema: DatasetSchema, options: OptionValues): string | null {
  if (schema.kind === 'bytes') return 'Parquet holds typed columns, not the bytes of a file.';
  if (schema.kind === 'table') {
    if (schema.columns.length === 0) return 'A Parquet file without columns does not say how many rows it has.';
    if (new Set(schema.columns.map(({ name }) => name)).size < schema.columns.length)
      return 'Two columns have the same name, so a Parquet reader can’t distinguish them.';
  }
  if (operation === 'project' && schema.kind !== 'table') return 'Only a table has columns to choose from.';
  if (operation === 'lookup' && (schema.kind === 'array' || schema.kind === 'stringArray' || schema.kind === 'list'))
    return 'Only tables, dictionaries and records can be looked up by row or key.';
  if (operation === 'warmLookup')
    return 'The file lies in memory as a whole: there is no cache that could be cold or warm.';
  const encoding = encodingOf(options);
  if (operation === 'encode' && !valueTypes(schema).some((type) => encodingApplies(encoding, type))) {
    return `${encoding} is for ${typesOfEncoding[encoding]}; this dataset has none.`;
  }
  return null;
}

const loss: FormatImplementationMeta['loss'] = (schema) =>
  schema.kind === 'table'
    ? [
        ...(schema.columns.some(holdsCategory) ? [categoryLoss] : []),
        ...(schema.columns.some(holdsSeconds) ? [secondsLoss] : []),
      ]
    : [];

const isEmptyStruct = (column: ColumnSchema): boolean =>
  (column.type === 'struct' && column.fields.length === 0) || childColumns(column).some(isEmptyStruct);

/** Why the settings by column do not fit the data; null if they do. */
function faultOfColumns(schema: DatasetSchema, options: OptionValues): string | null {
  const settings = parseColumnSettings(options, allEncodings);
  if (typeof settings === 'string') return settings;
  if (settings.length === 0) return null;
  if (schema.kind !== 'table') return 'Only a table has columns to set one by one.';
  for (const { column: name, encoding } of settings) {
    const column =
      schema.columns.find((each) => each.name === name) ??
      parquetLeaves(schema.columns).find(({ path }) => path === name)?.column;
    if (column === undefined) return `The data has no column “${name}”, which the settings by column name.`;
    if (encoding !== null && !leafTypes(column).some((leaf) => encodingApplies(encoding, leaf)))
      return `The column “${name}” can’t be encoded by ${encoding}, which is for ${typesOfEncoding[encoding]}.`;
  }
  return null;
}

/** Why the declared order does not fit the schema; null if it may. Whether the rows are in this order is proved while they are encoded. */
function faultOfOrder(schema: DatasetSchema, options: OptionValues): string | null {
  const sortedBy = parseSortedBy(options);
  if (sortedBy === null) return null;
  if (schema.kind !== 'table') return 'Only a table can be declared as sorted by a column.';
  const column = schema.columns.find(({ name }) => name === sortedBy.column);
  if (column === undefined) return `The data has no column “${sortedBy.column}”, by which it would be sorted.`;
  return isSortable(column)
    ? null
    : `Formatlab cannot prove an order of the column “${column.name}”, whose type is ${column.type}.`;
}

const leafTypes = (column: ColumnSchema): readonly ColumnSchema[] =>
  column.type === 'list' || column.type === 'struct' ? childColumns(column).flatMap(leafTypes) : [column];

const unsupportedByArrowRs: Unsupported = (operation, schema, { options }) => {
  const reason =
    unsupportedByFormat(operation, schema, options) ?? faultOfColumns(schema, options) ?? faultOfOrder(schema, options);
  const empty = schema.kind === 'table' ? schema.columns.find(isEmptyStruct) : undefined;
  return reason === null && empty !== undefined
    ? `The column “${empty.name}” has a struct without fields, which Parquet can’t store.`
    : reason;
};

const hasOtherLetters = /[^\0-\x7f]/u;

const unsupportedByParquetWasm: Unsupported = (operation, schema, context) => {
  const reason = unsupportedByArrowRs(operation, schema, context);
  if (reason !== null || operation !== 'project' || schema.kind !== 'table') return reason;
  const names = schema.columns.map(({ name }) => name);
  // parquet-wasm finds the character after the chosen name by the name's length in bytes, and traps if there is none.
  const sorted = [...names].sort();
  // A name that begins another is followed by one that it begins, or by itself.
  const traps = sorted.some((name, at) => {
    if (!hasOtherLetters.test(name)) return false;
    let next = at + 1;
    while (sorted[next] === name) next += 1;
    return sorted[next]?.startsWith(name) ?? false;
  });
  return traps
    ? 'parquet-wasm 0.8.0 cannot read a column alone if its name has non-ASCII letters and another column’s name begins with it.'
    : null;
};

const unsupportedByHyparquet: Unsupported = (operation, schema, { options, innerCodec }) => {
  const reason = unsupportedByFormat(operation, schema, options);
  if (reason !== null || operation !== 'encode') return reason;
  if (innerCodec === 'lz4')
    return 'hyparquet-writer has no LZ4 compressor, and the known JavaScript ones write blocks that other readers reject.';
  if (innerCodec === 'brotli') return 'hyparquet-writer has no Brotli compressor, and none exists in JavaScript.';
  return null;
};

/** The default levels of arrow-rs, which parquet-wasm cannot change. pyarrow's defaults are 9 for GZIP, 8 for Brotli and 1 for Zstandard. */
const fixed = (level: number) => ({ min: level, max: level, default: level });

const innerCodec = (id: string, label: string, family: string, levels: InnerCodecMeta['levels']): InnerCodecMeta => ({
  id,
  label,
  family,
  granularity: 'page',
  levels,
});

const clock = {
  encode: ['convert', 'allocate', 'encode'],
  decode: ['allocate', 'decode', 'convert'],
  project: ['allocate', 'decode', 'convert'],
  lookup: ['allocate', 'decode', 'convert'],
} as const;

export const meta: FormatMeta = {
  id: 'parquet',
  hasDictionaries: true,
  readsParts: true,
  notInNativeScript: null,
  readInChunks: true,
  label: 'Parquet',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  description:
    'Stores columns in row groups, and each column in pages that are encoded by type and then compressed separately. pyarrow, DuckDB, Spark and most databases read it. Keyed vectors become the columns id and vector (a list), and arrays one column of lists. Texts and lists of scalars become the column values, dictionaries and records the columns key and value.',
  selfDescribing: true,
  readersWith,
  columnSettings,
  readers: {
    python: 'pyarrow',
    r: 'arrow',
    julia: 'Parquet2.jl',
    java: 'parquet-java',
    duckdb: 'read_parquet',
    browser: 'hyparquet',
    commandLine: 'duckdb',
  },
  implementations: [
    {
      id: 'arrow-rs',
      label: 'arrow-rs',
      library: {
        package: 'formatlab',
        version: '',
        contains: 'arrow-rs parquet 60.1.0',
        license: 'Apache-2.0',
      },
      options: [
        encodingOption(
          allEncodings,
          ' ALP, for floats, is a preview in Parquet 2.14 (September 2026): few readers know it.',
        ),
        rowGroupOption,
        pageVersionOption,
        ...pageOptions,
      ],
      innerCodecs: [
        innerCodec('snappy', 'Snappy', 'snappy', null),
        innerCodec('gzip', 'gzip', 'deflate', { min: 1, max: 9, default: 6 }),
        innerCodec('lz4', 'LZ4_RAW', 'lz4', null),
        innerCodec('zstd', 'zstd', 'zstd', { min: 1, max: 22, default: 1 }),
        innerCodec('brotli', 'Brotli', 'brotli', { min: 0, max: 11, default: 1 }),
      ],
      unsupported: unsupportedByArrowRs,
      clock,
      wasmCopyInClock: true,
      loss,
      holds: storesType,
      estimateMBps: { encode: 500, decode: 1_500, objects: { encode: 60, decode: 60 } },
      warning:
        'The Rust crate, compiled here with zstd 1.5.7, LZ4 1.10.0, libdeflate 1.26, brotli 1.2.0 and snap 1.1.2. A table and a file lie in the module’s memory before the clock starts, as pyarrow’s lie in Arrow’s, and columns are used where they were decoded. A look-up reads only the pages that hold the row, using the offset index.',
    },
    {
      id: 'parquet-wasm',
      label: 'parquet-wasm',
      library: {
        package: 'parquet-wasm',
        version: '0.8.0',
        contains: 'arrow-rs parquet 59.3.0',
        license: 'MIT OR Apache-2.0',
      },
      options: [encodingOption(commonEncodings), rowGroupOption, pageVersionOption],
      innerCodecs: [
        innerCodec('snappy', 'Snappy', 'snappy', null),
        innerCodec('gzip', 'gzip', 'deflate', fixed(6)),
        innerCodec('lz4', 'LZ4_RAW', 'lz4', null),
        innerCodec('zstd', 'zstd', 'zstd', fixed(1)),
        innerCodec('brotli', 'Brotli', 'brotli', fixed(1)),
      ],
      unsupported: unsupportedByParquetWasm,
      clock,
      wasmCopyInClock: true,
      loss,
      holds: storesType,
      estimateMBps: { encode: 200, decode: 500, objects: { encode: 40, decode: 40 } },
      warning:
        'The levels of its compressors are fixed: GZIP 6, Zstandard 1 and Brotli 1. A look-up reads only the pages that hold the row, using the offset index.',
    },
    {
      id: 'hyparquet',
      label: 'hyparquet',
      library: {
        package: 'hyparquet',
        version: '1.31.5',
        contains:
          'hyparquet-writer 0.17.0, hyparquet-compressors 1.1.2, fflate 0.8.3 for GZIP, @bokuweb/zstd-wasm 0.0.27 for Zstandard',
        license: 'MIT',
      },
      options: [encodingOption(commonEncodings), rowGroupOption],
      innerCodecs: [
        innerCodec('snappy', 'Snappy', 'snappy', null),
        innerCodec('gzip', 'gzip', 'deflate', { min: 0, max: 9, default: 6 }),
        innerCodec('lz4', 'LZ4_RAW', 'lz4', null),
        innerCodec('zstd', 'zstd', 'zstd', { min: 1, max: 22, default: 1 }),
        innerCodec('brotli', 'Brotli', 'brotli', fixed(1)),
      ],
      holds: () =>
        'hyparquet decodes decimals and half-precision floats to JavaScript numbers, so Formatlab uses it only for types without parameters.',
      unsupported: unsupportedByHyparquet,
      clock,
      wasmCopyInClock: true,
      loss: () => [],
      estimateMBps: { encode: 30, decode: 200, objects: { encode: 15, decode: 25 } },
      warning:
        'It writes only data pages of version 2, and a dictionary only if that at least halves the column. fflate compresses GZIP, with its own scale of levels; fzstd decompresses Zstandard. Before a file is decoded for the first time, its pages are decompressed once to check them. Decoding the same file again skips the check; loading from storage or from a codec includes it.',
    },
  ],
};
