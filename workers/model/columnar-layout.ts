import * as v from 'valibot';
import { packKeyedVectors, packTexts, unpackTexts } from './canonical';
import { dictOf, listOf, recordsOf, type ScalarValues } from './collections';
import {
  type ByteStrings,
  type Dataset,
  type DatasetSchema,
  dictKeyTypes,
  type FixedWidthColumn,
  type KeyedVectors,
  kindNames,
  type NumericType,
  numericTypes,
  type NumericValues,
  numericConstructor,
  type PlainColumn,
  plainColumns,
  type ScalarType,
  scalarTypeSchema,
  type Table,
} from './dataset';
import { FormatlabError } from './errors';
import { parse } from './parse';

/**
 * How datasets lie in columnar files (Parquet, Arrow): a table as it is; keyed vectors as the columns `id` (utf8) and `vector` (a list
 * of fixed length); an array as the column `values`, one row for each index of its first dimension; an array of texts or a list as the column `values`; a dictionary or
 * records as the columns `key` and `value`. What column types can't say (that
 * utf8 holds JSON, an array's shape) stands in a note, a key-value pair of the file that other readers ignore.
 */
export interface VectorColumn {
  readonly name: string;
  readonly type: 'vector';
  readonly elementType: NumericType;
  /** Elements in each row. */
  readonly length: number;
  /** Row-major: rowCount × length elements. */
  readonly values: NumericValues;
}

type NumericColumn = Extract<FixedWidthColumn, { type: NumericType }>;

export const isNumeric = (column: LaidOutColumn): column is NumericColumn =>
  (numericTypes as readonly string[]).includes(column.type);

export type LaidOutColumn = PlainColumn | VectorColumn;

export interface ColumnarLayout {
  readonly rowCount: number;
  readonly columns: readonly LaidOutColumn[];
  /** Text of the note, to be written under {@link noteKey}; null where a file had none. */
  readonly note: string | null;
}

export const noteKey = 'formatlab';

const noteSchema = v.variant('kind', [
  v.strictObject({ version: v.literal(1), kind: v.literal('table'), json: v.array(v.string()) }),
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('keyedVectors'),
    elementType: v.picklist(['float32', 'float64']),
    dimension: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  v.strictObject({ version: v.literal(1), kind: v.literal('stringArray') }),
  v.strictObject({ version: v.literal(1), kind: v.literal('list'), elementType: scalarTypeSchema }),
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('dict'),
    keyType: v.picklist(dictKeyTypes),
    valueType: scalarTypeSchema,
  }),
  v.strictObject({ version: v.literal(1), kind: v.literal('records') }),
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('array'),
    shape: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(32)),
  }),
]);
type Note = v.InferOutput<typeof noteSchema>;

const textOf = (note: Note) => JSON.stringify(note);
const product = (shape: readonly number[]) => shape.reduce((all, length) => all * length, 1);

/** Columns of a dataset. Throws `unsupported` for bytes, which have none. */
export function layOut(dataset: Dataset): ColumnarLayout {
  switch (dataset.kind) {
    case 'table': {
      const json = dataset.columns.filter(({ type }) => type === 'json').map(({ name }) => name);
      return {
        rowCount: dataset.rowCount,
        columns: plainColumns(dataset),
        note: textOf({ version: 1, kind: 'table', json }),
      };
    }
    case 'keyedVectors': {
      const { offsets, ids, matrix } = packKeyedVectors(dataset);
      const { elementType, dimension } = dataset;
      return {
        rowCount: dataset.entries.size,
        columns: [
          { name: 'id', type: 'utf8', validity: null, offsets, data: ids },
          { name: 'vector', type: 'vector', elementType, length: dimension, values: matrix },
        ],
        note: textOf({ version: 1, kind: 'keyedVectors', elementType, dimension }),
      };
    }
    case 'array': {
      const { shape, elementType, values } = dataset;
      const note = textOf({ version: 1, kind: 'array', shape: [...shape] });
      const length = product(shape.slice(1));
      // An array without elements has rows of no elements, which a list of fixed length can't have: its one column is empty.
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
        note: textOf({ version: 1, kind: 'stringArray' }),
      };
    case 'list': {
      const { values, elementType } = dataset;
      return {
        rowCount: values.length,
        columns: [scalarColumn('values', elementType, values, values.length)],
        note: textOf({ version: 1, kind: 'list', elementType }),
      };
    }
    case 'dict': {
      const { entries, keyType, valueType } = dataset;
      const columns = [
        scalarColumn('key', keyType, entries.keys(), entries.size),
        scalarColumn('value', valueType, entries.values(), entries.size),
      ];
      return { rowCount: entries.size, columns, note: textOf({ version: 1, kind: 'dict', keyType, valueType }) };
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
        note: textOf({ version: 1, kind: 'records' }),
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

const damaged = (message: string) => new FormatlabError({ tag: 'malformedInput', stage: 'decode', message });

/** The dataset that the columns and the note of a file hold. Throws `malformedInput` where the two contradict each other. */
export function readBack({ rowCount, columns, note: text }: ColumnarLayout): Dataset {
  const note =
    text === null
      ? null
      : parse(noteSchema, parseJson(text), 'note in the file', { tag: 'malformedInput', stage: 'decode' });
  switch (note?.kind) {
    case 'keyedVectors':
      return readKeyedVectors(rowCount, columns, note.elementType, note.dimension);
    case 'array':
      return readArray(rowCount, columns, note.shape);
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records':
      return collectionOf(note, columns);
    default:
      return readTable(rowCount, columns, note === null ? [] : note.json);
  }
}

/** Columns of a table that its note says hold JSON are given that type. */
export function readTable(rowCount: number, columns: readonly LaidOutColumn[], json: readonly string[]): Table {
  const jsonNames = new Set(json);
  return {
    kind: 'table',
    rowCount,
    columns: columns.map((column): PlainColumn => {
      if (column.type === 'vector')
        throw damaged(`The column “${column.name}” holds lists, for which a table has no type.`);
      return column.type === 'utf8' && jsonNames.has(column.name) ? { ...column, type: 'json' } : column;
    }),
  };
}

/** Names of the columns of a table that hold JSON, by its note. */
export function jsonColumnsOf(text: string | null): readonly string[] {
  if (text === null) return [];
  const note = parse(noteSchema, parseJson(text), 'note in the file', { tag: 'malformedInput', stage: 'decode' });
  return note.kind === 'table' ? note.json : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new FormatlabError(
      { tag: 'malformedInput', stage: 'decode', message: 'The note in the file is not JSON.' },
      { cause },
    );
  }
}

function readKeyedVectors(
  rowCount: number,
  columns: readonly LaidOutColumn[],
  elementType: 'float32' | 'float64',
  dimension: number,
): KeyedVectors {
  const [id, vector] = columns;
  if (columns.length !== 2 || id?.type !== 'utf8' || vector?.type !== 'vector')
    throw damaged('The file calls itself keyed vectors but has other columns than id and vector.');
  const { values } = vector;
  const Values = numericConstructor(elementType);
  if (!(values instanceof Values) || values.length !== rowCount * dimension || id.validity !== null) {
    throw damaged(
      `The file calls itself ${rowCount} vectors of ${dimension} ${elementType} elements, but holds ${values.length} elements of ${vector.elementType}.`,
    );
  }
  const decoder = new TextDecoder();
  const entries = new Map<string, Float64Array | Float32Array>();
  for (let row = 0; row < rowCount; row += 1) {
    entries.set(
      decoder.decode(id.data.subarray(id.offsets[row], id.offsets[row + 1])),
      values.subarray(row * dimension, (row + 1) * dimension),
    );
  }
  if (entries.size !== rowCount) throw damaged('The file repeats an id.');
  return { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
}

export type CollectionSchema = Extract<DatasetSchema, { kind: 'stringArray' | 'list' | 'dict' | 'records' }>;

/** The columns that {@link layOut} makes of texts, lists, dictionaries and records. */
export function collectionPlan(
  schema: CollectionSchema,
): readonly { readonly name: string; readonly type: ScalarType; readonly nullable: false }[] {
  const column = (name: string, type: ScalarType) => ({ name, type, nullable: false }) as const;
  switch (schema.kind) {
    case 'stringArray':
      return [column('values', 'utf8')];
    case 'list':
      return [column('values', schema.elementType)];
    case 'dict':
      return [column('key', schema.keyType), column('value', schema.valueType)];
    case 'records':
      return [column('key', 'utf8'), column('value', 'utf8')];
  }
}

/** What those columns hold. Throws `malformedInput` where they are of other types, or where keys are repeated. */
export function collectionOf(schema: CollectionSchema, columns: readonly LaidOutColumn[]): Dataset {
  switch (schema.kind) {
    case 'stringArray':
      return { kind: 'stringArray', values: unpackTexts(textsOf(soleColumn(columns))) };
    case 'list':
      return listOf(schema.elementType, scalarsOf(soleColumn(columns), schema.elementType));
    case 'dict': {
      const { key, value } = keyAndValue(columns);
      return dictOf(
        schema.keyType,
        schema.valueType,
        scalarsOf(key, schema.keyType),
        scalarsOf(value, schema.valueType),
      );
    }
    case 'records': {
      const { key, value } = keyAndValue(columns);
      return recordsOf(textsOf(key), textsOf(value));
    }
  }
}

function soleColumn(columns: readonly LaidOutColumn[]): LaidOutColumn {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined)
    throw damaged('The file calls itself one list of values but has not one column.');
  return column;
}

function keyAndValue([key, value, ...more]: readonly LaidOutColumn[]): { key: LaidOutColumn; value: LaidOutColumn } {
  if (key?.name !== 'key' || value?.name !== 'value' || more.length > 0)
    throw damaged('The file calls itself keys and values but has other columns than key and value.');
  return { key, value };
}

function textsOf(column: LaidOutColumn): ByteStrings {
  if (column.type !== 'utf8' || column.validity !== null)
    throw damaged(`The column “${column.name}” is of type ${column.type}, or has nulls, where the note says texts.`);
  return { offsets: column.offsets, data: column.data };
}

function scalarsOf(column: LaidOutColumn, type: ScalarType): ScalarValues {
  if (type === 'utf8') return unpackTexts(textsOf(column));
  if (column.type === 'vector' || column.type !== type || column.validity !== null)
    throw damaged(`The column “${column.name}” is of type ${column.type}, or has nulls, where the note says ${type}.`);
  return Array.from<number | bigint>(column.values) as number[] | bigint[];
}

function readArray(rowCount: number, columns: readonly LaidOutColumn[], shape: readonly number[]): Dataset {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined)
    throw damaged('The file calls itself an array but has not one column.');
  if (column.type !== 'vector' && (column.validity !== null || !isNumeric(column)))
    throw damaged(`The file calls itself an array, but its column is of type ${column.type}.`);
  const { values } = column;
  const elementType = column.type === 'vector' ? column.elementType : column.type;
  if (values.length !== product(shape))
    throw damaged(
      `The file calls itself an array of shape ${shape.join(' × ')}, but holds ${values.length} elements in ${rowCount} rows.`,
    );
  return { kind: 'array', elementType, shape, values };
}
