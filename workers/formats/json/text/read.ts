import { numericConstructor } from '../../../model/column';
import {
  type Dataset,
  type DatasetSchema,
  type KeyedVectors,
  kindNames,
  type NumericArray,
  type Table,
} from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { textOfFile } from '../../../columns/text-file';
import { cellReader } from './cells';
import { readCollection } from './collections';
import { expectKey, type JsonLayout, readList, readObject, readRecords } from './layout';
import { numberReader } from './numbers';
import { JsonScanner, jsonError } from './scanner';

type TableSchema = Extract<DatasetSchema, { kind: 'table' }>;
type VectorSchema = Extract<DatasetSchema, { kind: 'keyedVectors' }>;
type ArraySchema = Extract<DatasetSchema, { kind: 'array' }>;

/** Reads what `writeJson` wrote. JSON does not store all types, so they come from the schema. */
export function readJson(file: Uint8Array<ArrayBuffer>, schema: DatasetSchema, layout: JsonLayout): Dataset {
  const text = textOfFile(file, 'json');
  if (layout === 'lines' && schema.kind !== 'array' && text !== '' && !text.endsWith('\n'))
    throw jsonError('the last line has no line end: the file is truncated');
  const scanner = new JsonScanner(text);
  const dataset = read(scanner, schema, layout);
  if (!scanner.ended) throw scanner.error('more text follows after the value');
  return dataset;
}

function read(scanner: JsonScanner, schema: DatasetSchema, layout: JsonLayout): Dataset {
  switch (schema.kind) {
    case 'table':
      return layout === 'columns' ? readColumns(scanner, schema) : readRows(scanner, schema, layout);
    case 'keyedVectors':
      return readVectors(scanner, schema, layout);
    case 'array':
      return readArray(scanner, schema);
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records':
      return readCollection(scanner, schema, layout);
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        format: 'json',
        message: `Formatlab has no JSON layout for ${kindNames[schema.kind]}.`,
      });
  }
}

function readColumns(scanner: JsonScanner, { columns }: TableSchema): Table {
  let rowCount: number | null = null;
  scanner.expect('{');
  const built = columns.map((column, index) => {
    if (index > 0) scanner.expect(',');
    expectKey(scanner, column.name);
    const cells = cellReader(scanner, column, column.name);
    const rows = readList(scanner, cells.read);
    rowCount ??= rows;
    if (rows !== rowCount)
      throw scanner.error(`column ${column.name} has ${rows} values, but the first column has ${rowCount}`);
    return cells.finish();
  });
  scanner.expect('}');
  return { kind: 'table', rowCount: rowCount ?? 0, columns: built };
}

function readRows(scanner: JsonScanner, { columns }: TableSchema, layout: 'records' | 'lines'): Table {
  const cells = columns.map((column) => cellReader(scanner, column, column.name));
  const rowCount = readRecords(scanner, layout, () => {
    columns.forEach(({ name }, index) => {
      if (index > 0) scanner.expect(',');
      expectKey(scanner, name);
      cells[index]?.read();
    });
  });
  return { kind: 'table', rowCount, columns: cells.map((cell) => cell.finish()) };
}

function readVectors(scanner: JsonScanner, { elementType, dimension }: VectorSchema, layout: JsonLayout): KeyedVectors {
  const Values = elementType === 'float64' ? Float64Array : Float32Array;
  const number = numberReader(scanner, elementType);
  const entries = new Map<string, Float64Array | Float32Array>();
  const add = (id: string) => {
    const vector = new Values(dimension);
    const length = readList(scanner, (index) => {
      vector[index] = Number(number());
    });
    if (length !== dimension)
      throw scanner.error(
        `the vector of ${id.slice(0, 100)} has ${length} values, but ${dimension} are expected; it ends`,
      );
    if (entries.has(id)) throw scanner.error(`the id ${id.slice(0, 100)} is repeated`);
    entries.set(id, vector);
  };
  if (layout === 'columns') {
    readObject(scanner, add);
  } else {
    readRecords(scanner, layout, () => {
      expectKey(scanner, 'id');
      const id = scanner.string();
      scanner.expect(',');
      expectKey(scanner, 'vector');
      add(id);
    });
  }
  return { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
}

function readArray(scanner: JsonScanner, { elementType, shape }: ArraySchema): NumericArray {
  const values = new (numericConstructor(elementType))(shape.reduce((product, length) => product * length, 1));
  const number = numberReader(scanner, elementType);
  let at = 0;
  const readAxis = (axis: number) => {
    if (axis === shape.length) {
      if (at >= values.length) throw scanner.error('the array has more numbers than its shape');
      values[at] = number();
      at += 1;
      return;
    }
    const length = readList(scanner, () => readAxis(axis + 1));
    if (length !== shape[axis])
      throw scanner.error(`a list has ${length} items, but axis ${axis} has ${shape[axis]}; it ends`);
  };
  readAxis(0);
  return { kind: 'array', elementType, shape, values };
}
