import type { Column } from '../../model/column';
import { type Cell, CellTime } from '../cells/cell-kinds';
import { tableOfCells } from '../cells/table-of-cells';
import { datasetOfElements } from '../elements';
import type { ElementContext } from '../element-types';
import { columnName } from '../notes';
import { arrayOf, dtypeOf, isArray, isScalar } from './arrays';
import { isCallOf, latin1Bytes, nameOfValue, PyList, type PyObject, type PyValue, unsupported } from './values';

const int64Bits = 64;

/**
 * The column of Python's own values, each row with its own type. None and pandas.NA are null, and so are NaN and NaT beside values that are no
 * floats, as in pandas.
 * @throws FormatlabError that names the class of a value that no column can hold
 */
export function columnOfValues(values: readonly PyValue[], name: string, context: ElementContext): Column {
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

export function cellOf(value: PyValue, name: string, context: ElementContext): Cell {
  if (typeof value === 'bigint' && BigInt.asIntN(int64Bits, value) !== value)
    throw unsupported(`${columnName(name)} holds an int of more than 64 bits.`);
  if (value === null || value instanceof Uint8Array || typeof value !== 'object') return value;
  if (isScalar(value)) return scalarOf(value, name, context);
  if (isCallOf(value, /^datetime\.(datetime|date)$/u)) return momentOf(value, name);
  if (isCallOf(value, /^pandas\..*(C_?NA|NAType|_nat_unpickle)$/u)) return null;
  throw unsupported(`${columnName(name)} holds ${nameOfValue(value)}, which no column can hold.`);
}

function scalarOf(value: PyObject, name: string, context: ElementContext): Cell {
  const [type, data] = value.args;
  const dtype = dtypeOf(type);
  if (dtype.kind !== 'number' || !(data instanceof Uint8Array) || data.length !== dtype.itemBytes)
    throw unsupported(`${columnName(name)} holds a scalar of NumPy that is no number.`);
  const quiet = { ...context, notes: [] };
  const read = datasetOfElements({ data, dtype, shape: [], fortranOrder: false }, quiet);
  const number = read.kind === 'array' ? read.values[0] : undefined;
  if (number === undefined) throw new Error('A scalar became no number.');
  if (dtype.bool) return number !== 0;
  const isFloat = dtype.type === 'float32' || dtype.type === 'float64';
  return cellOf(isFloat ? Number(number) : BigInt(number), name, context);
}

/** Python's dates and times, as `datetime.__reduce__` gives their state. */
function momentOf({ path, args }: PyObject, name: string): CellTime {
  const [state, zone] = args;
  const bytes = typeof state === 'string' ? latin1Bytes(state) : state;
  const isDate = path.endsWith('.date');
  if (!(bytes instanceof Uint8Array) || bytes.length !== (isDate ? 4 : 10))
    throw unsupported(`${columnName(name)} holds a ${path} with an unknown state.`);
  if (zone !== undefined && zone !== null)
    throw unsupported(`${columnName(name)} holds a datetime with a time zone, whose rules are not read.`);
  const [high = 0, low = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, m2 = 0, m1 = 0, m0 = 0] = bytes;
  const date = new Date(0);
  date.setUTCFullYear((high << 8) | low, (month & 127) - 1, day);
  const days = date.getTime() / 86_400_000;
  if (date.getUTCDate() !== day || date.getUTCMonth() !== (month & 127) - 1 || hour > 23 || minute > 59 || second > 59)
    throw unsupported(`${columnName(name)} holds a ${path} that does not exist.`);
  if (isDate) return new CellTime('date', BigInt(days));
  const seconds = days * 86_400 + hour * 3_600 + minute * 60 + second;
  return new CellTime('timestamp', BigInt(seconds) * 1_000_000n + BigInt((m2 << 16) | (m1 << 8) | m0));
}

/** Values that stand one for each row: a list, a tuple, or an array of objects of one dimension. Null if it is none. */
export function rowValues(value: PyValue): readonly PyValue[] | null {
  if (value instanceof PyList) return value.kind === 'set' ? null : value.items;
  if (!isArray(value)) return null;
  const array = arrayOf(value);
  return array.kind === 'objects' && array.shape.length === 1 ? array.values : null;
}
