import type { CompressionCodec, DecodedArray, SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import type { PlainLayout } from '../../../columns/columnar-layout';
import type { VectorColumn } from '../../../columns/laid-out-column';
import { tableNoteKey } from '../../../columns/table-note';
import { type ColumnType, isVariableWidth, type PlainColumn } from '../../../model/column';
import { FormatlabError } from '../../../model/errors';
import { isNotNull } from '../../../model/table-row';
import { type CommonEncoding, encodingApplies } from '../settings/encodings';

interface WriteSettings {
  readonly encoding: CommonEncoding;
  readonly rowGroupRows: number;
  readonly codec: CompressionCodec;
  readonly compress: ((bytes: Uint8Array) => Uint8Array) | null;
}

/** The maximum size of a dictionary page: 1 MiB, as in arrow-rs and pyarrow. */
const dictionaryBytes = 1_048_576;

export function writeParquet(
  { rowCount, columns, note }: PlainLayout,
  { encoding, rowGroupRows, codec, compress }: WriteSettings,
): Uint8Array<ArrayBuffer> {
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.flatMap(schemaElements),
  ];
  const file = new Uint8Array(
    parquetWriteBuffer({
      schema,
      columnData: columns.map((column) => source(column, encoding)),
      rowGroupSize: rowGroupRows,
      dictionarySize: dictionaryBytes,
      codec,
      ...(compress === null ? {} : { compressors: { [codec]: compress } }),
      ...(note === null ? {} : { kvMetadata: [{ key: tableNoteKey, value: note }] }),
      createdBy: 'hyparquet-writer 0.17.0',
    }),
  );
  return rowCount === 0 ? withEmptyRowGroups(file) : file;
}

/** The bytes of the footer's fields num_rows (i64, 0) and row_groups (an empty list) as hyparquet-writer writes them; it gives an empty list no type (0). */
const emptyRowGroups = [0x16, 0x00, 0x19, 0x00] as const;
const structType = 0x0c;

/** Gives an empty list of row groups the type struct, which arrow-rs requires and pyarrow does not. Only a column's name could contain the same bytes, and names come earlier. */
function withEmptyRowGroups(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (let at = file.length - emptyRowGroups.length; at >= 0; at -= 1) {
    if (emptyRowGroups.every((byte, index) => file[at + index] === byte)) {
      file[at + emptyRowGroups.length - 1] = structType;
      return file;
    }
  }
  throw new FormatlabError({
    tag: 'internal',
    stage: 'encode',
    format: 'parquet',
    message: 'The footer of a file without rows differs from what hyparquet-writer 0.17.0 should write.',
  });
}

function source(column: PlainLayout['columns'][number], encoding: CommonEncoding): ColumnSource {
  requireQuiet(column);
  const type = column.type === 'vector' ? column.elementType : column.type;
  // The writer's dictionary is a JavaScript Map: it merges −0 with 0, and all NaNs, and returns whichever came first.
  if (encoding === 'DICTIONARY' && holdsConfusable(column)) return source(column, 'PLAIN');
  // By default, the writer tries a dictionary and keeps it if it saves space. Any other encoding must be named.
  const named =
    encoding !== 'DICTIONARY' && encodingApplies(encoding, type)
      ? { encoding }
      : encoding === 'DICTIONARY'
        ? {}
        : { encoding: 'PLAIN' as const };
  return { name: column.name, data: column.type === 'vector' ? lists(column) : values(column), ...named };
}

/** Rejects NaNs that would change: the writer turns float32 into JavaScript numbers, which makes every NaN a quiet one. @throws `unsupported` */
function requireQuiet(column: PlainLayout['columns'][number]): void {
  if (!('values' in column) || !(column.values instanceof Float32Array)) return;
  const { buffer, byteOffset, length } = column.values;
  const words = new Uint32Array(buffer, byteOffset, length);
  if (column.values.some((value, row) => Number.isNaN(value) && ((words[row] ?? 0) & 0x400000) === 0))
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'encode',
      format: 'parquet',
      message: `The column “${column.name}” holds a signalling NaN, which hyparquet-writer would turn into a quiet one.`,
    });
}

/** Whether the column has a float −0, or a NaN whose bits differ from JavaScript's own. */
function holdsConfusable(column: PlainLayout['columns'][number]): boolean {
  if (!('values' in column)) return false;
  const { values } = column;
  if (values instanceof Float64Array) {
    const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
    return values.some(
      (value, row) =>
        (value === 0 && words[2 * row + 1] !== 0) ||
        (Number.isNaN(value) && (words[2 * row + 1] !== 0x7ff80000 || words[2 * row] !== 0)),
    );
  }
  if (!(values instanceof Float32Array)) return false;
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  return values.some(
    (value, row) => (value === 0 && words[row] !== 0) || (Number.isNaN(value) && words[row] !== 0x7fc00000),
  );
}

function lists({ values, length }: VectorColumn): DecodedArray {
  return Array.from({ length: values.length / length }, (_, row) =>
    Array.from<number | bigint>(values.subarray(row * length, (row + 1) * length)),
  );
}

function values(column: PlainColumn): DecodedArray {
  if (isVariableWidth(column)) {
    const { offsets, data } = column;
    return Array.from({ length: offsets.length - 1 }, (_, row) =>
      isNotNull(column, row) ? data.subarray(offsets[row], offsets[row + 1]) : null,
    );
  }
  if (column.type === 'bool')
    return Array.from(column.values, (value, row) => (isNotNull(column, row) ? value === 1 : null));
  if (column.validity !== null)
    return Array.from<number | bigint>(column.values).map((value, row) => (isNotNull(column, row) ? value : null));
  switch (column.type) {
    case 'int8':
    case 'int16':
    case 'uint8':
    case 'uint16':
      return Int32Array.from(column.values);
    case 'uint32':
    case 'uint64':
      // The writer takes uint32 typed arrays as signed and rejects the upper half; for BYTE_STREAM_SPLIT it does not accept uint64 at all.
      return Array.from<number | bigint>(column.values);
    default:
      return column.values;
  }
}

const physical = {
  int8: { type: 'INT32', converted_type: 'INT_8' },
  int16: { type: 'INT32', converted_type: 'INT_16' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  uint8: { type: 'INT32', converted_type: 'UINT_8' },
  uint16: { type: 'INT32', converted_type: 'UINT_16' },
  uint32: { type: 'INT32', converted_type: 'UINT_32' },
  uint64: { type: 'INT64', converted_type: 'UINT_64' },
  float32: { type: 'FLOAT' },
  float64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
  utf8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  binary: { type: 'BYTE_ARRAY' },
} as const satisfies Record<ColumnType, Partial<SchemaElement>>;

function schemaElements(column: PlainLayout['columns'][number]): SchemaElement[] {
  if (column.type !== 'vector')
    return [
      {
        name: column.name,
        repetition_type: column.validity === null ? 'REQUIRED' : 'OPTIONAL',
        ...physical[column.type],
      },
    ];
  return [
    {
      name: column.name,
      repetition_type: 'REQUIRED',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...physical[column.elementType] },
  ];
}
