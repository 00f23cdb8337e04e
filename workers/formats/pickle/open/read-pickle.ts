import { maxColumns } from '../../../model/column-schema';
import type { Dataset, KeyedVectors, Table } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { datasetOfElements } from '../../../own-file/elements';
import { type ImportResult, importResult, type ReadOptions } from '../../../own-file/imported';
import { checkDecodedSize } from '../../../own-file/limits';
import { plural } from '../../../model/plural';
import { choosePart, type PartNouns } from '../../../own-file/parts';
import { unreadableFileError } from '../../../own-file/refusal';
import { arrayOf, isArray } from './arrays';
import { columnOfArray } from './extension-arrays';
import { floatText } from './float-text';
import { isFrame, tableOfFrame } from './frames';
import type { NamedReader } from './indexes';
import { unpickle } from './machine';
import { columnOfValues, rowValues } from './objects-column';
import { columnsOf, type PickleContext } from './refused';
import { malformed, nameOfValue, PyDict, PyList, type PyValue, remedy, UnreadColumn, unsupported } from './values';

const nouns: PartNouns = { one: 'value', several: 'values' };

interface Part {
  readonly name: string;
  readonly holds: string;
  readonly read: (context: PickleContext) => Dataset;
}

/**
 * Reads a table or an array of a pickle: a DataFrame, an array of NumPy, a dictionary of columns, or a list of dictionaries, which are rows. Nothing
 * of the pickle is executed.
 * @throws FormatlabError if the pickle is damaged, if it holds an object of another class, or if the user must choose the value
 */
export async function readPickle(file: Blob, { reading }: ReadOptions): Promise<ImportResult> {
  const content = new Uint8Array(await file.arrayBuffer());
  const notes: string[] = [];
  const context: PickleContext = { notes, format: 'pickle', remedy, refused: [] };
  try {
    const { value, end } = unpickle(content);
    const parts = partsOf(value);
    const chosen = choosePart(
      parts.map(({ name, holds }) => ({ name, holds })),
      reading,
      nouns,
      'pickle',
    );
    const part = parts[chosen.chosen];
    if (part === undefined) throw new Error('The chosen value is none of the pickle’s.');
    const left = content.length - end;
    if (left > 0) notes.push(`${plural(left, 'byte')} after the first pickle were left out.`);
    const dataset = part.read(context);
    const protocol = content[0] === 0x80 ? `protocol ${content[1]}` : 'protocol 0 or 1';
    return {
      ...importResult(dataset, notes),
      refusedColumns: context.refused,
      found: { parts: chosen },
      facts: [{ name: 'Pickle', value: protocol }],
    };
  } catch (thrown) {
    if (thrown instanceof UnreadColumn) throw unsupported(`It can’t be read: ${thrown.reason}.`);
    if (thrown instanceof FormatlabError && thrown.record.remedy === undefined)
      throw unreadableFileError(thrown.record.message, remedy, {
        tag: thrown.record.tag,
        format: 'pickle',
        cause: thrown,
      });
    throw thrown;
  }
}

/** What of the value can be read as one dataset. */
function partsOf(value: PyValue): Part[] {
  const whole = (holds: string, read: Part['read']): Part[] => [{ name: 'the pickle', holds, read }];
  if (value instanceof PyDict) {
    const columns = columnsOfDict(value);
    if (columns !== null) return partsOfColumns(value, columns);
    if (value.pairs.length > 0) return value.pairs.map(([key, each]) => singlePart(textOfKey(key), each));
  }
  if (value instanceof PyList && value.kind !== 'set') {
    if (value.items.length > 0 && value.items.every((item) => item instanceof PyDict))
      return whole('rows', (context) => tableOfRecords(value.items as PyDict[], context));
    if (value.items.some((item) => isArray(item) || isFrame(item) || item instanceof PyList || item instanceof PyDict))
      return tableOfTuples(value.items) ?? value.items.map((item, index) => singlePart(String(index), item));
  }
  return [singlePart('the pickle', value)];
}

/** One value. Whether it can be read is found out when it is. */
const singlePart = (name: string, value: PyValue): Part => ({
  name,
  holds: contentInWords(value),
  read: (context) => readValue(value, name, context),
});

function contentInWords(value: PyValue): string {
  try {
    if (isFrame(value)) return 'a DataFrame';
    if (isArray(value)) {
      const array = arrayOf(value);
      const { shape } = array.kind === 'elements' ? array.elements : array;
      return `an array of ${shape.join(' × ') || 'one value'}`;
    }
    return value instanceof PyList
      ? `${nameOfValue(value)} of ${plural(value.items.length, 'value')}`
      : nameOfValue(value);
  } catch {
    return `not readable: ${nameOfValue(value)}`;
  }
}

function readValue(value: PyValue, name: string, context: PickleContext): Dataset {
  if (isFrame(value)) return tableOfFrame(value, context);
  if (isArray(value)) {
    const array = arrayOf(value);
    if (array.kind === 'elements') return datasetOfElements(array.elements, context);
  }
  if (value instanceof PyDict) {
    const columns = columnsOfDict(value);
    if (columns !== null) return tableOfColumns(value, columns, context);
  }
  if (value instanceof PyList && value.items.length > 0 && value.items.every((item) => item instanceof PyDict))
    return tableOfRecords(value.items as PyDict[], context);
  const rows = rowValues(value);
  if (rows === null)
    throw unsupported(
      `It holds ${nameOfValue(value)}. Formatlab reads tables and arrays of plain values, of NumPy and of pandas, and executes nothing.`,
    );
  const values: NamedReader = {
    name: name === 'the pickle' ? 'value' : name,
    read: (own, ownContext) => columnOfValues(rows, own, ownContext),
  };
  return { kind: 'table', rowCount: rows.length, columns: columnsOf([values], context) };
}

function textOfKey(key: PyValue): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'bigint') return String(key);
  if (typeof key === 'number') return floatText(key);
  throw unsupported(`It holds a dictionary whose key is ${nameOfValue(key)}.`);
}

/** The number of rows if all values of a dictionary are columns of one length. Null if they are not. */
function columnsOfDict({ pairs }: PyDict): number | null {
  let rowCount: number | null = null;
  // A small pickle may name one long list by thousands of keys.
  const lengths = new Map<PyValue, number | null>();
  for (const [, value] of pairs) {
    const known = lengths.get(value);
    const length = known === undefined ? columnLength(value) : known;
    lengths.set(value, length);
    if (length === null || (rowCount !== null && rowCount !== length)) return null;
    rowCount = length;
  }
  return rowCount;
}

function columnLength(value: PyValue): number | null {
  if (isArray(value)) {
    const array = arrayOf(value);
    const { shape } = array.kind === 'elements' ? array.elements : array;
    return shape.length === 1 ? (shape[0] ?? null) : null;
  }
  if (!(value instanceof PyList) || value.kind === 'set') return null;
  return value.items.some((item) => item instanceof PyList || item instanceof PyDict || isArray(item))
    ? null
    : value.items.length;
}

/** Columns of one length are a table. If they are more than their length and are floats of one type, they may be vectors, too. */
function partsOfColumns(dict: PyDict, rowCount: number): Part[] {
  const { pairs } = dict;
  const vectors: Part[] =
    vectorTypeOf(dict) !== null && pairs.length > rowCount && rowCount > 0
      ? [
          {
            name: 'the vectors',
            holds: `${plural(pairs.length, 'vector')} of ${plural(rowCount, 'value')}`,
            read: (context) => vectorsOf(dict, rowCount, context),
          },
        ]
      : [];
  if (pairs.length > maxColumns && vectors.length > 0) return vectors;
  return [
    {
      name: 'the table',
      holds: `${plural(rowCount, 'row')}, ${plural(pairs.length, 'column')}`,
      read: (context) => tableOfColumns(dict, rowCount, context),
    },
    ...vectors,
  ];
}

function vectorTypeOf({ pairs }: PyDict): 'float32' | 'float64' | null {
  let type: 'float32' | 'float64' | null = null;
  for (const [, value] of pairs) {
    const array = isArray(value) ? arrayOf(value) : null;
    if (array?.kind !== 'elements' || array.elements.dtype.kind !== 'number') return null;
    const own = array.elements.dtype.type;
    if ((own !== 'float32' && own !== 'float64') || own !== (type ?? own)) return null;
    type = own;
  }
  return type;
}

function vectorsOf(dict: PyDict, dimension: number, context: PickleContext): Dataset {
  const entries = new Map<string, unknown>();
  for (const [key, value] of dict.pairs) {
    const array = isArray(value) ? arrayOf(value) : null;
    if (array?.kind !== 'elements') throw malformed('has a vector without values');
    const read = datasetOfElements(array.elements, context);
    if (entries.has(textOfKey(key))) throw unsupported('It holds two vectors of one name.');
    if (read.kind === 'array') entries.set(textOfKey(key), read.values);
  }
  return { kind: 'keyedVectors', elementType: vectorTypeOf(dict), dimension, entries } as KeyedVectors;
}

function tableOfColumns({ pairs }: PyDict, rowCount: number, context: PickleContext): Table {
  if (pairs.length > maxColumns) throw unsupported(`It holds a dictionary of more than ${maxColumns} columns.`);
  checkCells(rowCount * pairs.length);
  const columns = columnsOf(
    pairs.map(([key, value]) => ({
      name: textOfKey(key),
      read: (name, own) =>
        isArray(value) ? columnOfArray(arrayOf(value), name, own) : columnOfValues(rowValues(value) ?? [], name, own),
    })),
    context,
  );
  return { kind: 'table', rowCount, columns };
}

const cellBytes = 8;

/** A small pickle may name one list or dictionary many times, so its table may be much larger than the pickle. */
const checkCells = (cells: number) => checkDecodedSize(cells * cellBytes, 'pickle');

/** Dictionaries are rows. A row without a key has null. */
function tableOfRecords(records: readonly PyDict[], context: PickleContext): Table {
  checkCells(records.reduce((sum, { pairs }) => sum + pairs.length, 0));
  const places = new Map<string, (PyValue | undefined)[]>();
  for (const [row, { pairs }] of records.entries())
    for (const [key, value] of pairs) {
      const name = textOfKey(key);
      const values = places.get(name) ?? [];
      if (!places.has(name)) {
        if (places.size === maxColumns) throw unsupported(`Its rows have more than ${maxColumns} different keys.`);
        places.set(name, values);
      }
      values[row] = value;
    }
  return tableOfLists([...places.keys()], [...places.values()], records.length, context);
}

/** Tuples or lists of one length are rows. Null if they are not, or hold more than plain values. */
function tableOfTuples(rows: readonly PyValue[]): Part[] | null {
  const [first] = rows;
  if (!(first instanceof PyList)) return null;
  const width = first.items.length;
  const isRow = (row: PyValue): row is PyList =>
    row instanceof PyList &&
    row.kind !== 'set' &&
    row.items.length === width &&
    row.items.every((item) => !(item instanceof PyList || item instanceof PyDict || isArray(item) || isFrame(item)));
  // Each list is looked at once, however often it is named.
  if (width === 0 || width > maxColumns || ![...new Set(rows)].every(isRow)) return null;
  const names = Array.from({ length: width }, (_, column) => `column ${column + 1}`);
  return [
    {
      name: 'the pickle',
      holds: `${plural(rows.length, 'row')}, ${plural(width, 'column')}`,
      read: (context) => {
        checkCells(rows.length * width);
        const columns = names.map((_, column) => rows.map((row) => (row instanceof PyList ? row.items[column] : null)));
        return tableOfLists(names, columns, rows.length, context);
      },
    },
  ];
}

function tableOfLists(
  names: readonly string[],
  columns: readonly (readonly (PyValue | undefined)[])[],
  rowCount: number,
  context: PickleContext,
): Table {
  checkCells(rowCount * columns.length);
  const read = columns.map(
    (values, index): NamedReader => ({
      name: names[index] ?? '',
      read: (name, own) =>
        columnOfValues(
          Array.from({ length: rowCount }, (_, row) => values[row] ?? null),
          name,
          own,
        ),
    }),
  );
  return { kind: 'table', rowCount, columns: columnsOf(read, context) };
}
