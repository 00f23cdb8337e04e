import type { Column } from '../../../model/column';
import { columnOfElements, type ElementArray } from '../../../own-file/elements';
import type { NpyDtype, NpyField } from '../../../own-file/element-types';
import { checkDecodedSize } from '../../../own-file/limits';
import { dtypeOfText } from '../../npy/open/npy-header';
import {
  isCallOf,
  latin1Bytes,
  malformed,
  nameOfValue,
  PyDict,
  PyList,
  type PyObject,
  type PyValue,
  unsupported,
} from './values';

/** An array of NumPy: its elements, or Python's values of an array of objects. */
export type PyArray =
  | { readonly kind: 'elements'; readonly elements: ElementArray }
  | { readonly kind: 'objects'; readonly shape: readonly number[]; readonly values: readonly PyValue[] };

export const isArray = (value: PyValue | undefined): value is PyObject =>
  isCallOf(value, /^numpy\.(_core|core)\.(multiarray\._reconstruct|numeric\._frombuffer)$/u);
export const isScalar = (value: PyValue | undefined): value is PyObject =>
  isCallOf(value, /^numpy\.(_core|core)\.multiarray\.scalar$/u);

const maxDepth = 8;

/** The array of a recorded call. @throws FormatlabError if it contradicts itself, or is of a subclass */
export function arrayOf(object: PyObject): PyArray {
  if (object.path.endsWith('_frombuffer')) {
    const [data, type, shape, order] = object.args;
    if (!(data instanceof Uint8Array)) throw unsupported('Its array is in a buffer outside of it.');
    return elementsOf(data, dtypeOf(type), shapeOf(shape), order === 'F');
  }
  const [made] = object.args;
  const className = made === undefined ? '' : nameOfValue(made);
  if (!className.endsWith(' numpy.ndarray')) throw unsupported(`It holds ${className}, which is not read.`);
  if (!(object.state instanceof PyList)) throw malformed('has an array without values');
  const [, shape, type, isFortran, data] = object.state.items;
  const lengths = shapeOf(shape);
  if (data instanceof PyList) {
    const count = lengths.reduce((product, length) => product * length, 1);
    if (data.items.length !== count) throw malformed(`has an array of ${count} objects with ${data.items.length}`);
    // NumPy lists objects in C order, also those of an array in Fortran order.
    return { kind: 'objects', shape: lengths, values: data.items };
  }
  const bytes = typeof data === 'string' ? latin1Bytes(data) : data;
  if (!(bytes instanceof Uint8Array)) throw malformed('has an array without values');
  return elementsOf(bytes, dtypeOf(type), lengths, isFortran === true);
}

function elementsOf(data: Uint8Array<ArrayBuffer>, dtype: NpyDtype, shape: number[], fortranOrder: boolean): PyArray {
  const sizeBytes = shape.reduce((product, length) => product * length, dtype.itemBytes);
  if (dtype.itemBytes === 0) throw unsupported('It holds an array whose values take no bytes.');
  checkDecodedSize(sizeBytes, 'pickle');
  if (sizeBytes !== data.length) throw malformed(`has an array of ${sizeBytes} bytes with ${data.length}`);
  return { kind: 'elements', elements: { data, dtype, shape, fortranOrder } };
}

const maxDimensions = 32;

function shapeOf(value: PyValue | undefined): number[] {
  if (!(value instanceof PyList) || value.items.length > maxDimensions) throw malformed('has an array without a shape');
  return value.items.map((length) => {
    if (typeof length !== 'bigint' || length < 0n || length > 2n ** 40n)
      throw malformed('has an array with an impossible shape');
    return Number(length);
  });
}

/** The type of elements that a recorded call of numpy.dtype makes. */
export function dtypeOf(value: PyValue | undefined, depth = 0): NpyDtype {
  if (!isCallOf(value, /^numpy\.(dtype|dtypes?\.\w+)$/u) || depth > maxDepth)
    throw unsupported(`It holds an array whose type is ${value === undefined ? 'missing' : nameOfValue(value)}.`);
  const [name] = value.args;
  if (typeof name !== 'string') throw malformed('has a type without a name');
  const state = value.state instanceof PyList ? value.state.items : [];
  const [, order = '|', subtype = null, names = null, fields = null, itemBytes = -1n] = state;
  if (subtype instanceof PyList) {
    const [item, shape] = subtype.items;
    const inner = dtypeOf(item, depth + 1);
    const lengths = shapeOf(shape instanceof PyList ? shape : new PyList('tuple', [shape ?? null]));
    const bytes = lengths.reduce((product, length) => product * length, inner.itemBytes);
    if (inner.itemBytes === 0 || !Number.isSafeInteger(bytes)) throw malformed('has a type of an impossible size');
    return { kind: 'array', item: inner, shape: lengths, itemBytes: bytes };
  }
  if (names instanceof PyList && fields instanceof PyDict) {
    const size = Number(itemBytes);
    const read = names.items.map((field): NpyField => {
      const entry = typeof field === 'string' ? fields.get(field) : undefined;
      const [type, offset] = entry instanceof PyList ? entry.items : [];
      if (typeof field !== 'string' || typeof offset !== 'bigint') throw malformed('has a type whose field is missing');
      const dtype = dtypeOf(type, depth + 1);
      if (offset < 0n || Number(offset) + dtype.itemBytes > size) throw malformed('has a field outside of its type');
      return { name: field, dtype, offset: Number(offset) };
    });
    return { kind: 'structured', fields: read, itemBytes: size };
  }
  if (name.startsWith('O')) return { kind: 'other', description: 'Python objects', itemBytes: 8 };
  if (/^[SUVa]/u.test(name) && /\d/u.test(name)) return dtypeOfText(`${String(order)}${name}`);
  return dtypeOfText(`${order === '>' ? '>' : '<'}${name}${timeUnitOf(name, state[8])}`);
}

/** “[ns]” of a type of times, whose unit is in its metadata. */
function timeUnitOf(name: string, metadata: PyValue | undefined): string {
  if (!/^[mM]8$/u.test(name)) return '';
  const unit = metadata instanceof PyList ? metadata.items[1] : undefined;
  const [text, step] = unit instanceof PyList ? unit.items : [];
  const word = text instanceof Uint8Array ? new TextDecoder().decode(text) : text;
  if (typeof word !== 'string' || typeof step !== 'bigint') throw malformed('has times without a unit');
  return `[${step === 1n ? '' : step}${word}]`;
}

/** The whole numbers of an array of one dimension. `what` names them in errors. */
export function integersOf(value: PyValue, what: string): bigint[] {
  const array = isArray(value) ? arrayOf(value) : null;
  if (array?.kind !== 'elements' || array.elements.dtype.kind !== 'number')
    throw unsupported(`Its ${what} are ${nameOfValue(value)}.`);
  const column = columnOfElements(array.elements, what, { notes: [], format: 'pickle', remedy: '' });
  if (!('values' in column) || column.type.startsWith('float'))
    throw malformed(`has ${what} that are no whole numbers`);
  return Array.from(column.values as ArrayLike<number | bigint>, BigInt);
}

/** A column with nulls where the mask is not zero. */
export function masked(column: Column, mask: Uint8Array): Column {
  const bits = new Uint8Array(Math.ceil(mask.length / 8));
  let nulls = 0;
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
    else {
      nulls += 1;
      // What is behind a null means nothing.
      if ('values' in column)
        column.values[row] = column.values instanceof BigInt64Array || column.values instanceof BigUint64Array ? 0n : 0;
    }
  }
  return nulls === 0 ? column : { ...column, validity: bits };
}
