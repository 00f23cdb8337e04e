import { toColumnarLayout } from '../../../columns/columnar-layout';
import { type CollectionSchema, collectionFromColumns, collectionColumns } from '../../../columns/collection-columns';
import { type Column, isVariableWidth } from '../../../model/column';
import { type ColumnSchema, plainColumns } from '../../../model/column-schema';
import {
  type Dataset,
  type DatasetSchema,
  type Dict,
  type KeyedVectors,
  kindNames,
  type Table,
} from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { dropNaNPayloads, applyColumnLoss, canonicalNaN } from '../../../columns/forget-values';
import {
  columnTexts,
  isScalarSchema,
  type ScalarColumn,
  type ScalarSchema,
  type TextColumnBuilder,
  textColumnBuilder,
} from '../../../columns/text-columns';
import { valueParser, textFormatter } from '../../../columns/text-values';
import { csvError } from './file';

/**
 * Converts a dataset to rows of text fields and back, for all CSV implementations: a header of names, then one row per item. Keyed vectors have the columns
 * `id`, `0`, `1` …, texts and lists the column `values`, dictionaries and records the columns `key` and `value`. Null and empty text are both the empty field.
 */

interface TextRows {
  readonly header: readonly string[];
  readonly rowCount: number;
  /** The fields of each row in turn. The returned array is reused for the next row. */
  next(): readonly string[];
}

export function csvRowsOf(dataset: Dataset): TextRows {
  switch (dataset.kind) {
    case 'table':
      return columnRows(dataset.columns.map(scalarColumn), dataset.rowCount);
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records': {
      const { columns, rowCount } = toColumnarLayout(dataset);
      return columnRows(columns as readonly ScalarColumn[], rowCount);
    }
    case 'keyedVectors': {
      const text = textFormatter(dataset.elementType);
      const entries = dataset.entries.entries();
      const fields = new Array<string>(dataset.dimension + 1);
      return {
        header: vectorHeader(dataset.dimension),
        rowCount: dataset.entries.size,
        next() {
          const [id, vector] = entries.next().value as [string, Float64Array | Float32Array];
          fields[0] = id;
          for (let index = 0; index < vector.length; index += 1) fields[index + 1] = text(vector[index] as number);
          return fields;
        },
      };
    }
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        format: 'csv',
        message: `CSV can’t store ${kindNames[dataset.kind]}.`,
      });
  }
}

const noField = ({ name, type }: { readonly name: string; readonly type: string }) =>
  new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format: 'csv',
    message: `The column “${name}” is a ${type}, but a field of CSV holds one value.`,
  });

function scalarColumn(column: Column): ScalarColumn {
  if (column.type === 'list' || column.type === 'struct') throw noField(column);
  return column;
}

function scalarSchema(column: ColumnSchema): ScalarSchema {
  if (!isScalarSchema(column)) throw noField(column);
  return column;
}

function columnRows(columns: readonly ScalarColumn[], rowCount: number): TextRows {
  const texts = columns.map(columnTexts);
  const fields = new Array<string>(texts.length);
  let row = 0;
  return {
    header: columns.map(({ name }) => name),
    rowCount,
    next() {
      for (let index = 0; index < texts.length; index += 1) fields[index] = texts[index]?.(row) ?? '';
      row += 1;
      return fields;
    },
  };
}

const vectorHeader = (dimension: number) => ['id', ...Array.from({ length: dimension }, (_, index) => String(index))];

/** Collects the fields of a file in reading order. */
export interface FieldCollector {
  header(names: readonly string[]): void;
  /** `line` counts rows from 1; the header is row 1. */
  row(fields: readonly string[], line: number): void;
  finish(): Dataset;
}

/** `only`: the single column of a table to read. */
export function createFieldCollector(schema: DatasetSchema, only: string | null): FieldCollector {
  switch (schema.kind) {
    case 'table':
      return tableTaker(schema.columns.map(scalarSchema), only);
    case 'keyedVectors':
      return vectorTaker(schema.elementType, schema.dimension);
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records':
      return collectionTaker(schema);
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        format: 'csv',
        message: `CSV can’t store ${kindNames[schema.kind]}.`,
      });
  }
}

function checkHeader(found: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((name, index) => found[index] !== name);
  if (at >= 0 || found.length !== expected.length) {
    throw csvError(
      `the header has ${found.length} names, but ${expected.length} are expected${at < 0 ? '' : `, and “${(found[at] ?? '').slice(0, 100)}” where “${expected[at]}” is`}`,
    );
  }
}

function tableTaker(plans: readonly ScalarSchema[], only: string | null): FieldCollector {
  const wanted = plans
    .map((plan, index) => ({ plan, index }))
    .filter(({ plan }) => only === null || plan.name === only);
  if (only !== null && wanted.length === 0)
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'project',
      format: 'csv',
      message: `CSV: there is no column “${only}”.`,
    });
  const builders = wanted.map(({ plan, index }) => ({ builder: textColumnBuilder(plan), index, plan }));
  let rowCount = 0;
  return {
    header: (names) =>
      checkHeader(
        names,
        plans.map(({ name }) => name),
      ),
    row(fields, line) {
      if (fields.length !== plans.length)
        throw csvError(`row ${line} has ${fields.length} fields, but the header has ${plans.length}`);
      rowCount += 1;
      for (const { builder, index, plan } of builders) {
        const text = fields[index] as string;
        if (!addField(builder, plan, text))
          throw csvError(`row ${line}, column ${plan.name}: “${text.slice(0, 100)}” is not a valid ${plan.type}`);
      }
    },
    finish: (): Table => ({ kind: 'table', rowCount, columns: builders.map(({ builder }) => builder.finish()) }),
  };
}

function collectionTaker(schema: CollectionSchema): FieldCollector {
  const { header, row, finish } = tableTaker(collectionColumns(schema), null);
  return { header, row, finish: () => collectionFromColumns(schema, plainColumns(finish() as Table)) };
}

/** The value of an empty field: null if the column is nullable, otherwise an empty text or empty bytes. */
function addField(builder: TextColumnBuilder, schema: ScalarSchema, text: string): boolean {
  if (text !== '') return builder.add(text);
  if (schema.nullable) return builder.addNull();
  const { type } = schema.type === 'category' ? schema.item : schema;
  return (type === 'utf8' || type === 'binary' || type === 'json') && builder.add('');
}

function vectorTaker(elementType: 'float64' | 'float32', dimension: number): FieldCollector {
  const entries = new Map<string, Float64Array | Float32Array>();
  const parse = valueParser(elementType);
  const Values = elementType === 'float64' ? Float64Array : Float32Array;
  return {
    header: (names) => checkHeader(names, vectorHeader(dimension)),
    row(fields, line) {
      const [id = ''] = fields;
      if (fields.length !== dimension + 1)
        throw csvError(`row ${line} has ${fields.length} fields, but the header has ${dimension + 1}`);
      if (entries.has(id)) throw csvError(`row ${line} repeats the id “${id.slice(0, 100)}”`);
      const vector = new Values(dimension);
      for (let index = 0; index < dimension; index += 1) {
        const value = parse(fields[index + 1] as string);
        if (typeof value !== 'number')
          throw csvError(
            `row ${line}, value ${index}: “${(fields[index + 1] as string).slice(0, 100)}” is not a number`,
          );
        vector[index] = value;
      }
      entries.set(id, vector);
    },
    finish: () => ({ kind: 'keyedVectors', elementType, dimension, entries }) as KeyedVectors,
  };
}

/** The dataset as CSV returns it: empty texts of nullable columns are null, all NaNs have the same bits, and categories are in the order of their first rows. */
export function applyCsvLoss(dataset: Dataset): Dataset {
  if (dataset.kind === 'keyedVectors') {
    const entries = new Map([...dataset.entries].map(([id, vector]) => [id, vector.map(canonicalNaN)] as const));
    return { ...dataset, entries } as KeyedVectors;
  }
  if (dataset.kind === 'list' && dataset.elementType === 'float64')
    return { ...dataset, values: dataset.values.map(canonicalNaN) };
  if (dataset.kind === 'dict' && dataset.valueType === 'float64')
    return {
      ...dataset,
      entries: new Map(
        [...(dataset.entries as ReadonlyMap<string, number>)].map(([key, value]) => [key, canonicalNaN(value)]),
      ),
    } as Dict;
  return dataset.kind === 'table'
    ? { ...dataset, columns: dataset.columns.map((column) => applyColumnLoss(column, dataset.rowCount, forgetColumn)) }
    : dataset;
}

function forgetColumn(column: Column, rowCount: number): Column {
  if (!isVariableWidth(column) || column.validity === null) return dropNaNPayloads(column);
  const validity = column.validity.slice();
  for (let row = 0; row < rowCount; row += 1) {
    if (column.offsets[row] === column.offsets[row + 1])
      validity[row >>> 3] = (validity[row >>> 3] as number) & ~(1 << (row & 7));
  }
  return { ...column, validity };
}
