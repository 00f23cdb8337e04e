import type { Column } from '../../../model/column';
import { type Cell, CellTime } from '../../../own-file/cells/cell-kinds';
import { tableOfCells } from '../../../own-file/cells/table-of-cells';
import { columnOfElements, datasetOfElements } from '../../../own-file/elements';
import type { ElementContext } from '../../../own-file/element-types';
import { columnName } from '../../../own-file/notes';
import { arrayOf, dtypeOf, isArray, isScalar } from './arrays';
import { momentOf, timestampOf } from './moments';
import { columnOfTypedObjects, decimalTextOf, isMissing } from './typed-objects';
import { isCallOf, nameOfValue, PyList, type PyObject, type PyValue, UnreadColumn } from './values';

const int64Bits = 64;

/**
 * The column of Python's own values, each row with its own type. None and pandas.NA are null, and so are NaN and NaT beside values that are no
 * floats, as in pandas.
 * @throws UnreadColumn that names the class of a value that no column can hold
 */
export function columnOfValues(values: readonly PyValue[], name: string, context: ElementContext): Column {
  const typed = columnOfTypedObjects(values, name, context);
  if (typed !== null) return typed;
  const cells = values.map((value) => cellOf(value, name, context));
  const hasOthers = cells.some((cell) => cell !== null && typeof cell !== 'number');
  const missing = hasOthers ? cells.filter((cell) => typeof cell === 'number' && Number.isNaN(cell)).length : 0;
  if (missing > 0) {
    const isNumeric = cells.every((cell) => cell === null || typeof cell === 'number' || typeof cell === 'bigint');
    if (!isNumeric) {
      for (const [row, cell] of cells.entries()) if (typeof cell === 'number' && Number.isNaN(cell)) cells[row] = null;
      context.notes.push(`${columnName(name)}: its ${missing.toLocaleString('en')} NaN are nulls, as pandas has them.`);
    }
  }
  const row: [Cell] = [null];
  const rows = function* () {
    for (const cell of cells) {
      row[0] = cell;
      yield row;
    }
  };
  const { dataset, notes } = tableOfCells(
    { format: 'pickle', names: [name], rowCount: cells.length, firstRow: 1, rows },
    null,
    [],
  );
  context.notes.push(...notes);
  if (dataset.kind !== 'table' || dataset.columns[0] === undefined) throw new Error('Cells became no table.');
  return dataset.columns[0];
}

function cellOf(value: PyValue, name: string, context: ElementContext): Cell {
  if (typeof value === 'bigint' && BigInt.asIntN(int64Bits, value) !== value)
    throw new UnreadColumn('it holds an int of more than 64 bits');
  if (isMissing(value)) return null;
  if (value === null || value instanceof Uint8Array || typeof value !== 'object') return value;
  if (isScalar(value)) return scalarOf(value, name, context);
  if (isCallOf(value, /^datetime\.(datetime|date|time)$/u)) {
    if (value.args.length > 1)
      throw new UnreadColumn('it holds times of day with a time zone, or mixes times of a time zone with other values');
    return momentOf(value);
  }
  const timestamp = timestampOf(value);
  if (timestamp !== null) {
    if (timestamp.zone !== null || timestamp.ns % 1_000n !== 0n)
      throw new UnreadColumn('it mixes times of a time zone, or of nanoseconds, with other values');
    return new CellTime('timestamp', timestamp.ns / 1_000n);
  }
  const decimal = decimalTextOf(value);
  if (decimal !== null) return decimal;
  throw new UnreadColumn(`it holds ${nameOfValue(value)}, which no column can hold`);
}

function scalarOf(value: PyObject, name: string, context: ElementContext): Cell {
  const [type, data] = value.args;
  const dtype = dtypeOf(type);
  const quiet = { ...context, notes: [] };
  if (dtype.kind === 'text' && data instanceof Uint8Array && data.length === dtype.itemBytes) {
    const text = columnOfElements({ data, dtype, shape: [1], fortranOrder: false }, name, quiet);
    return text.type === 'utf8' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(text.data) : null;
  }
  if (dtype.kind !== 'number' || !(data instanceof Uint8Array) || data.length !== dtype.itemBytes)
    throw new UnreadColumn('it holds a scalar of NumPy that is neither a number nor a text');
  const read = datasetOfElements({ data, dtype, shape: [], fortranOrder: false }, quiet);
  const number = read.kind === 'array' ? read.values[0] : undefined;
  if (number === undefined) throw new Error('A scalar became no number.');
  if (dtype.bool) return number !== 0;
  const isFloat = dtype.type === 'float32' || dtype.type === 'float64';
  return cellOf(isFloat ? Number(number) : BigInt(number), name, context);
}

/** Values that stand one for each row: a list, a tuple, or an array of objects of one dimension. Null if it is none. */
export function rowValues(value: PyValue): readonly PyValue[] | null {
  if (value instanceof PyList) return value.kind === 'set' ? null : value.items;
  if (!isArray(value)) return null;
  const array = arrayOf(value);
  return array.kind === 'objects' && array.shape.length === 1 ? array.values : null;
}
