import { type ColumnSchema, childColumns } from '../../../model/column-schema';
import { datasetSchemaSchema } from '../../../model/dataset';
import { hdf5ColumnNames } from '../../../model/hdf5-column-names';
import { parseWithSchema } from '../../../model/parse';
import { type elementTypes, numericTypeOf } from './element-type';
import type { DatasetMetadata, Hdf5Reader } from './reader';
import { decodeStrings } from './strings';

/**
 * A table has one dataset per column, with the column's name. Numbers (also float16) are stored unchanged, `bool` as uint8, `date` as int32 days, all times as int64 ticks of
 * their unit, and `fixedBinary` as opaque. `utf8` and `json` are variable-length UTF-8 strings, which h5py reads with `f[name].asstr()[()]`. HDF5 has no nulls: a column with
 * nulls also has a uint8 dataset `__valid_<index>`, which is 1 where the row holds a value. h5wasm can't create variable-length bytes, so `binary` values are
 * consecutive bytes of a uint8 dataset, with their rows + 1 offsets in `__offsets_<index>`.
 *
 * A nested column is a group whose parts are stored like columns. A category has `codes` and `categories`, as in AnnData. A list has its consecutive `items` with offsets, as in
 * Awkward Array's buffers. A struct has its fields. The dataset `__columns__` holds order, names and types with their parameters as JSON.
 */
export const tableDescriptionName = '__columns__';

export interface ColumnPlace {
  readonly schema: ColumnSchema;
  /** The name of the column's dataset, or of its group if it has several parts. */
  readonly values: string;
  readonly validity: string;
  readonly offsets: string;
  readonly parts: readonly ColumnPlace[];
}

export const categoryCodesName = ({ values }: ColumnPlace): string => `${values}/codes`;

const partNames: Partial<Record<ColumnSchema['type'], string>> = { category: 'categories', list: 'items' };

/** The names under which columns are stored. `group` ends with a slash. */
export function columnPlacesOf(columns: readonly ColumnSchema[], group = ''): ColumnPlace[] {
  const names = hdf5ColumnNames(columns.map(({ name }) => name));
  return columns.map((schema, index) => {
    const values = `${group}${names[index]}`;
    const partName = partNames[schema.type];
    const parts = childColumns(schema).map((part) => (partName === undefined ? part : { ...part, name: partName }));
    return {
      schema,
      values,
      validity: `${group}__valid_${index}`,
      offsets: `${group}__offsets_${index}`,
      parts: columnPlacesOf(parts, `${values}/`),
    };
  });
}

export function readTableDescription(reader: Hdf5Reader): { places: ColumnPlace[]; rowCount: number } {
  const [text] = decodeStrings(reader.readStrings(tableDescriptionName, reader.metadata(tableDescriptionName)));
  let header: unknown;
  try {
    header = JSON.parse(text ?? '');
  } catch (cause) {
    throw reader.malformed(
      `describes its columns in “${tableDescriptionName}” by text that is not JSON (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
  if (typeof header !== 'object' || header === null || !('schema' in header) || !('rowCount' in header))
    throw reader.malformed(`describes its columns in “${tableDescriptionName}” incompletely`);
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
    throw reader.malformed(`describes its columns in “${tableDescriptionName}” by text that does not describe a table`);
  return { places: columnPlacesOf(schema.columns), rowCount: header.rowCount };
}

export function checkRowCount(reader: Hdf5Reader, name: string, { shape }: DatasetMetadata, length: number): void {
  if (shape.length !== 1 || shape[0] !== length)
    throw reader.malformed(`holds “${name}” of shape ${shape.join(' × ')}, but ${length} rows are expected`);
}

export function readNumericDataset<T extends keyof typeof elementTypes>(
  reader: Hdf5Reader,
  name: string,
  type: T,
  length: number | null,
) {
  const metadata = reader.metadata(name);
  if (numericTypeOf(metadata) !== type) throw reader.malformed(`holds “${name}”, whose type is not ${type}`);
  checkRowCount(reader, name, metadata, length ?? metadata.total_size);
  return reader.values(name, metadata, type);
}

/** Reads offsets that cut `length` elements (null: any number) into rows. */
export function readRowOffsets(
  reader: Hdf5Reader,
  place: ColumnPlace,
  rowCount: number,
  length: number | null,
): Int32Array {
  const offsets = readNumericDataset(reader, place.offsets, 'int32', rowCount + 1) as Int32Array;
  if (
    offsets[0] !== 0 ||
    (length !== null && offsets[rowCount] !== length) ||
    offsets.some((offset, row) => offset < (offsets[row - 1] ?? 0))
  )
    throw reader.malformed(`has offsets in “${place.offsets}” that do not divide “${place.values}” into rows`);
  return offsets;
}

export function partPlace(reader: Hdf5Reader, place: ColumnPlace, index: number): ColumnPlace {
  const part = place.parts[index];
  if (part === undefined) throw reader.malformed(`describes “${place.values}” without its parts`);
  return part;
}
