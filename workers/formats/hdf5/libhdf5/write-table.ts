import { rowCountOf } from '../../../model/column-rows';
import { type Column, storageType } from '../../../model/column';
import { schemaOf, type Table } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import {
  elementTypes,
  float16Type,
  type ReplacementDatatype,
  objectReferenceBytes,
  opaqueType,
  utf8StringType,
} from './element-type';
import { encodeStrings } from './strings';
import type { NumericDatasetSpec, DatasetSpec, StringDatasetSpec } from './dataset-spec';
import { tableDescriptionName, type ColumnPlace, categoryCodesName, columnPlacesOf } from './table-places';

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

export function tableDatasetSpecs(table: Table): { readonly sources: DatasetSpec[]; readonly groups: string[] } {
  const schema = schemaOf(table);
  if (schema.kind !== 'table') throw new TypeError('The schema is not the schema of a table.');
  const header = encodeStrings([JSON.stringify({ schema, rowCount: table.rowCount })]);
  const sources: DatasetSpec[] = [strings(tableDescriptionName, header.offsets, header.bytes)];
  const groups: string[] = [];
  columnPlacesOf(schema.columns).forEach((place, index) => {
    const column = table.columns[index];
    if (column !== undefined) addSources(column, place, table.rowCount, sources, groups);
  });
  return { sources, groups };
}

function addSources(
  column: Column,
  place: ColumnPlace,
  rowCount: number,
  sources: DatasetSpec[],
  groups: string[],
): void {
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
      add(fixed(categoryCodesName(place), 'int32', column.indices));
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
