import { type CellValue, type FixedWidthColumn, storageType } from '../../../model/column';
import { FormatlabError } from '../../../model/errors';
import { float16ToNumber } from '../../../model/float16';
import { isFloat16, isOpaque, numericTypeOf } from './element-type';
import type { Hdf5Reader } from './reader';
import { decodeStrings } from './strings';
import {
  type ColumnPlace,
  categoryCodesName,
  readTableDescription,
  checkRowCount,
  readRowOffsets,
  partPlace,
} from './table-places';

/** Reads single rows: from each column only the element of the row. */
export function openRowReader(reader: Hdf5Reader): (row: number, scratch: number) => CellValue[] {
  const { places, rowCount } = readTableDescription(reader);
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
function cellReader(reader: Hdf5Reader, place: ColumnPlace, rowCount: number): Cell {
  const { schema, validity } = place;
  const value = presentCellReader(reader, place, rowCount);
  if (!schema.nullable) return value;
  const flags = reader.metadata(validity);
  if (numericTypeOf(flags) !== 'uint8') throw reader.malformed(`holds “${validity}”, whose type is not uint8`);
  checkRowCount(reader, validity, flags, rowCount);
  return (row, scratch) => {
    reader.readRow(validity, flags, row, scratch);
    return heapView(reader).getUint8(scratch) === 0 ? null : value(row, scratch);
  };
}

const heapView = (reader: Hdf5Reader) => new DataView(reader.library.binding.HEAPU8.buffer);

function presentCellReader(reader: Hdf5Reader, place: ColumnPlace, rowCount: number): Cell {
  const { schema, values } = place;
  switch (schema.type) {
    case 'utf8':
    case 'json': {
      const metadata = reader.metadata(values);
      return (row) => decodeStrings(reader.readStrings(values, metadata, row))[0] ?? '';
    }
    case 'binary': {
      const metadata = reader.metadata(values);
      const all = readRowOffsets(reader, place, rowCount, metadata.total_size);
      return (row) => reader.readRange(values, metadata, all[row] ?? 0, all[row + 1] ?? 0);
    }
    case 'fixedBinary': {
      const metadata = reader.metadata(values);
      if (!isOpaque(metadata, schema.width)) throw reader.malformed(`holds “${values}”, whose type is not opaque`);
      checkRowCount(reader, values, metadata, rowCount);
      return (row) => reader.readElements(values, metadata, row, row + 1);
    }
    case 'category': {
      const code = scalarReader(reader, categoryCodesName(place), 'int32', rowCount);
      const category = cellReader(reader, partPlace(reader, place, 0), schema.categories);
      return (row, scratch) => category(Number(code(row, scratch)), scratch);
    }
    case 'list': {
      const offsets = readRowOffsets(reader, place, rowCount, null);
      const item = cellReader(reader, partPlace(reader, place, 0), offsets[rowCount] ?? 0);
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
  checkRowCount(reader, name, metadata, rowCount);
  const read = scalarReaders[type];
  return (row, scratch) => {
    reader.readRow(name, metadata, row, scratch);
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
