import { type CategoryColumn, type Column, listItemColumnName, numericTypes } from '../../../model/column';
import { withDistinctCategories } from '../../../columns/categories';
import { nullRowIndex, takeRows } from '../../../model/column-rows';
import type { ElementContext } from '../../../own-file/element-types';
import { columnOfElements } from '../../../own-file/elements';
import { checkDecodedSize } from '../../../own-file/limits';
import { columnName } from '../../../own-file/notes';
import { arrayOf, integersOf, isArray, masked, type PyArray } from './arrays';
import { arrowColumn } from './arrow-arrays';
import { columnOfValues } from './objects-column';
import { nameOfZone } from './time-zones';
import {
  isCallOf,
  malformed,
  nameOfValue,
  PyDict,
  PyGlobal,
  PyList,
  type PyObject,
  type PyValue,
  UnreadColumn,
  unsupported,
} from './values';

/** The values of a pandas array or index, which has one dimension. */
export interface PandasColumn {
  readonly rowCount: number;
  readonly column: Column;
}

/** An array that pandas keeps around one of NumPy. */
interface BackedArray {
  readonly array: PyArray;
  /** The time zone of its timestamps; null if they have none. */
  readonly zone: PyValue;
}

const reconstructed = /__pyx_unpickle_NDArrayBacked$/u;
const backedClasses =
  /^pandas\.(.*\.)?(DatetimeArray|TimedeltaArray|NumpyExtensionArray|PandasArray|StringArray|StringArrayNumpySemantics)$/u;

const classOf = (value: PyObject): string => nameOfValue(value).replace('an object of ', '');

/** The type and the values of an array, however its version of pandas orders them. */
function partsOfBacked({ state }: PyObject): { type: PyValue; data: PyValue; more: PyDict | null } | null {
  const dict = state instanceof PyList && state.items.length === 1 ? state.items[0] : state;
  if (dict instanceof PyDict) {
    const [type, data] = [dict.get('_dtype'), dict.get('_ndarray') ?? dict.get('_codes') ?? dict.get('_data')];
    return type === undefined || data === undefined ? null : { type, data, more: dict };
  }
  if (!(state instanceof PyList)) return null;
  const [one = null, two = null] = state.items;
  return isArray(one) ? { type: two, data: one, more: null } : { type: one, data: two, more: null };
}

/** Null if the value is another array of pandas. */
export function backedArrayOf(value: PyValue): BackedArray | null {
  if (!(isCallOf(value, reconstructed) || isCallOf(value, backedClasses)) || !backedClasses.test(classOf(value)))
    return null;
  const parts = partsOfBacked(value);
  if (parts === null || !isArray(parts.data)) return null;
  const { type, data } = parts;
  return { array: arrayOf(data), zone: isCallOf(type, /DatetimeTZDtype$/u) ? zoneOfType(type) : null };
}

/** @throws FormatlabError for a type of instants that names no zone: its times would pass for those of no zone */
function zoneOfType({ state }: PyObject): PyValue {
  const zone = state instanceof PyDict ? (state.get('tz') ?? null) : null;
  if (zone === null) throw malformed('has times of a time zone that it does not name');
  return zone;
}

/** The column, whose timestamps are instants if the array has a time zone. */
export function inZone(column: Column, zone: PyValue): Column {
  if (zone === null) return column;
  if (column.type !== 'timestamp') throw new UnreadColumn('it has a time zone, but no times that a column holds');
  const unit = 'unit' in column ? column.unit : 'us';
  return {
    name: column.name,
    type: 'timestamp',
    unit,
    timeZone: nameOfZone(zone),
    validity: column.validity,
    values: column.values,
  };
}

/** The column of a NumPy array. @throws UnreadColumn if no column has its type */
export function columnOfArray(array: PyArray, name: string, context: ElementContext): Column {
  if (array.kind === 'objects') return columnOfValues(array.values, name, context);
  const { dtype } = array.elements;
  if (dtype.kind === 'other') throw new UnreadColumn(`it holds ${dtype.description}`);
  return columnOfElements(array.elements, name, context);
}

function pandasColumnOfArray(array: PyArray, zone: PyValue, name: string, context: ElementContext): PandasColumn {
  const { shape } = array.kind === 'elements' ? array.elements : array;
  if (shape.length !== 1) throw malformed(`has an array of ${shape.length} dimensions where one was expected`);
  return { rowCount: shape[0] ?? 0, column: inZone(columnOfArray(array, name, context), zone) };
}

/**
 * The column of an array of NumPy or pandas.
 * @throws UnreadColumn that names the class of an array that is not read, such as one of periods
 */
export function columnOfPandasArray(value: PyValue, name: string, context: ElementContext): PandasColumn {
  if (isArray(value)) return pandasColumnOfArray(arrayOf(value), null, name, context);
  const backed = backedArrayOf(value);
  if (backed !== null) return pandasColumnOfArray(backed.array, backed.zone, name, context);
  const read =
    categoricalColumn(value, name, context) ?? maskedColumn(value, name, context) ?? arrowColumn(value, name);
  if (read === null) throw new UnreadColumn(`it is ${nameOfValue(value)}, which is not read`);
  return read;
}

/** Nullable integers, floats and booleans: values, and which of them are missing. */
function maskedColumn(value: PyValue, name: string, context: ElementContext): PandasColumn | null {
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

const isCategorical = (value: PyValue | undefined): value is PyObject =>
  (isCallOf(value, reconstructed) || isCallOf(value, /Categorical$/u)) &&
  /^pandas\.(.*\.)?Categorical$/u.test(classOf(value));

function categoricalColumn(value: PyValue, name: string, context: ElementContext): PandasColumn | null {
  if (!isCategorical(value)) return null;
  const parts = partsOfBacked(value);
  const dtype = parts?.type;
  if (parts === null || !isCallOf(dtype, /CategoricalDtype$/u)) return null;
  const { categories, ordered } = categoriesOf(dtype);
  if (isCategorical(isIndexOf(categories, valueIndexes) ? stateOfIndex(categories).get('data') : null))
    throw malformed('has categories that are themselves made of categories');
  const read = columnOfIndex(categories, listItemColumnName, context);
  const codes = integersOf(parts.data, 'codes of categories');
  const rows = rowsOfCodes(codes, read.rowCount);
  return { rowCount: codes.length, column: categoryColumn(read, rows, name, ordered === true, context) };
}

function categoriesOf({ args, state }: PyObject): { categories: PyValue; ordered: PyValue } {
  if (state instanceof PyDict)
    return { categories: state.get('categories') ?? null, ordered: state.get('ordered') ?? null };
  const [categories = null, ordered = null] = args;
  return { categories, ordered };
}

/** The rows of the levels or categories that codes name; −1 is a null. */
export function rowsOfCodes(codes: readonly bigint[], count: number): Int32Array {
  return Int32Array.from(codes, (code) => {
    if (code < -1n || code >= BigInt(count)) throw malformed(`has a code of ${code} for ${count} values`);
    return code === -1n ? nullRowIndex : Number(code);
  });
}

const plainTypes: readonly string[] = [...numericTypes, 'bool', 'date', 'utf8', 'binary'];

/** A column of categories in these rows. Categories of a type that no category has, such as times with a zone, are kept as the values of the rows. */
export function categoryColumn(
  { rowCount, column }: PandasColumn,
  rows: Int32Array,
  name: string,
  ordered: boolean,
  context: ElementContext,
): Column {
  const isPlain = plainTypes.includes(column.type) || (column.type === 'timestamp' && !('unit' in column));
  if (!isPlain) {
    context.notes.push(
      `${columnName(name)}: its categories are of the type ${column.type}, and are kept as plain values.`,
    );
    return { ...takeRows(column, rows), name };
  }
  const validity = takeRows({ name, type: 'bool', validity: null, values: new Uint8Array(rowCount) }, rows).validity;
  const indices = rows.map((row) => Math.max(0, row));
  const categories = column as CategoryColumn['categories'];
  return withDistinctCategories({ name, type: 'category', ordered, validity, indices, categories }, rowCount);
}

export function isIndexOf(value: PyValue, className: RegExp): value is PyObject {
  if (!isCallOf(value, /^pandas\..*\._new_(Datetime)?Index$/u)) return false;
  const [kind] = value.args;
  return kind instanceof PyGlobal && kind.path.startsWith('pandas.') && className.test(kind.path);
}

export const stateOfIndex = (value: PyObject): PyDict =>
  value.args[1] instanceof PyDict ? value.args[1] : new PyDict();

export const isRange = (value: PyValue): value is PyObject => isIndexOf(value, /RangeIndex$/u);

const maxRangeCount = 2n ** 31n - 1n;

/** @throws FormatlabError if the range has no length, or one of more than 2³¹ − 1, or values of more than 64 bits */
export function rangeOf(index: PyObject): { start: bigint; step: bigint; count: number } {
  const [start, stop, step] = ['start', 'stop', 'step'].map((key) => stateOfIndex(index).get(key) ?? 0n);
  if (typeof start !== 'bigint' || typeof stop !== 'bigint' || typeof step !== 'bigint' || step === 0n)
    throw malformed('has an index without a length');
  // As Python's `range` counts: the quotient is rounded up, and a range that runs the wrong way is empty.
  const span = step > 0n ? stop - start : start - stop;
  const stride = step > 0n ? step : -step;
  const count = span > 0n ? (span + stride - 1n) / stride : 0n;
  if (count > maxRangeCount) throw malformed('has an index that is too long');
  const ends = count === 0n ? [] : [start, start + (count - 1n) * step];
  if (ends.some((value) => BigInt.asIntN(64, value) !== value))
    throw unsupported('It holds an index that counts in numbers of more than 64 bits.');
  return { start, step, count: Number(count) };
}

const valueIndexes =
  /\.(Index|Int64Index|Float64Index|UInt64Index|NumericIndex|DatetimeIndex|TimedeltaIndex|CategoricalIndex)$/u;

/**
 * The values of an index of one level.
 * @throws UnreadColumn that names the class of an index that is not read
 */
export function columnOfIndex(index: PyValue, name: string, context: ElementContext): PandasColumn {
  if (isRange(index)) {
    const { start, step, count } = rangeOf(index);
    checkDecodedSize(count * BigInt64Array.BYTES_PER_ELEMENT, 'pickle');
    const values = BigInt64Array.from({ length: count }, (_, row) => start + BigInt(row) * step);
    return { rowCount: count, column: { name, type: 'int64', validity: null, values } };
  }
  if (!isIndexOf(index, valueIndexes)) throw new UnreadColumn(`it is ${nameOfValue(index)}, which is not read`);
  const state = stateOfIndex(index);
  const read = columnOfPandasArray(state.get('data') ?? null, name, context);
  // pandas before 1.1 keeps the zone beside the values.
  const zone = state.get('tz') ?? null;
  return zone === null ? read : { ...read, column: inZone(read.column, zone) };
}

/** The number of values of an index, also of a class whose values are not read. */
export function lengthOfIndex(index: PyValue): number {
  if (isRange(index)) return rangeOf(index).count;
  if (isIndexOf(index, /MultiIndex$/u)) {
    const state = stateOfIndex(index);
    const codes = state.get('codes') ?? state.get('labels');
    const [first = null] = codes instanceof PyList ? codes.items : [];
    return lengthOfArray(first);
  }
  if (isIndexOf(index, /IntervalIndex$/u)) {
    const left = stateOfIndex(index).get('left') ?? null;
    if (isIndexOf(left, /IntervalIndex$/u)) throw malformed('has intervals that begin with intervals');
    return isCallOf(left, /_new_/u) ? lengthOfIndex(left) : lengthOfArray(left);
  }
  if (!isCallOf(index, /\._new_(Datetime|Period)?Index$/u))
    throw unsupported(`It holds a DataFrame whose index is ${nameOfValue(index)}, which is not read.`);
  return lengthOfArray(stateOfIndex(index).get('data') ?? null);
}

function lengthOfArray(value: PyValue): number {
  const quiet: ElementContext = { notes: [], format: 'pickle', remedy: '' };
  const data =
    value instanceof Object && 'state' in value && !isArray(value) ? (partsOfBacked(value)?.data ?? value) : value;
  if (isArray(data)) {
    const array = arrayOf(data);
    const [count = 0] = array.kind === 'elements' ? array.elements.shape : array.shape;
    return count;
  }
  try {
    return columnOfPandasArray(value, 'index', quiet).rowCount;
  } catch (thrown) {
    if (!(thrown instanceof UnreadColumn)) throw thrown;
    throw unsupported(`It holds a DataFrame whose index cannot be read: ${thrown.reason}.`);
  }
}
