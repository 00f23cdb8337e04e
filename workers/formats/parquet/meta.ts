import type { ColumnType } from '../../model/column';
import { type ColumnSchema, partsOf } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta, FormatOperation, InnerCodecMeta } from '../../model/entry';
import { holdsCategory, categoryLoss } from './parquet-types';
import type { OptionDescriptor, OptionValues } from '../../model/options';

const encodings = {
  PLAIN: 'PLAIN',
  DICTIONARY: 'Dictionary',
  DELTA_BINARY_PACKED: 'Delta, bit-packed',
  BYTE_STREAM_SPLIT: 'Byte stream split',
  RLE: 'Run length',
  DELTA_LENGTH_BYTE_ARRAY: 'Delta, lengths of texts',
  DELTA_BYTE_ARRAY: 'Delta, prefixes of texts',
  ALP: 'ALP (preview)',
} as const;
export type ParquetEncoding = keyof typeof encodings;

/** The encodings that all implementations here write. */
const commonEncodings = ['PLAIN', 'DICTIONARY', 'DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'] as const;
export type CommonEncoding = (typeof commonEncodings)[number];

/** The plan's parser has checked the option against its choices. */
export const encodingOf = ({ encoding }: OptionValues): ParquetEncoding =>
  typeof encoding === 'string' && encoding in encodings ? (encoding as ParquetEncoding) : 'DICTIONARY';

/** Like {@link encodingOf}, for an implementation that offers only these. */
export const commonEncodingOf = ({ encoding }: OptionValues): CommonEncoding =>
  commonEncodings.find((each) => each === encoding) ?? 'DICTIONARY';

/** The rows per row group that pyarrow writes by default. */
export const defaultRowGroupRows = 1_048_576;

const encodingOption = (offered: readonly ParquetEncoding[], help = ''): OptionDescriptor => ({
  type: 'choice',
  id: 'encoding',
  label: 'Encoding',
  help: `Applies to the columns whose type allows it; the others are PLAIN. Dictionary falls back to PLAIN if a column has too many distinct values.${help}`,
  choices: offered.map((value) => ({ value, label: encodings[value] })),
  default: 'DICTIONARY',
});

const rowGroupOption: OptionDescriptor = {
  type: 'integer',
  id: 'rowGroupRows',
  label: 'Rows per row group',
  unit: 'rows',
  min: 1_000,
  max: 134_217_728,
  default: defaultRowGroupRows,
};

const pageVersionOption: OptionDescriptor = {
  type: 'choice',
  id: 'pageVersion',
  label: 'Data page version',
  choices: [
    { value: '1', label: '1' },
    { value: '2', label: '2' },
  ],
  default: '1',
};

/** Options that only arrow-rs has. Their defaults are pyarrow's. */
const pageOptions: readonly OptionDescriptor[] = [
  {
    type: 'integer',
    id: 'pageKiB',
    label: 'Page size',
    help: 'A data page ends when it holds this much, or this many rows. Smaller pages make look-ups faster and compress worse.',
    unit: 'KiB',
    min: 1,
    max: 1_048_576,
    default: 1_024,
  },
  {
    type: 'integer',
    id: 'pageRows',
    label: 'Rows per page',
    unit: 'rows',
    min: 1,
    max: 134_217_728,
    default: 20_000,
  },
  {
    type: 'integer',
    id: 'dictionaryKiB',
    label: 'Dictionary limit',
    help: 'A column whose dictionary would grow larger continues with PLAIN pages.',
    unit: 'KiB',
    min: 1,
    max: 1_048_576,
    default: 1_024,
  },
  {
    type: 'choice',
    id: 'statistics',
    label: 'Statistics',
    help: 'The smallest and the largest value, and the number of nulls. With those of pages, the file has a page index, from which readers choose pages.',
    choices: [
      { value: 'none', label: 'none' },
      { value: 'columnChunk', label: 'by column chunk' },
      { value: 'page', label: 'by page (page index)' },
    ],
    default: 'columnChunk',
  },
  {
    type: 'boolean',
    id: 'bloomFilter',
    label: 'Bloom filters',
    help: 'Let a reader skip row groups that do not hold the value it looks for. They make the file larger.',
    default: false,
  },
];

const integers: readonly ColumnType[] = [
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'date',
  'timestamp',
];
const floats: readonly ColumnType[] = ['float32', 'float64'];
const texts: readonly ColumnType[] = ['utf8', 'json', 'binary'];

/** The physical type of a leaf column: a decimal of up to 18 digits is an int64, a longer one is binary. Null for lists and structs. */
function leafType(column: ColumnSchema): ColumnType | null {
  switch (column.type) {
    case 'time':
    case 'duration':
      return 'int64';
    case 'decimal':
      return column.precision <= 18 ? 'int64' : 'binary';
    case 'float16':
    case 'fixedBinary':
      return 'binary';
    case 'category':
      return leafType(column.item);
    case 'list':
    case 'struct':
      return null;
    default:
      return column.type;
  }
}

/** Whether the encoding option applies to the column: only to columns at the top level, and to the vectors of a dataset. */
export function encodingApplies(encoding: ParquetEncoding, column: ColumnSchema | ColumnType): boolean {
  const type = typeof column === 'string' ? column : leafType(column);
  switch (encoding) {
    case 'PLAIN':
      return true;
    case 'DICTIONARY':
      return type !== 'bool';
    case 'DELTA_BINARY_PACKED':
      return type !== null && integers.includes(type);
    case 'BYTE_STREAM_SPLIT':
      return type !== null && (integers.includes(type) || floats.includes(type));
    case 'RLE':
      return type === 'bool';
    case 'DELTA_LENGTH_BYTE_ARRAY':
      return type !== null && texts.includes(type) && !isFixedWidth(column);
    case 'DELTA_BYTE_ARRAY':
      return type !== null && texts.includes(type);
    case 'ALP':
      return type !== null && floats.includes(type);
  }
}

/** True if the values are Parquet's byte arrays of a fixed length. */
function isFixedWidth(column: ColumnSchema | ColumnType): boolean {
  if (typeof column === 'string') return false;
  if (column.type === 'category') return isFixedWidth(column.item);
  return column.type === 'float16' || column.type === 'fixedBinary' || column.type === 'decimal';
}

const whatItTakes: Record<ParquetEncoding, string> = {
  PLAIN: 'anything',
  DICTIONARY: 'anything but booleans',
  DELTA_BINARY_PACKED: 'integers, dates and timestamps',
  BYTE_STREAM_SPLIT: 'numbers, dates and timestamps',
  RLE: 'booleans',
  DELTA_LENGTH_BYTE_ARRAY: 'texts and bytes',
  DELTA_BYTE_ARRAY: 'texts and bytes',
  ALP: 'float32 and float64',
};

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

type Unsupported = FormatImplementationMeta['unsupported'];

/** Why no implementation can do this; null if the implementation decides. */
function unsupportedByFormat(operation: FormatOperation, schema: DatasetSchema, options: OptionValues): string | null {
  if (schema.kind === 'bytes') return 'Parquet holds typed columns, not the bytes of a file.';
  if (schema.kind === 'table') {
    if (schema.columns.length === 0) return 'A Parquet file without columns does not say how many rows it has.';
    if (new Set(schema.columns.map(({ name }) => name)).size < schema.columns.length)
      return 'Two columns have the same name, so that a Parquet reader can’t tell them apart.';
  }
  if (operation === 'project' && schema.kind !== 'table') return 'Only a table has columns to choose from.';
  if (operation === 'lookup' && (schema.kind === 'array' || schema.kind === 'stringArray' || schema.kind === 'list'))
    return 'Only tables, dictionaries and records can be looked up by row or key.';
  if (operation === 'warmLookup')
    return 'The file lies in memory as a whole: there is no cache that could be cold or warm.';
  const encoding = encodingOf(options);
  if (operation === 'encode' && !valueTypes(schema).some((type) => encodingApplies(encoding, type))) {
    return `${encoding} is for ${whatItTakes[encoding]}; this dataset has none.`;
  }
  return null;
}

const textEncoder = new TextEncoder();

const loss: FormatImplementationMeta['loss'] = (schema) =>
  schema.kind === 'table' && schema.columns.some(holdsCategory) ? [categoryLoss] : [];

const isEmptyStruct = (column: ColumnSchema): boolean =>
  (column.type === 'struct' && column.fields.length === 0) || partsOf(column).some(isEmptyStruct);

const unsupportedByArrowRs: Unsupported = (operation, schema, { options }) => {
  const reason = unsupportedByFormat(operation, schema, options);
  const empty = schema.kind === 'table' ? schema.columns.find(isEmptyStruct) : undefined;
  return reason === null && empty !== undefined
    ? `The column “${empty.name}” has a struct without fields, which Parquet has no column for.`
    : reason;
};

const unsupportedByParquetWasm: Unsupported = (operation, schema, context) => {
  const reason = unsupportedByArrowRs(operation, schema, context);
  if (reason !== null || operation !== 'project' || schema.kind !== 'table') return reason;
  const names = schema.columns.map(({ name }) => name);
  // parquet-wasm finds the character after the chosen name by the name's length in bytes, and traps if there is none.
  const traps = names.some(
    (name) =>
      textEncoder.encode(name).length > name.length && names.some((other) => other !== name && other.startsWith(name)),
  );
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
  notInNativeScript: null,
  readInChunks: true,
  label: 'Parquet',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  description:
    'Stores columns in row groups, and each column in pages that are encoded by type and then compressed separately. pyarrow, DuckDB, Spark and most databases read it. Keyed vectors become the columns id and vector (a list), and arrays one column of lists. Texts and lists of scalars become the column values, dictionaries and records the columns key and value.',
  selfDescribing: true,
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
          Object.keys(encodings) as ParquetEncoding[],
          ' ALP is not part of the released format yet, so that few readers know it.',
        ),
        rowGroupOption,
        pageVersionOption,
        ...pageOptions,
      ],
      innerCodecs: [
        innerCodec('snappy', 'Snappy', 'snappy', null),
        innerCodec('gzip', 'GZIP', 'deflate', { min: 1, max: 9, default: 6 }),
        innerCodec('lz4', 'LZ4_RAW', 'lz4', null),
        innerCodec('zstd', 'Zstandard', 'zstd', { min: 1, max: 22, default: 1 }),
        innerCodec('brotli', 'Brotli', 'brotli', { min: 0, max: 11, default: 1 }),
      ],
      unsupported: unsupportedByArrowRs,
      clock,
      wasmCopyInClock: true,
      loss,
      holds: () => true,
      estimateMBps: { encode: 500, decode: 1_500, objects: { encode: 60, decode: 60 } },
      warning:
        'The Rust crate, compiled here with zstd 1.5.7, LZ4 1.10.0, libdeflate 1.26, snap 1.1.2 and rust-brotli 9.1.1. A table and a file lie in the module’s memory before the clock starts, as pyarrow’s lie in Arrow’s, and columns are used where they were decoded. A look-up reads only the pages that hold the row, using the offset index.',
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
        innerCodec('gzip', 'GZIP', 'deflate', fixed(6)),
        innerCodec('lz4', 'LZ4_RAW', 'lz4', null),
        innerCodec('zstd', 'Zstandard', 'zstd', fixed(1)),
        innerCodec('brotli', 'Brotli', 'brotli', fixed(1)),
      ],
      unsupported: unsupportedByParquetWasm,
      clock,
      wasmCopyInClock: true,
      loss,
      holds: () => true,
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
        innerCodec('gzip', 'GZIP', 'deflate', { min: 0, max: 9, default: 6 }),
        innerCodec('lz4', 'LZ4_RAW', 'lz4', null),
        innerCodec('zstd', 'Zstandard', 'zstd', { min: 1, max: 22, default: 1 }),
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
