import { toCategories } from './categories';
import { rowCountOf } from '../model/column-rows';
import { packKeyedVectors, packTexts, unpackTexts } from '../model/canonical';
import type { ByteStrings } from '../model/byte-strings';
import { type Column, numericConstructor, type PlainColumn, timestampParameters } from '../model/column';
import {
  type ColumnSchema,
  columnSchemaOf,
  isPlainColumn,
  isPlainSchema,
  childColumns,
  plainColumns,
} from '../model/column-schema';
import { type Dataset, type KeyedVectors, kindNames, type ScalarType, type Table } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import { isNotNull } from '../model/table-row';
import { noteText, type TableNote, parseNote } from './table-note';
import { contradictoryFileError, collectionFromColumns } from './collection-columns';
import { type VectorColumn, isNumericColumn, type LaidOutColumn } from './laid-out-column';

/**
 * A dataset as the columns of a columnar file (Parquet, Arrow), with a note:
 * - table: unchanged.
 * - keyed vectors: the columns `id` (utf8) and `vector` (a list of fixed length).
 * - array: the column `values`, one row for each index of the first dimension.
 * - array of texts, or list: the column `values`.
 * - dictionary or records: the columns `key` and `value`.
 *
 * Facts that column types cannot express (utf8 that holds JSON, the shape of an array) are written in a note, a key-value pair of the
 * file's metadata that other readers ignore.
 */
export interface ColumnarLayout {
  readonly rowCount: number;
  readonly columns: readonly LaidOutColumn[];
  /** Text of the note, which is written under {@link tableNoteKey}; null if the file has none. */
  readonly note: string | null;
}

/** The layout for a format that supports plain columns only. */
export interface PlainLayout extends ColumnarLayout {
  readonly columns: readonly (PlainColumn | VectorColumn)[];
}

const product = (shape: readonly number[]) => shape.reduce((all, length) => all * length, 1);

/** Returns true if the file format cannot express the type, so that the note must. It is called for each column that is not plain, and for its parts. */
export type NeedsTypeNote = (column: ColumnSchema) => boolean;

/** JSON is stored as text. The note lists JSON columns of the top level by name, so only nested ones count here. */
export const isNestedJson: NeedsTypeNote = ({ type }) => type === 'json';

/** Lays a dataset out as columns. Without `needsNote`, all columns must be plain. @throws `unsupported` for bytes, which have no columns, and for columns that are not plain. */
export function toColumnarLayout(dataset: Dataset): PlainLayout;

export function toColumnarLayout(dataset: Dataset, needsNote: NeedsTypeNote): ColumnarLayout;

export function toColumnarLayout(dataset: Dataset, needsNote?: NeedsTypeNote): ColumnarLayout {
  switch (dataset.kind) {
    case 'table': {
      const json = dataset.columns.filter(({ type }) => type === 'json').map(({ name }) => name);
      const columns = needsNote === undefined ? plainColumns(dataset) : dataset.columns;
      const types =
        needsNote === undefined
          ? []
          : columns.map(columnSchemaOf).filter((column) => !isPlainSchema(column) && hasUnsaid(column, needsNote));
      return {
        rowCount: dataset.rowCount,
        columns,
        note: noteText({ version: 1, kind: 'table', json, ...(types.length === 0 ? {} : { types }) }),
      };
    }
    case 'keyedVectors':
      return keyedVectorsLayout(dataset, packKeyedVectors(dataset));
    case 'array': {
      const { shape, elementType, values } = dataset;
      const note = noteText({ version: 1, kind: 'array', shape: [...shape] });
      const length = product(shape.slice(1));
      // An array without elements has rows without elements, which a list of fixed length cannot hold. Its single column is empty.
      if (shape.length < 2 || values.length === 0) {
        return {
          rowCount: values.length,
          columns: [{ name: 'values', type: elementType, validity: null, values } as PlainColumn],
          note,
        };
      }
      return {
        rowCount: values.length / length,
        columns: [{ name: 'values', type: 'vector', elementType, length, values }],
        note,
      };
    }
    case 'stringArray':
      return {
        rowCount: dataset.values.length,
        columns: [scalarColumn('values', 'utf8', dataset.values, dataset.values.length)],
        note: noteText({ version: 1, kind: 'stringArray' }),
      };
    case 'list': {
      const { values, elementType } = dataset;
      return {
        rowCount: values.length,
        columns: [scalarColumn('values', elementType, values, values.length)],
        note: noteText({ version: 1, kind: 'list', elementType }),
      };
    }
    case 'dict': {
      const { entries, keyType, valueType } = dataset;
      const columns = [
        scalarColumn('key', keyType, entries.keys(), entries.size),
        scalarColumn('value', valueType, entries.values(), entries.size),
      ];
      return { rowCount: entries.size, columns, note: noteText({ version: 1, kind: 'dict', keyType, valueType }) };
    }
    case 'records': {
      const column = (name: string, texts: ByteStrings): PlainColumn => ({
        name,
        type: 'utf8',
        validity: null,
        ...texts,
      });
      return {
        rowCount: dataset.recordCount,
        columns: [column('key', dataset.keys), column('value', dataset.values)],
        note: noteText({ version: 1, kind: 'records' }),
      };
    }
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        message: `There are no columns here for ${kindNames[dataset.kind]}.`,
      });
  }
}

/** The layout of keyed vectors whose ids and values are packed. */
export function keyedVectorsLayout(
  { entries, elementType, dimension }: KeyedVectors,
  { offsets, ids, matrix }: ReturnType<typeof packKeyedVectors>,
): PlainLayout {
  return {
    rowCount: entries.size,
    columns: [
      { name: 'id', type: 'utf8', validity: null, offsets, data: ids },
      { name: 'vector', type: 'vector', elementType, length: dimension, values: matrix },
    ],
    note: noteText({ version: 1, kind: 'keyedVectors', elementType, dimension }),
  };
}

function scalarColumn(
  name: string,
  type: ScalarType,
  values: Iterable<number | bigint | string>,
  count: number,
): PlainColumn {
  if (type === 'utf8') return { name, type, validity: null, ...packTexts(values as Iterable<string>, count) };
  const packed = new (numericConstructor(type))(count) as Float64Array;
  let row = 0;
  for (const value of values as Iterable<number>) {
    packed[row] = value;
    row += 1;
  }
  return { name, type, validity: null, values: packed } as PlainColumn;
}

const hasUnsaid = (column: ColumnSchema, needsNote: NeedsTypeNote): boolean =>
  needsNote(column) || childColumns(column).some((part) => hasUnsaid(part, needsNote));

/** The dataset that a file's columns and note hold. @throws `malformedInput` if the columns and the note contradict each other. */
export function fromColumnarLayout({ rowCount, columns, note: text }: ColumnarLayout): Dataset {
  const note = text === null ? null : parseNote(text);
  switch (note?.kind) {
    case 'keyedVectors':
      return readKeyedVectors(rowCount, columns, note.elementType, note.dimension);
    case 'array':
      return readArray(rowCount, columns, note.shape);
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records':
      return collectionFromColumns(note, columns);
    default:
      return readTable(rowCount, columns, note ?? { json: [] });
  }
}

/** A table of the columns. Columns that the note lists get the types of the note. @throws `malformedInput` if a column's type contradicts the note. */
export function readTable(rowCount: number, columns: readonly LaidOutColumn[], { json, types = [] }: TableNote): Table {
  const jsonNames = new Set(json);
  const noted = new Map(types.map((type) => [type.name, type]));
  return {
    kind: 'table',
    rowCount,
    columns: columns.map((column): Column => {
      if (column.type === 'vector')
        throw contradictoryFileError(`The column “${column.name}” holds lists, for which a table has no type`);
      if (column.type === 'utf8' && jsonNames.has(column.name)) return { ...column, type: 'json' };
      const type = noted.get(column.name);
      return type === undefined ? column : asNoted(column, type, rowCount, () => false);
    }),
  };
}

/** Converts a column to the type that the note says, which the file format cannot express. `isEmpty` is true for rows under a null struct, which have no category. */
function asNoted(column: Column, noted: ColumnSchema, rowCount: number, isEmpty: (row: number) => boolean): Column {
  const { name, validity } = column;
  if (noted.type === 'json' && column.type === 'utf8') return { ...column, type: 'json' };
  if (noted.type === 'list' && column.type === 'list')
    return { ...column, item: asNoted(column.item, noted.item, column.offsets[rowCount] ?? 0, () => false) };
  if (noted.type === 'struct' && column.type === 'struct' && noted.fields.length === column.fields.length) {
    const isNull = (row: number) => isEmpty(row) || !isNotNull(column, row);
    return {
      ...column,
      fields: column.fields.map((field, index) =>
        asNoted(field, noted.fields[index] as ColumnSchema, rowCount, isNull),
      ),
    };
  }
  if (noted.type === 'category' && (column.type === 'category' || isPlainColumn(column))) {
    // Keep what the file itself says about the order of the categories.
    const found = column.type === 'category' ? column : toCategories(column, false, rowCount, isEmpty);
    const { categories } = found;
    return {
      ...found,
      categories: asNoted(categories, noted.item, rowCountOf(categories, 0), () => false) as PlainColumn,
    };
  }
  const values = ticksInNotedUnit(column, noted);
  if (values !== null) {
    if (noted.type === 'timestamp') {
      const { unit = 'us', timeZone = null } = noted;
      return unit === 'us' && timeZone === null
        ? { name, validity, type: 'timestamp', values }
        : { name, validity, type: 'timestamp', unit, timeZone, values };
    }
    if (noted.type === 'time' || noted.type === 'duration')
      return { name, validity, type: noted.type, unit: noted.unit, values };
  }
  if (noted.type === column.type) return column;
  throw contradictoryFileError(
    `The column “${name}” is of type ${column.type}, where the note in the file says ${noted.type}`,
  );
}

/** Ticks in the note's unit; null if the column holds no ticks. Plain integers are in the note's unit already; milliseconds are converted if the note says seconds. */
function ticksInNotedUnit(column: Column, noted: ColumnSchema): BigInt64Array | null {
  const isTicks = column.type === 'timestamp' || column.type === 'time' || column.type === 'duration';
  if (!isTicks && column.type !== 'int64') return null;
  const { values } = column;
  const unit = column.type === 'timestamp' ? timestampParameters(column).unit : isTicks ? column.unit : null;
  const notedUnit = noted.type === 'timestamp' ? (noted.unit ?? 'us') : 'unit' in noted ? noted.unit : null;
  if (unit === null || unit === notedUnit) return values;
  if (unit !== 'ms' || notedUnit !== 's' || values.some((milliseconds) => milliseconds % 1_000n !== 0n))
    throw contradictoryFileError(
      `The column “${column.name}” counts in ${unit}, where the note in the file says ${notedUnit}`,
    );
  return values.map((milliseconds) => milliseconds / 1_000n);
}

function readKeyedVectors(
  rowCount: number,
  columns: readonly LaidOutColumn[],
  elementType: 'float32' | 'float64',
  dimension: number,
): KeyedVectors {
  const [id, vector] = columns;
  if (columns.length !== 2 || id?.type !== 'utf8' || vector?.type !== 'vector')
    throw contradictoryFileError('The file calls itself keyed vectors but has other columns than id and vector');
  const { values } = vector;
  const Values = numericConstructor(elementType);
  if (!(values instanceof Values) || values.length !== rowCount * dimension || id.validity !== null) {
    throw contradictoryFileError(
      `The file calls itself ${rowCount} vectors of ${dimension} ${elementType} elements, but holds ${values.length} elements of ${vector.elementType}`,
    );
  }
  const entries = new Map<string, Float64Array | Float32Array>();
  for (const [row, text] of unpackTexts(id).entries())
    entries.set(text, values.subarray(row * dimension, (row + 1) * dimension));
  if (entries.size !== rowCount) throw contradictoryFileError('The file repeats an id');
  return { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
}

function readArray(rowCount: number, columns: readonly LaidOutColumn[], shape: readonly number[]): Dataset {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined)
    throw contradictoryFileError('The file calls itself an array but has not one column');
  if (column.type !== 'vector' && (!isNumericColumn(column) || column.validity !== null))
    throw contradictoryFileError(`The file calls itself an array, but its column is of type ${column.type}`);
  const { values } = column;
  const elementType = column.type === 'vector' ? column.elementType : column.type;
  if (values.length !== product(shape))
    throw contradictoryFileError(
      `The file calls itself an array of shape ${shape.join(' × ')}, but holds ${values.length} elements in ${rowCount} rows`,
    );
  return { kind: 'array', elementType, shape, values };
}
