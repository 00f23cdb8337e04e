import type { Column } from '../../../model/column';
import type { Table } from '../../../model/dataset';
import type { ElementContext } from '../../../own-file/element-types';
import type { ElementArray } from '../../../own-file/elements';
import { arrayOf, integersOf, isArray, type PyArray } from './arrays';
import {
  backedArrayOf,
  columnOfArray,
  columnOfIndex,
  columnOfPandasArray,
  inZone,
  lengthOfIndex,
} from './extension-arrays';
import { indexReaders, labelsOf, type NamedReader, textOfLabel } from './indexes';
import { columnsOf, type PickleContext } from './refused';
import {
  isCallOf,
  malformed,
  nameOfValue,
  PyDict,
  PyList,
  type PyObject,
  type PyValue,
  UnreadColumn,
  unsupported,
} from './values';

const frames = /^pandas\.(core\.frame\.)?DataFrame$/u;
const series = /^pandas\.(core\.series\.)?Series$/u;
const managers = /^pandas\.core\.internals\.managers\.(Single)?BlockManager$/u;

export const isFrame = (value: PyValue | undefined): value is PyObject =>
  isCallOf(value, frames) || isCallOf(value, series);

/**
 * The table of a DataFrame or Series of pandas 1 to 3, from its BlockManager. The index becomes columns unless it only counts the rows. Columns whose
 * values are not read are listed in the context.
 * @throws FormatlabError if the DataFrame is damaged, or has a form that is not read
 */
export function tableOfFrame(frame: PyObject, context: PickleContext): Table {
  const isSeries = series.test(frame.path);
  const state = frame.state instanceof PyDict ? frame.state : new PyDict();
  const manager = state.get('_mgr') ?? state.get('_data');
  if (!isCallOf(manager, managers))
    throw unsupported(`It holds a DataFrame with ${manager === undefined ? 'no manager' : nameOfValue(manager)}.`);
  const { blocks, axes } = partsOfManager(manager);
  if (axes.length !== (isSeries ? 1 : 2)) throw unsupported(otherVersion);
  const rowIndex = axes[isSeries ? 0 : 1] ?? null;
  const rowCount = lengthOfIndex(rowIndex);
  const own = isSeries
    ? [textOfLabel(state.get('_name') ?? state.get('name') ?? 'value')]
    : labelsOf(axes[0] ?? null, context);
  const readers = new Array<NamedReader['read'] | undefined>(own.length).fill(undefined);
  for (const { values, placement } of blocks) {
    const places = isSeries ? [0] : placesOf(placement, own.length);
    const rows = rowsOfBlock(values, places.length, rowCount);
    for (const [row, place] of places.entries()) {
      if (place >= own.length || readers[place] !== undefined) throw malformed('has a DataFrame with a column twice');
      readers[place] = (name, ownContext) => rows(row, name, ownContext);
    }
  }
  const read = readers.filter((reader) => reader !== undefined);
  if (read.length < own.length) throw malformed('has a DataFrame whose columns are not all there');
  const all: NamedReader[] = [
    ...indexReaders(rowIndex, rowCount, own, context.notes),
    ...read.map((reader, place): NamedReader => ({ name: own[place] ?? '', read: reader })),
  ];
  return { kind: 'table', rowCount, columns: columnsOf(all, context) };
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
  if (args.length === 0) return { axes: first.items, blocks: blocksOfState(state, second.items) };
  const blocks = first.items.map((block): Block => {
    if (!isCallOf(block, /^pandas\._libs\.internals\._unpickle_block$/u))
      throw unsupported(`It holds a DataFrame with ${nameOfValue(block)}.`);
    const [values = null, placement = null] = block.args;
    return { values, placement };
  });
  return { blocks, axes: second.items };
}

/** The blocks of a manager of pandas before 1.3, and of a Series. */
function blocksOfState(state: PyValue | undefined, values: readonly PyValue[]): Block[] {
  const versions = state instanceof PyList ? state.items[3] : undefined;
  const version = versions instanceof PyDict ? versions.get('0.14.1') : undefined;
  const blocks = version instanceof PyDict ? version.get('blocks') : undefined;
  if (!(blocks instanceof PyList)) return values.map((each) => ({ values: each, placement: null }));
  return blocks.items.map((block): Block => {
    if (!(block instanceof PyDict)) throw unsupported(otherVersion);
    return { values: block.get('values') ?? null, placement: block.get('mgr_locs') ?? null };
  });
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
  return integersOf(placement, 'places of a block').map(Number);
}

type RowOfBlock = (row: number, name: string, context: ElementContext) => Column;

function rowsOfBlock(values: PyValue, columnCount: number, rowCount: number): RowOfBlock {
  if (isArray(values)) return rowsOfArray(arrayOf(values), columnCount, rowCount);
  const backed = backedArrayOf(values);
  if (backed !== null) {
    const rows = rowsOfArray(backed.array, columnCount, rowCount);
    return (row, name, context) => inZone(rows(row, name, context), backed.zone);
  }
  // pandas before 1.3 keeps times with a zone in an index.
  const isIndex = isCallOf(values, /_new_DatetimeIndex$/u);
  return (_, name, context) => {
    if (columnCount !== 1)
      throw new UnreadColumn(`it is one of ${columnCount} in ${nameOfValue(values)}, which is not read`);
    const read = isIndex ? columnOfIndex(values, name, context) : columnOfPandasArray(values, name, context);
    if (read.rowCount !== rowCount)
      throw malformed(`has a column of ${read.rowCount} rows in a DataFrame of ${rowCount}`);
    return read.column;
  };
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
  return (row, name, context) =>
    columnOfArray(
      array.kind === 'objects'
        ? { kind: 'objects', shape: [rowCount], values: array.values.slice(row * rowCount, (row + 1) * rowCount) }
        : { kind: 'elements', elements: rowOf(array.elements, row, rowCount, columnCount) },
      name,
      context,
    );
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
