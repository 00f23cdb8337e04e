import type { Column } from '../../model/column';
import type { Table } from '../../model/dataset';
import { distinctNames } from '../column-builders';
import type { ElementContext } from '../element-types';
import { columnOfElements, type ElementArray } from '../elements';
import { checkDecodedSize } from '../limits';
import { arrayOf, isArray, masked, type PyArray } from './arrays';
import { arrowTexts } from './arrow-texts';
import { columnOfValues } from './objects-column';
import {
  isCallOf,
  malformed,
  nameOfValue,
  PyDict,
  PyGlobal,
  PyList,
  type PyObject,
  type PyValue,
  unsupported,
} from './values';

const frames = /^pandas\.(core\.frame\.)?DataFrame$/u;
const series = /^pandas\.(core\.series\.)?Series$/u;
const managers = /^pandas\.core\.internals\.managers\.(Single)?BlockManager$/u;

export const isFrame = (value: PyValue | undefined): value is PyObject =>
  isCallOf(value, frames) || isCallOf(value, series);

/**
 * The table of a DataFrame or Series of pandas 1.3 to 3, from its BlockManager. The index becomes columns unless it only counts the rows.
 * @throws FormatlabError that names the class of an index or an array that is not read
 */
export function tableOfFrame(frame: PyObject, context: ElementContext): Table {
  const isSeries = series.test(frame.path);
  const state = frame.state instanceof PyDict ? frame.state : new PyDict();
  const manager = state.get('_mgr') ?? state.get('_data');
  if (!isCallOf(manager, managers))
    throw unsupported(`It holds a DataFrame with ${manager === undefined ? 'no manager' : nameOfValue(manager)}.`);
  const { blocks, axes } = partsOfManager(manager);
  if (axes.length !== (isSeries ? 1 : 2)) throw unsupported(otherVersion);
  const rowIndex = axes[isSeries ? 0 : 1] ?? null;
  const rowCount = lengthOfIndex(rowIndex);
  const index = indexColumn(rowIndex, rowCount, context);
  const own = isSeries
    ? [textOfLabel(state.get('_name') ?? state.get('name') ?? 'value')]
    : labelsOf(axes[0] ?? null, context);
  const names = distinctNames([...index.map(({ name }) => name), ...own], context.notes);
  const columns = new Array<Column | undefined>(own.length).fill(undefined);
  for (const { values, placement } of blocks) {
    const places = isSeries ? [0] : placesOf(placement, own.length);
    const rows = rowsOfBlock(values, places.length, rowCount);
    for (const [row, place] of places.entries()) {
      if (place >= own.length || columns[place] !== undefined) throw malformed('has a DataFrame with a column twice');
      columns[place] = rows(row, names[index.length + place] ?? '', context);
    }
  }
  if (columns.some((column) => column === undefined))
    throw malformed('has a DataFrame whose columns are not all there');
  const all = [...index.map((column, at) => ({ ...column, name: names[at] ?? column.name })), ...(columns as Column[])];
  return { kind: 'table', rowCount, columns: all };
}

const otherVersion = 'It holds a DataFrame in a form of another version of pandas.';

interface Block {
  readonly values: PyValue;
  /** Which columns it holds. */
  readonly placement: PyValue;
}

/** The blocks of a manager and its axes, columns first: the arguments of a DataFrame's, the state of a Series'. */
function partsOfManager({ args, state }: PyObject): { blocks: readonly Block[]; axes: readonly PyValue[] } {
  const [first, second] = args.length === 0 && state instanceof PyList ? state.items : args;
  if (!(first instanceof PyList) || !(second instanceof PyList)) throw unsupported(otherVersion);
  if (args.length === 0)
    return { axes: first.items, blocks: second.items.map((values) => ({ values, placement: null })) };
  const blocks = first.items.map((block): Block => {
    if (!isCallOf(block, /^pandas\._libs\.internals\._unpickle_block$/u))
      throw unsupported(`It holds a DataFrame with ${nameOfValue(block)}.`);
    const [values = null, placement = null] = block.args;
    return { values, placement };
  });
  return { blocks, axes: second.items };
}

/** The columns that a block holds, by their number: a slice or an array. */
function placesOf(placement: PyValue, columnCount: number): number[] {
  if (isCallOf(placement, /^(builtins|__builtin__)\.slice$/u)) {
    const [start, stop, step] = placement.args.map((each) => (each === null ? 1 : Number(each)));
    if (start === undefined || stop === undefined || step === undefined || !(step > 0))
      throw malformed('has a block of an unknown place');
    const count = Math.max(0, Math.ceil((stop - start) / step));
    if (!(count <= columnCount)) throw malformed('has a block of more columns than its DataFrame');
    return Array.from({ length: count }, (_, index) => start + index * step);
  }
  return integersOf(placement).map(Number);
}

function integersOf(value: PyValue): bigint[] {
  const array = isArray(value) ? arrayOf(value) : null;
  if (array?.kind !== 'elements' || array.elements.dtype.kind !== 'number')
    throw unsupported(`It holds a DataFrame whose block is placed by ${nameOfValue(value)}.`);
  const column = columnOfElements(array.elements, 'places', { notes: [], format: 'pickle', remedy: '' });
  return 'values' in column ? Array.from(column.values as ArrayLike<number | bigint>, BigInt) : [];
}

type RowOfBlock = (row: number, name: string, context: ElementContext) => Column;

function rowsOfBlock(values: PyValue, columnCount: number, rowCount: number): RowOfBlock {
  if (!isArray(values)) {
    const array = isExtension(values) ? arrayInside(values) : null;
    if (array === null) {
      if (columnCount !== 1) throw malformed('has a block whose values are for one column');
      return (_, name, context) => extensionColumn(values, name, rowCount, context);
    }
    return rowsOfArray(array, columnCount, rowCount);
  }
  return rowsOfArray(arrayOf(values), columnCount, rowCount);
}

/** DatetimeArray and TimedeltaArray, which pandas 2 and 3 keep around an array of NumPy. */
const backed = /__pyx_unpickle_NDArrayBacked$/u;
const isExtension = (value: PyValue): value is PyObject => isCallOf(value, backed);

function arrayInside(value: PyObject): PyArray | null {
  const [kind] = value.args;
  const name = kind === undefined ? '' : nameOfValue(kind);
  if (
    !/(DatetimeArray|TimedeltaArray|NumpyExtensionArray|StringArray)$/u.test(name) ||
    !(value.state instanceof PyList)
  )
    return null;
  const [type = null, data = null] = value.state.items;
  if (!isCallOf(type, /^(numpy\.dtype|pandas\..*StringDtype)$/u))
    throw unsupported(`It holds a DataFrame with ${nameOfValue(type)}.`);
  return isArray(data) ? arrayOf(data) : null;
}

function rowsOfArray(array: PyArray, columnCount: number, rowCount: number): RowOfBlock {
  const { shape } = array.kind === 'elements' ? array.elements : array;
  const [first = 0, second] = shape;
  if (
    second === undefined
      ? columnCount !== 1 || first !== rowCount
      : first !== columnCount || second !== rowCount || shape.length > 2
  )
    throw malformed(`has a block of ${shape.join(' × ')} values for ${columnCount} columns of ${rowCount} rows`);
  if (array.kind === 'objects')
    return (row, name, context) =>
      columnOfValues(array.values.slice(row * rowCount, (row + 1) * rowCount), name, context);
  return (row, name, context) => columnOfElements(rowOf(array.elements, row, rowCount, columnCount), name, context);
}

/** One row of an array of two dimensions, which is a column of the DataFrame. */
function rowOf({ data, dtype, fortranOrder }: ElementArray, row: number, rowCount: number, rows: number): ElementArray {
  const { itemBytes } = dtype;
  const shape = [rowCount];
  if (!fortranOrder || rows === 1) {
    const start = row * rowCount * itemBytes;
    return { data: data.subarray(start, start + rowCount * itemBytes), dtype, shape, fortranOrder: false };
  }
  const values = new Uint8Array(rowCount * itemBytes);
  for (let at = 0; at < rowCount; at += 1) {
    const from = (at * rows + row) * itemBytes;
    values.set(data.subarray(from, from + itemBytes), at * itemBytes);
  }
  return { data: values, dtype, shape, fortranOrder: false };
}

/** The column of an array that pandas has of its own. */
function extensionColumn(value: PyValue, name: string, rowCount: number, context: ElementContext): Column {
  const read = arrowTexts(value, name) ?? maskedColumn(value, name, context);
  if (read === null) throw unsupported(`Column “${name.slice(0, 60)}” is ${nameOfValue(value)}, which is not read.`);
  if (read.rowCount !== rowCount)
    throw malformed(`has a column of ${read.rowCount} rows in a DataFrame of ${rowCount}`);
  return read.column;
}

/** Nullable integers, floats and booleans: values, and which of them are missing. */
function maskedColumn(value: PyValue, name: string, context: ElementContext) {
  if (!isCallOf(value, /^pandas\..*\.?(IntegerArray|FloatingArray|BooleanArray)$/u) || !(value.state instanceof PyDict))
    return null;
  const [data, mask] = [value.state.get('_data'), value.state.get('_mask')];
  if (!isArray(data) || !isArray(mask)) return null;
  const [values, missing] = [arrayOf(data), arrayOf(mask)];
  if (values.kind !== 'elements' || missing.kind !== 'elements' || values.elements.shape.length !== 1) return null;
  const [rowCount = 0] = values.elements.shape;
  if (missing.elements.data.length !== rowCount) throw malformed('has a column whose mask has another length');
  return { rowCount, column: masked(columnOfElements(values.elements, name, context), missing.elements.data) };
}

const isRange = (value: PyValue): value is PyObject => newIndex(value, /RangeIndex$/u);

function newIndex(value: PyValue, className: RegExp): value is PyObject {
  if (!isCallOf(value, /^pandas\..*\._new_(Datetime)?Index$/u)) return false;
  const [kind] = value.args;
  return kind instanceof PyGlobal && kind.path.startsWith('pandas.') && className.test(kind.path);
}

const stateOfIndex = (value: PyObject): PyDict => (value.args[1] instanceof PyDict ? value.args[1] : new PyDict());

function lengthOfIndex(index: PyValue): number {
  if (isRange(index)) {
    const [start, stop, step] = ['start', 'stop', 'step'].map((key) => Number(stateOfIndex(index).get(key) ?? 0));
    if (start === undefined || stop === undefined || step === undefined || step === 0)
      throw malformed('has an index without a length');
    const count = Math.max(0, Math.ceil((stop - start) / step));
    if (!(count <= 2 ** 31 - 1)) throw malformed('has an index that is too long');
    return count;
  }
  const { rowCount } = valuesOfIndex(index, 'index', { notes: [], format: 'pickle', remedy: '' });
  return rowCount;
}

/** The values of an index that is no range, as a column. */
function valuesOfIndex(index: PyValue, name: string, context: ElementContext): { rowCount: number; column: Column } {
  if (!newIndex(index, /(\.Index|Int64Index|Float64Index|UInt64Index|DatetimeIndex)$/u))
    throw unsupported(`It holds a DataFrame whose index is ${nameOfValue(index)}, which is not read.`);
  const data = stateOfIndex(index).get('data') ?? null;
  if (!isArray(data)) {
    if (isExtension(data)) {
      const array = arrayInside(data);
      if (array !== null) return columnOfArray(array, name, context);
    }
    const texts = arrowTexts(data, name);
    if (texts === null)
      throw unsupported(`It holds a DataFrame whose index has ${nameOfValue(data)}, which is not read.`);
    return texts;
  }
  return columnOfArray(arrayOf(data), name, context);
}

function columnOfArray(array: PyArray, name: string, context: ElementContext): { rowCount: number; column: Column } {
  const { shape } = array.kind === 'elements' ? array.elements : array;
  if (shape.length !== 1) throw malformed(`has an index of ${shape.length} dimensions`);
  const column =
    array.kind === 'objects'
      ? columnOfValues(array.values, name, context)
      : columnOfElements(array.elements, name, context);
  return { rowCount: shape[0] ?? 0, column };
}

/** The index as columns: none if it counts the rows from 0. */
function indexColumn(index: PyValue, rowCount: number, context: ElementContext): Column[] {
  const label = isCallOf(index, /_new_/u) ? (stateOfIndex(index).get('name') ?? null) : null;
  const name = label === null ? 'index' : textOfLabel(label);
  if (isRange(index)) {
    const [start, step] = ['start', 'step'].map((key) => BigInt(Number(stateOfIndex(index).get(key) ?? 0)));
    if (start === 0n && step === 1n) return [];
    checkDecodedSize(rowCount * BigInt64Array.BYTES_PER_ELEMENT, 'pickle');
    const values = BigInt64Array.from({ length: rowCount }, (_, row) => (start ?? 0n) + BigInt(row) * (step ?? 1n));
    context.notes.push(`The index of the DataFrame is the column “${name.slice(0, 60)}”.`);
    return [{ name, type: 'int64', validity: null, values }];
  }
  context.notes.push(`The index of the DataFrame is the column “${name.slice(0, 60)}”.`);
  return [valuesOfIndex(index, name, context).column];
}

function textOfLabel(label: PyValue): string {
  if (typeof label === 'string') return label;
  if (typeof label === 'bigint' || typeof label === 'number') return String(label);
  throw unsupported(`It holds a DataFrame with a column that is called by ${nameOfValue(label)}.`);
}

/** The names of the columns. */
function labelsOf(index: PyValue, context: ElementContext): string[] {
  if (isRange(index)) {
    const [start, step] = ['start', 'step'].map((key) => Number(stateOfIndex(index).get(key) ?? 0));
    const count = lengthOfIndex(index);
    if (count > 100_000) throw unsupported(`It holds a DataFrame of ${count} columns.`);
    return Array.from({ length: count }, (_, at) => String((start ?? 0) + at * (step ?? 1)));
  }
  const quiet = { ...context, notes: [] };
  const { column, rowCount } = valuesOfIndex(index, 'columns', quiet);
  if (column.type === 'utf8') {
    const decoder = new TextDecoder();
    const { offsets, data } = column;
    return Array.from({ length: rowCount }, (_, row) => decoder.decode(data.subarray(offsets[row], offsets[row + 1])));
  }
  if (column.type === 'int64') return Array.from(column.values, String);
  throw unsupported(`It holds a DataFrame whose columns are called by values of the type ${column.type}.`);
}
