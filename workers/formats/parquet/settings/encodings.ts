import type { ColumnType } from '../../../model/column';
import type { ColumnSchema } from '../../../model/column-schema';
import type { OptionValues } from '../../../model/options';

/** Parquet's encodings, with their labels: the specification's names, which settings by column use, too. */
export const encodings = {
  PLAIN: 'PLAIN',
  DICTIONARY: 'Dictionary',
  DELTA_BINARY_PACKED: 'DELTA_BINARY_PACKED',
  BYTE_STREAM_SPLIT: 'BYTE_STREAM_SPLIT',
  RLE: 'RLE',
  DELTA_LENGTH_BYTE_ARRAY: 'DELTA_LENGTH_BYTE_ARRAY',
  DELTA_BYTE_ARRAY: 'DELTA_BYTE_ARRAY',
  ALP: 'ALP (preview)',
} as const;
export type ParquetEncoding = keyof typeof encodings;

/** The encodings that all implementations here write. */
export const commonEncodings = ['PLAIN', 'DICTIONARY', 'DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'] as const;
export type CommonEncoding = (typeof commonEncodings)[number];

/** The encoding in the option values, which the plan’s parser has checked. */
export const encodingOf = ({ encoding }: OptionValues): ParquetEncoding =>
  typeof encoding === 'string' && encoding in encodings ? (encoding as ParquetEncoding) : 'DICTIONARY';

/** Like {@link encodingOf}, for an implementation that offers only these. */
export const commonEncodingOf = ({ encoding }: OptionValues): CommonEncoding =>
  commonEncodings.find((each) => each === encoding) ?? 'DICTIONARY';

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

export const typesOfEncoding: Record<ParquetEncoding, string> = {
  PLAIN: 'anything',
  DICTIONARY: 'anything but booleans',
  DELTA_BINARY_PACKED: 'integers, dates and timestamps',
  BYTE_STREAM_SPLIT: 'numbers, dates and timestamps',
  RLE: 'booleans',
  DELTA_LENGTH_BYTE_ARRAY: 'texts and bytes',
  DELTA_BYTE_ARRAY: 'texts and bytes',
  ALP: 'float32 and float64',
};
