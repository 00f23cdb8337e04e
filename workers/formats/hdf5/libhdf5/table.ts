import {
  type CellValue,
  type PlainColumn,
  plainColumns,
  type PlainColumnSchema,
  plainColumnSchemas,
  datasetSchemaSchema,
  type FixedWidthColumn,
  isVariableWidth,
  numericConstructor,
  schemaOf,
  storageType,
  type Table,
} from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { parse } from '../../../model/parse';
import { elementTypes, numericTypeOf, objectReferenceBytes, utf8StringType } from './element-type';
import type { DatasetMetadata, Reader } from './reader';
import { decodeStrings, encodeStrings } from './strings';
import type { NumericSource, Source, StringSource } from './writer';

/**
 * A table is one dataset per column, under the column's name: numbers as they are, `bool` as uint8, `date` as int32 days and `timestamp` as int64
 * microseconds since 1970; `utf8` and `json` as variable-length UTF-8 strings, which h5py gives as `f[name].asstr()[()]`. HDF5 has no nulls: a column
 * with some has a uint8 dataset `__valid_<index>` beside it, 1 where the row holds a value. h5wasm can't create variable-length bytes: `binary`
 * values lie end to end in a uint8 dataset, their rows + 1 offsets in `__offsets_<index>`. Order, names and types are JSON in the dataset `__columns__`.
 */
const columnsName = '__columns__';

interface Place {
  readonly schema: PlainColumnSchema;
  readonly values: string;
  readonly validity: string;
  readonly offsets: string;
}

/** Under which names a column's datasets lie: its own, or `__column_<index>` where HDF5 or this layout can't have that. */
function placesOf(columns: readonly PlainColumnSchema[]): Place[] {
  const taken = new Set<string>();
  return columns.map((schema, index) => {
    const own = schema.name !== '' && schema.name !== '.' && !/^__|[/\0]/.test(schema.name) && !taken.has(schema.name);
    if (own) taken.add(schema.name);
    return {
      schema,
      values: own ? schema.name : `__column_${index}`,
      validity: `__valid_${index}`,
      offsets: `__offsets_${index}`,
    };
  });
}

const fixed = (name: string, type: keyof typeof elementTypes, values: ArrayBufferView): NumericSource => {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const { size } = elementTypes[type];
  return {
    name,
    elementType: elementTypes[type],
    shape: [bytes.length / size],
    fill: (heap, from, to) => heap.set(bytes.subarray(from * size, to * size)),
  };
};

const strings = (name: string, offsets: Int32Array, bytes: Uint8Array): StringSource => ({
  name,
  elementType: utf8StringType,
  numpyItemBytes: objectReferenceBytes,
  shape: [offsets.length - 1],
  offsets,
  bytes,
});

export function tableSources(table: Table): Source[] {
  const schema = schemaOf(table);
  if (schema.kind !== 'table') throw new TypeError('A table has the schema of a table.');
  const header = encodeStrings([JSON.stringify({ schema, rowCount: table.rowCount })]);
  const sources: Source[] = [strings(columnsName, header.offsets, header.bytes)];
  const columns = plainColumns(table);
  placesOf(plainColumnSchemas(schema.columns)).forEach((place, index) => {
    const column = columns[index];
    if (column !== undefined) sources.push(...columnSources(column, place, table.rowCount));
  });
  return sources;
}

function columnSources(column: PlainColumn, place: Place, rowCount: number): Source[] {
  const sources: Source[] = [];
  if (!isVariableWidth(column)) sources.push(fixed(place.values, storageType[column.type], column.values));
  else {
    const bytes = column.data.subarray(0, column.offsets[rowCount]);
    if (column.type === 'binary')
      sources.push(fixed(place.values, 'uint8', bytes), fixed(place.offsets, 'int32', column.offsets));
    else {
      if (bytes.includes(0))
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'encode',
          format: 'hdf5',
          message: `A text in the column “${column.name}” contains a zero byte, at which a string ends in HDF5.`,
        });
      sources.push(strings(place.values, column.offsets, bytes));
    }
  }
  if (column.validity !== null) sources.push(fixed(place.validity, 'uint8', unpackBits(column.validity, rowCount)));
  return sources;
}

function unpackBits(bits: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, row) => ((bits[row >> 3] ?? 0) >> (row & 7)) & 1);
}

function packBits(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  flags.forEach((flag, row) => {
    if (flag !== 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return bits;
}

function readHeader(reader: Reader): { places: Place[]; rowCount: number } {
  const [text] = decodeStrings(reader.readStrings(columnsName, reader.metadata(columnsName)));
  let header: unknown;
  try {
    header = JSON.parse(text ?? '');
  } catch (cause) {
    throw reader.malformed(
      `describes its columns in “${columnsName}” by what is no JSON (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
  if (typeof header !== 'object' || header === null || !('schema' in header) || !('rowCount' in header))
    throw reader.malformed(`describes its columns in “${columnsName}” incompletely`);
  const schema = parse(datasetSchemaSchema, header.schema, 'description of the columns', {
    tag: 'malformedInput',
    stage: reader.library.stage,
  });
  if (
    schema.kind !== 'table' ||
    typeof header.rowCount !== 'number' ||
    !Number.isSafeInteger(header.rowCount) ||
    header.rowCount < 0
  )
    throw reader.malformed(`describes its columns in “${columnsName}” by what is no table`);
  return { places: placesOf(plainColumnSchemas(schema.columns)), rowCount: header.rowCount };
}

function checkLength(reader: Reader, name: string, { shape }: DatasetMetadata, length: number): void {
  if (shape.length !== 1 || shape[0] !== length)
    throw reader.malformed(`holds “${name}” of shape ${shape.join(' × ')} where ${length} rows were to be`);
}

function readNumbers<T extends keyof typeof elementTypes>(
  reader: Reader,
  name: string,
  type: T,
  length: number | null,
) {
  const metadata = reader.metadata(name);
  if (numericTypeOf(metadata) !== type) throw reader.malformed(`holds “${name}” of another type than ${type}`);
  checkLength(reader, name, metadata, length ?? metadata.total_size);
  const values = new (numericConstructor(type))(metadata.total_size);
  reader.readInto(name, metadata, new Uint8Array(values.buffer));
  return values;
}

function readColumn(
  reader: Reader,
  { schema: { name, type, nullable }, ...place }: Place,
  rowCount: number,
): PlainColumn {
  const validity = nullable ? packBits(readNumbers(reader, place.validity, 'uint8', rowCount) as Uint8Array) : null;
  if (type === 'binary') {
    const data = readNumbers(reader, place.values, 'uint8', null) as Uint8Array;
    const offsets = readNumbers(reader, place.offsets, 'int32', rowCount + 1) as Int32Array;
    if (
      offsets[0] !== 0 ||
      offsets[rowCount] !== data.length ||
      offsets.some((offset, row) => offset < (offsets[row - 1] ?? 0))
    )
      throw reader.malformed(`has offsets in “${place.offsets}” that do not cut “${place.values}” into rows`);
    return { name, type, validity, offsets, data };
  }
  if (type === 'utf8' || type === 'json') {
    const metadata = reader.metadata(place.values);
    checkLength(reader, place.values, metadata, rowCount);
    const { offsets, bytes } = reader.readStrings(place.values, metadata);
    return { name, type, validity, offsets, data: bytes };
  }
  return {
    name,
    type,
    validity,
    values: readNumbers(reader, place.values, storageType[type], rowCount),
  } as FixedWidthColumn;
}

export function readTable(reader: Reader): Table {
  const { places, rowCount } = readHeader(reader);
  return { kind: 'table', rowCount, columns: places.map((place) => readColumn(reader, place, rowCount)) };
}

/** One column, reading only its own datasets and the description. */
export function readOneColumn(reader: Reader, column: string): Table {
  const { places, rowCount } = readHeader(reader);
  const place = places.find(({ schema }) => schema.name === column);
  if (place === undefined)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'project',
      format: 'hdf5',
      message: `The HDF5 file has no column “${column}”.`,
    });
  return { kind: 'table', rowCount, columns: [readColumn(reader, place, rowCount)] };
}

/** Reads single rows: of each column only the element of the row. */
export function openRows(reader: Reader): (row: number, scratch: number) => CellValue[] {
  const { places, rowCount } = readHeader(reader);
  const cells = places.map((place) => cellReader(reader, place, rowCount));
  return (row, scratch) => {
    if (!Number.isInteger(row) || row < 0 || row >= rowCount)
      throw new FormatlabError({
        tag: 'malformedInput',
        stage: 'lookup',
        format: 'hdf5',
        message: `There is no row ${row}; the table has ${rowCount}.`,
      });
    return cells.map((cell) => cell(row, scratch));
  };
}

function cellReader(
  reader: Reader,
  { schema, values, validity, offsets }: Place,
  rowCount: number,
): (row: number, scratch: number) => CellValue {
  const view = () => new DataView(reader.library.binding.HEAPU8.buffer);
  const value = ((): ((row: number, scratch: number) => CellValue) => {
    const metadata = reader.metadata(values);
    if (schema.type === 'utf8' || schema.type === 'json')
      return (row) => decodeStrings(reader.readStrings(values, metadata, row))[0] ?? '';
    if (schema.type === 'binary') {
      const all = readNumbers(reader, offsets, 'int32', rowCount + 1) as Int32Array;
      return (row) => reader.readRange(values, metadata, all[row] ?? 0, all[row + 1] ?? 0);
    }
    const { type } = schema;
    if (numericTypeOf(metadata) !== storageType[type])
      throw reader.malformed(`holds “${values}” of another type than ${type}`);
    checkLength(reader, values, metadata, rowCount);
    const read = scalarReaders[type];
    return (row, scratch) => {
      reader.readRow(values, [], row, scratch);
      return read(view(), scratch);
    };
  })();
  if (!schema.nullable) return value;
  const flags = reader.metadata(validity);
  if (numericTypeOf(flags) !== 'uint8') throw reader.malformed(`holds “${validity}” of another type than uint8`);
  checkLength(reader, validity, flags, rowCount);
  return (row, scratch) => {
    reader.readRow(validity, [], row, scratch);
    return view().getUint8(scratch) === 0 ? null : value(row, scratch);
  };
}

const scalarReaders: Record<FixedWidthColumn['type'], (view: DataView, at: number) => CellValue> = {
  int8: (view, at) => view.getInt8(at),
  int16: (view, at) => view.getInt16(at, true),
  int32: (view, at) => view.getInt32(at, true),
  int64: (view, at) => view.getBigInt64(at, true),
  uint8: (view, at) => view.getUint8(at),
  uint16: (view, at) => view.getUint16(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  uint64: (view, at) => view.getBigUint64(at, true),
  float32: (view, at) => view.getFloat32(at, true),
  float64: (view, at) => view.getFloat64(at, true),
  bool: (view, at) => view.getUint8(at) !== 0,
  date: (view, at) => view.getInt32(at, true),
  timestamp: (view, at) => view.getBigInt64(at, true),
};
