import { type Column, type FixedWidthColumn, storageType } from '../../../model/column';
import { isPlainSchema } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { isFloat16, isOpaque } from './element-type';
import type { DatasetMetadata, Hdf5Reader } from './reader';
import {
  type ColumnPlace,
  categoryCodesName,
  readTableDescription,
  checkRowCount,
  readNumericDataset,
  readRowOffsets,
  partPlace,
} from './table-places';

function packBits(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  flags.forEach((flag, row) => {
    if (flag !== 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return bits;
}

/** Reads fixed-width values as bytes; `is` checks that the dataset has the expected type. */
function readBytes(reader: Hdf5Reader, name: string, is: (metadata: DatasetMetadata) => boolean, rowCount: number) {
  const metadata = reader.metadata(name);
  if (!is(metadata)) throw reader.malformed(`holds “${name}”, whose type contradicts its description`);
  checkRowCount(reader, name, metadata, rowCount);
  const sizeBytes = metadata.total_size * metadata.size;
  const { buffer, at } = reader.room(sizeBytes);
  const bytes = new Uint8Array(buffer, at, sizeBytes);
  reader.readInto(name, metadata, bytes);
  return bytes;
}

/** Reads a column of `rowCount` rows, including its parts. */
function readColumn(reader: Hdf5Reader, place: ColumnPlace, rowCount: number): Column {
  const { schema } = place;
  const { name } = schema;
  const validity = schema.nullable
    ? packBits(readNumericDataset(reader, place.validity, 'uint8', rowCount) as Uint8Array)
    : null;
  const base = { name, validity };
  const ticks = () => readNumericDataset(reader, place.values, 'int64', rowCount) as BigInt64Array;
  switch (schema.type) {
    case 'binary': {
      const data = readNumericDataset(reader, place.values, 'uint8', null) as Uint8Array;
      return { ...base, type: 'binary', offsets: readRowOffsets(reader, place, rowCount, data.length), data };
    }
    case 'utf8':
    case 'json': {
      const metadata = reader.metadata(place.values);
      checkRowCount(reader, place.values, metadata, rowCount);
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
      const indices = readNumericDataset(reader, categoryCodesName(place), 'int32', rowCount) as Int32Array;
      if (indices.some((code) => code < 0 || (code >= schema.categories && !(code === 0 && schema.nullable))))
        throw reader.malformed(
          `holds codes in “${categoryCodesName(place)}” that are beyond the ${schema.categories} categories`,
        );
      const categories = { ...readColumn(reader, partPlace(reader, place, 0), schema.categories), name: item.name };
      return { ...base, type: 'category', ordered, indices, categories } as Column;
    }
    case 'list': {
      const offsets = readRowOffsets(reader, place, rowCount, null);
      const item = readColumn(reader, partPlace(reader, place, 0), offsets[rowCount] ?? 0);
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
        values: readNumericDataset(reader, place.values, storageType[schema.type], rowCount),
      } as FixedWidthColumn;
  }
}

export function readTable(reader: Hdf5Reader): Table {
  const { places, rowCount } = readTableDescription(reader);
  return { kind: 'table', rowCount, columns: places.map((place) => readColumn(reader, place, rowCount)) };
}

/** Reads one column: only its own datasets and the description. */
export function readTableColumn(reader: Hdf5Reader, column: string): Table {
  const { places, rowCount } = readTableDescription(reader);
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
