import { rowCountOf } from '../../../model/column-rows';
import { type CellValue, type Column, type FixedWidthColumn, storageType } from '../../../model/column';
import { type ColumnSchema, isPlainSchema, childColumns } from '../../../model/column-schema';
import { datasetSchemaSchema, schemaOf, type Table } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { float16ToNumber } from '../../../model/float16';
import { parseWithSchema } from '../../../model/parse';
import {
  elementTypes,
  float16Type,
  isFloat16,
  isOpaque,
  type ReplacementDatatype,
  numericTypeOf,
  objectReferenceBytes,
  opaqueType,
  utf8StringType,
} from './element-type';
import type { DatasetMetadata, Hdf5Reader } from './reader';
import { decodeStrings, encodeStrings } from './strings';
import type { NumericDatasetSpec, DatasetSpec, StringDatasetSpec } from './writer';

/**
 * A table has one dataset per column, with the column's name. Numbers (also float16) are stored unchanged, `bool` as uint8, `date` as int32 days, all times as int64 ticks of
 * their unit, and `fixedBinary` as opaque. `utf8` and `json` are variable-length UTF-8 strings, which h5py reads with `f[name].asstr()[()]`. HDF5 has no nulls: a column with
 * nulls also has a uint8 dataset `__valid_<index>`, which is 1 where the row holds a value. h5wasm can't create variable-length bytes, so `binary` values are
 * consecutive bytes of a uint8 dataset, with their rows + 1 offsets in `__offsets_<index>`.
 *
 * A nested column is a group whose parts are stored like columns. A category has `codes` and `categories`, as in AnnData. A list has its consecutive `items` with offsets, as in
 * Awkward Array's buffers. A struct has its fields. The dataset `__columns__` holds order, names and types with their parameters as JSON.
 */
const columnsName = '__columns__';

interface Place {
  readonly schema: ColumnSchema;
  /** The name of the column's dataset, or of its group if it has several parts. */
  readonly values: string;
  readonly validity: string;
  readonly offsets: string;
  readonly parts: readonly Place[];
}

const codesOf = ({ values }: Place): string => `${values}/codes`;
const partNames: Partial<Record<ColumnSchema['type'], string>> = { category: 'categories', list: 'items' };

/** The names under which columns are stored: their own, or `__column_<index>` if HDF5 or this layout can't use that. `group` ends with a slash. */
function placesOf(columns: readonly ColumnSchema[], group = ''): Place[] {
  const taken = new Set<string>();
  return columns.map((schema, index) => {
    const own = schema.name !== '' && schema.name !== '.' && !/^__|[/\0]/.test(schema.name) && !taken.has(schema.name);
    if (own) taken.add(schema.name);
    const values = `${group}${own ? schema.name : `__column_${index}`}`;
    const partName = partNames[schema.type];
    const parts = childColumns(schema).map((part) => (partName === undefined ? part : { ...part, name: partName }));
    return {
      schema,
      values,
      validity: `${group}__valid_${index}`,
      offsets: `${group}__offsets_${index}`,
      parts: placesOf(parts, `${values}/`),
    };
  });
}

const fixed = (name: string, type: keyof typeof elementTypes, values: ArrayBufferView): NumericDatasetSpec => {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const { size } = elementTypes[type];
  return {
    name,
    elementType: elementTypes[type],
    shape: [bytes.length / size],
    fill: (heap, from, to) => heap.set(bytes.subarray(from * size, to * size)),
  };
};

const strings = (name: string, offsets: Int32Array, bytes: Uint8Array): StringDatasetSpec => ({
  name,
  elementType: utf8StringType,
  numpyItemBytes: objectReferenceBytes,
  shape: [offsets.length - 1],
  offsets,
  bytes,
});

/** Elements of a type that is set only after libhdf5 has laid out the dataset. */
const laidOut = (
  name: string,
  { elementType, message }: ReplacementDatatype,
  values: ArrayBufferView,
): NumericDatasetSpec => {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const { size } = elementType;
  return {
    name,
    elementType,
    laidOutType: message,
    shape: [bytes.length / size],
    fill: (heap, from, to) => heap.set(bytes.subarray(from * size, to * size)),
  };
};

export function tableContents(table: Table): { readonly sources: DatasetSpec[]; readonly groups: string[] } {
  const schema = schemaOf(table);
  if (schema.kind !== 'table') throw new TypeError('The schema is not the schema of a table.');
  const header = encodeStrings([JSON.stringify({ schema, rowCount: table.rowCount })]);
  const sources: DatasetSpec[] = [strings(columnsName, header.offsets, header.bytes)];
  const groups: string[] = [];
  placesOf(schema.columns).forEach((place, index) => {
    const column = table.columns[index];
    if (column !== undefined) addSources(column, place, table.rowCount, sources, groups);
  });
  return { sources, groups };
}

function addSources(column: Column, place: Place, rowCount: number, sources: DatasetSpec[], groups: string[]): void {
  const add = (...more: DatasetSpec[]) => sources.push(...more);
  const addPart = (part: Column, index: number, count: number) => {
    const inner = place.parts[index];
    if (inner !== undefined) addSources(part, inner, count, sources, groups);
  };
  switch (column.type) {
    case 'binary':
      add(
        fixed(place.values, 'uint8', column.data.subarray(0, column.offsets[rowCount])),
        fixed(place.offsets, 'int32', column.offsets),
      );
      break;
    case 'utf8':
    case 'json': {
      const bytes = column.data.subarray(0, column.offsets[rowCount]);
      if (bytes.includes(0))
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'encode',
          format: 'hdf5',
          message: `A text in the column “${place.values}” contains a zero byte, at which a string ends in HDF5.`,
        });
      add(strings(place.values, column.offsets, bytes));
      break;
    }
    case 'float16':
      add(laidOut(place.values, float16Type, column.values));
      break;
    case 'time':
    case 'duration':
      add(fixed(place.values, 'int64', column.values));
      break;
    case 'fixedBinary':
      add(laidOut(place.values, opaqueType(column.width), column.data));
      break;
    case 'category':
      groups.push(place.values);
      add(fixed(codesOf(place), 'int32', column.indices));
      addPart(column.categories, 0, rowCountOf(column.categories, 0));
      break;
    case 'list':
      groups.push(place.values);
      add(fixed(place.offsets, 'int32', column.offsets));
      addPart(column.item, 0, column.offsets[rowCount] ?? 0);
      break;
    case 'struct':
      groups.push(place.values);
      for (const [index, field] of column.fields.entries()) addPart(field, index, rowCount);
      break;
    case 'decimal':
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        format: 'hdf5',
        message: `The column “${place.values}” holds decimals, for which HDF5 has no type.`,
      });
    default:
      add(fixed(place.values, storageType[column.type], column.values));
  }
  if (column.validity !== null) add(fixed(place.validity, 'uint8', unpackBits(column.validity, rowCount)));
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

function readHeader(reader: Hdf5Reader): { places: Place[]; rowCount: number } {
  const [text] = decodeStrings(reader.readStrings(columnsName, reader.metadata(columnsName)));
  let header: unknown;
  try {
    header = JSON.parse(text ?? '');
  } catch (cause) {
    throw reader.malformed(
      `describes its columns in “${columnsName}” by text that is not JSON (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
  if (typeof header !== 'object' || header === null || !('schema' in header) || !('rowCount' in header))
    throw reader.malformed(`describes its columns in “${columnsName}” incompletely`);
  const schema = parseWithSchema(datasetSchemaSchema, header.schema, 'description of the columns', {
    tag: 'malformedInput',
    stage: reader.library.stage,
  });
  if (
    schema.kind !== 'table' ||
    typeof header.rowCount !== 'number' ||
    !Number.isSafeInteger(header.rowCount) ||
    header.rowCount < 0
  )
    throw reader.malformed(`describes its columns in “${columnsName}” by text that does not describe a table`);
  return { places: placesOf(schema.columns), rowCount: header.rowCount };
}

function checkLength(reader: Hdf5Reader, name: string, { shape }: DatasetMetadata, length: number): void {
  if (shape.length !== 1 || shape[0] !== length)
    throw reader.malformed(`holds “${name}” of shape ${shape.join(' × ')}, but ${length} rows are expected`);
}

function readNumbers<T extends keyof typeof elementTypes>(
  reader: Hdf5Reader,
  name: string,
  type: T,
  length: number | null,
) {
  const metadata = reader.metadata(name);
  if (numericTypeOf(metadata) !== type) throw reader.malformed(`holds “${name}”, whose type is not ${type}`);
  checkLength(reader, name, metadata, length ?? metadata.total_size);
  return reader.values(name, metadata, type);
}

/** Reads offsets that cut `length` elements (null: any number) into rows. */
function readOffsets(reader: Hdf5Reader, place: Place, rowCount: number, length: number | null): Int32Array {
  const offsets = readNumbers(reader, place.offsets, 'int32', rowCount + 1) as Int32Array;
  if (
    offsets[0] !== 0 ||
    (length !== null && offsets[rowCount] !== length) ||
    offsets.some((offset, row) => offset < (offsets[row - 1] ?? 0))
  )
    throw reader.malformed(`has offsets in “${place.offsets}” that do not divide “${place.values}” into rows`);
  return offsets;
}

/** Reads fixed-width values as bytes; `is` checks that the dataset has the expected type. */
function readBytes(reader: Hdf5Reader, name: string, is: (metadata: DatasetMetadata) => boolean, rowCount: number) {
  const metadata = reader.metadata(name);
  if (!is(metadata)) throw reader.malformed(`holds “${name}”, whose type contradicts its description`);
  checkLength(reader, name, metadata, rowCount);
  const sizeBytes = metadata.total_size * metadata.size;
  const { buffer, at } = reader.room(sizeBytes);
  const bytes = new Uint8Array(buffer, at, sizeBytes);
  reader.readInto(name, metadata, bytes);
  return bytes;
}

function partOf(reader: Hdf5Reader, place: Place, index: number): Place {
  const part = place.parts[index];
  if (part === undefined) throw reader.malformed(`describes “${place.values}” without its parts`);
  return part;
}

/** Reads a column of `rowCount` rows, including its parts. */
function readColumn(reader: Hdf5Reader, place: Place, rowCount: number): Column {
  const { schema } = place;
  const { name } = schema;
  const validity = schema.nullable
    ? packBits(readNumbers(reader, place.validity, 'uint8', rowCount) as Uint8Array)
    : null;
  const base = { name, validity };
  const ticks = () => readNumbers(reader, place.values, 'int64', rowCount) as BigInt64Array;
  switch (schema.type) {
    case 'binary': {
      const data = readNumbers(reader, place.values, 'uint8', null) as Uint8Array;
      return { ...base, type: 'binary', offsets: readOffsets(reader, place, rowCount, data.length), data };
    }
    case 'utf8':
    case 'json': {
      const metadata = reader.metadata(place.values);
      checkLength(reader, place.values, metadata, rowCount);
      const { offsets, bytes } = reader.readStrings(place.values, metadata);
      return { ...base, type: schema.type, offsets, data: bytes };
    }
    case 'float16':
      return {
        ...base,
        type: 'float16',
        values: new Uint16Array(readBytes(reader, place.values, isFloat16, rowCount).buffer),
      };
    case 'timestamp': {
      const { unit = 'us', timeZone = null } = schema;
      if (isPlainSchema(schema)) return { ...base, type: 'timestamp', values: ticks() };
      return { ...base, type: 'timestamp', unit, timeZone, values: ticks() };
    }
    case 'time':
    case 'duration':
      return { ...base, type: schema.type, unit: schema.unit, values: ticks() };
    case 'fixedBinary': {
      const { width } = schema;
      const data = readBytes(reader, place.values, (metadata) => isOpaque(metadata, width), rowCount);
      return { ...base, type: 'fixedBinary', width, data };
    }
    case 'category': {
      const { ordered, item } = schema;
      const indices = readNumbers(reader, codesOf(place), 'int32', rowCount) as Int32Array;
      if (indices.some((code) => code < 0 || (code >= schema.categories && !(code === 0 && schema.nullable))))
        throw reader.malformed(
          `holds codes in “${codesOf(place)}” that are beyond the ${schema.categories} categories`,
        );
      const categories = { ...readColumn(reader, partOf(reader, place, 0), schema.categories), name: item.name };
      return { ...base, type: 'category', ordered, indices, categories } as Column;
    }
    case 'list': {
      const offsets = readOffsets(reader, place, rowCount, null);
      const item = readColumn(reader, partOf(reader, place, 0), offsets[rowCount] ?? 0);
      return { ...base, type: 'list', offsets, item: { ...item, name: schema.item.name } as Column };
    }
    case 'struct':
      return { ...base, type: 'struct', fields: place.parts.map((part) => readColumn(reader, part, rowCount)) };
    case 'decimal':
      throw reader.malformed(`describes “${place.values}” as decimals, which HDF5 does not have`);
    default:
      return {
        ...base,
        type: schema.type,
        values: readNumbers(reader, place.values, storageType[schema.type], rowCount),
      } as FixedWidthColumn;
  }
}

export function readTable(reader: Hdf5Reader): Table {
  const { places, rowCount } = readHeader(reader);
  return { kind: 'table', rowCount, columns: places.map((place) => readColumn(reader, place, rowCount)) };
}

/** Reads one column: only its own datasets and the description. */
export function readOneColumn(reader: Hdf5Reader, column: string): Table {
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

/** Reads single rows: from each column only the element of the row. */
export function openRows(reader: Hdf5Reader): (row: number, scratch: number) => CellValue[] {
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

type Cell = (row: number, scratch: number) => CellValue;

/** Reads single values. The offsets of a list are read beforehand, and for each row only its own items. */
function cellReader(reader: Hdf5Reader, place: Place, rowCount: number): Cell {
  const { schema, validity } = place;
  const value = presentCellReader(reader, place, rowCount);
  if (!schema.nullable) return value;
  const flags = reader.metadata(validity);
  if (numericTypeOf(flags) !== 'uint8') throw reader.malformed(`holds “${validity}”, whose type is not uint8`);
  checkLength(reader, validity, flags, rowCount);
  return (row, scratch) => {
    reader.readRow(validity, [], row, scratch);
    return heapView(reader).getUint8(scratch) === 0 ? null : value(row, scratch);
  };
}

const heapView = (reader: Hdf5Reader) => new DataView(reader.library.binding.HEAPU8.buffer);

function presentCellReader(reader: Hdf5Reader, place: Place, rowCount: number): Cell {
  const { schema, values } = place;
  switch (schema.type) {
    case 'utf8':
    case 'json': {
      const metadata = reader.metadata(values);
      return (row) => decodeStrings(reader.readStrings(values, metadata, row))[0] ?? '';
    }
    case 'binary': {
      const metadata = reader.metadata(values);
      const all = readOffsets(reader, place, rowCount, metadata.total_size);
      return (row) => reader.readRange(values, metadata, all[row] ?? 0, all[row + 1] ?? 0);
    }
    case 'fixedBinary': {
      const metadata = reader.metadata(values);
      if (!isOpaque(metadata, schema.width)) throw reader.malformed(`holds “${values}”, whose type is not opaque`);
      checkLength(reader, values, metadata, rowCount);
      return (row) => reader.readElements(values, metadata, row, row + 1);
    }
    case 'category': {
      const code = scalarReader(reader, codesOf(place), 'int32', rowCount);
      const category = cellReader(reader, partOf(reader, place, 0), schema.categories);
      return (row, scratch) => category(Number(code(row, scratch)), scratch);
    }
    case 'list': {
      const offsets = readOffsets(reader, place, rowCount, null);
      const item = cellReader(reader, partOf(reader, place, 0), offsets[rowCount] ?? 0);
      return (row, scratch) => {
        const [start = 0, end = 0] = offsets.subarray(row, row + 2);
        return Array.from({ length: end - start }, (_, index) => item(start + index, scratch));
      };
    }
    case 'struct': {
      const fields = place.parts.map((part) => cellReader(reader, part, rowCount));
      return (row, scratch) => fields.map((field) => field(row, scratch));
    }
    case 'decimal':
      throw reader.malformed(`describes “${values}” as decimals, which HDF5 does not have`);
    case 'time':
    case 'duration':
      return scalarReader(reader, values, 'timestamp', rowCount);
    default:
      return scalarReader(reader, values, schema.type, rowCount);
  }
}

function scalarReader(
  reader: Hdf5Reader,
  name: string,
  type: FixedWidthColumn['type'] | 'float16',
  rowCount: number,
): Cell {
  const metadata = reader.metadata(name);
  if (type === 'float16' ? !isFloat16(metadata) : numericTypeOf(metadata) !== storageType[type])
    throw reader.malformed(`holds “${name}”, whose type is not ${type}`);
  checkLength(reader, name, metadata, rowCount);
  const read = scalarReaders[type];
  return (row, scratch) => {
    reader.readRow(name, [], row, scratch);
    return read(heapView(reader), scratch);
  };
}

const scalarReaders: Record<FixedWidthColumn['type'] | 'float16', (view: DataView, at: number) => CellValue> = {
  float16: (view, at) => float16ToNumber(view.getUint16(at, true)),
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
