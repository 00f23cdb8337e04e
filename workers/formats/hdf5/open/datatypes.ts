import type { ReadableBytes } from '../../../byte-map/file-bytes';
import { readStrings, referenceBytes } from '../file/global-heap';
import { listItemColumnName, type NumericType } from '../../../model/column';
import { VariableWidthBuilder } from '../../../own-file/column-builders';
import type { NpyDtype, NpyField, Places } from '../../../own-file/element-types';
import { isUtf8, readColumn, readNumbers } from '../../../own-file/elements';
import { columnName, shortList } from '../../../own-file/notes';
import { dtypeOfText } from '../../npy/open/npy-header';

/** Where datatypes are read: the bytes of the file from its base address on. `fail` throws. */
export interface TypeSource {
  readonly file: ReadableBytes;
  readonly fail: (what: string) => never;
}

interface ReadType {
  readonly dtype: NpyDtype;
  /** Where its message ends. */
  readonly end: number;
}

const classes = {
  integer: 0,
  float: 1,
  time: 2,
  text: 3,
  bitField: 4,
  opaque: 5,
  compound: 6,
  reference: 7,
  enumeration: 8,
  variableLength: 9,
  array: 10,
  complex: 11,
} as const;
const maxDepth = 6;
const maxDimensions = 32;
const maxNameBytes = 1_024;
const headBytes = 8;

/**
 * Reads a datatype message (HDF5 File Format Specification 3.0, IV.A.2.d) as the NumPy type that h5py gives it. Types that no column can hold
 * are of the kind `other`.
 */
export function readDatatype(source: TypeSource, at: number, depth = 0): ReadType {
  const { file, fail } = source;
  if (depth > maxDepth) fail('has a type that is nested too deeply');
  const version = file.u8(at) >> 4;
  const bits = file.uint(at + 1, 3);
  const itemBytes = file.u32(at + 4);
  const body = at + headBytes;
  if (version < 1 || version > 5) fail(`has a type of version ${version}`);
  if (itemBytes === 0) fail('has a type whose values take no bytes');
  const other = (description: string, bodyBytes: number): ReadType => ({
    dtype: { kind: 'other', description, itemBytes },
    end: body + bodyBytes,
  });
  switch (file.u8(at) & 15) {
    case classes.integer:
      return { dtype: integerType(source, at, (bits & 8) !== 0), end: body + 4 };
    case classes.bitField:
      return { dtype: itemBytes === 1 ? flagType : integerType(source, at, false), end: body + 4 };
    case classes.float: {
      const dtype = floatType(source, at);
      return { dtype, end: body + 12 };
    }
    case classes.time:
      return other('times of HDF5’s own type', 2);
    case classes.text: {
      const padding = (['terminated', 'zeros', 'spaces'] as const)[bits & 15];
      if (padding === undefined) fail('has text that is padded in an unknown way');
      else return { dtype: { kind: 'bytes', itemBytes, padding, isText: true }, end: body };
      break;
    }
    case classes.opaque:
      return { dtype: opaqueType(file.slice(body, bits & 255), itemBytes), end: body + (bits & 255) };
    case classes.compound:
      return compoundType(source, at, depth);
    case classes.reference:
      return other('references to other objects', 0);
    case classes.enumeration:
      return enumerationType(source, at, depth);
    case classes.variableLength: {
      const { dtype: item, end } = readDatatype(source, body, depth + 1);
      if (itemBytes !== referenceBytes) fail('has values of variable length whose places have an unknown size');
      return { dtype: (bits & 15) === 1 ? textType(source) : sequenceType(source, item), end };
    }
    case classes.array: {
      const rank = file.u8(body);
      if (rank > maxDimensions) fail(`has a type of ${rank} dimensions`);
      const first = body + (version < 3 ? 4 : 1);
      const shape = Array.from({ length: rank }, (_, axis) => file.u32(first + 4 * axis));
      const { dtype: item, end } = readDatatype(source, first + 4 * rank * (version < 3 ? 2 : 1), depth + 1);
      if (shape.reduce((product, length) => product * length, item.itemBytes) !== itemBytes)
        fail('has a type of arrays whose size contradicts its shape');
      return { dtype: { kind: 'array', item, shape, itemBytes }, end };
    }
    case classes.complex:
      return other('complex numbers of HDF5’s own type', readDatatype(source, body, depth + 1).end - body);
  }
  return fail(`has a type of the unknown class ${file.u8(at) & 15}`);
}

const numberType = (type: NumericType, itemBytes: number, littleEndian: boolean): NpyDtype => ({
  kind: 'number',
  type,
  bool: false,
  littleEndian,
  itemBytes,
});

function integerType({ file }: TypeSource, at: number, isSigned: boolean): NpyDtype {
  const itemBytes = file.u32(at + 4);
  const [firstBit, bitCount] = [file.u16(at + headBytes), file.u16(at + headBytes + 2)];
  if (![1, 2, 4, 8].includes(itemBytes) || firstBit !== 0 || bitCount !== 8 * itemBytes)
    return { kind: 'other', description: `integers of ${bitCount} bits in ${itemBytes} bytes`, itemBytes };
  const type = `${isSigned ? 'int' : 'uint'}${bitCount}` as NumericType;
  return numberType(type, itemBytes, (file.u8(at + 1) & 1) === 0);
}

/** By its size: the bits of the exponent and of the fraction, and the exponent's bias, of IEEE 754. */
const ieee: Readonly<Record<number, readonly [exponent: number, fraction: number, bias: number]>> = {
  2: [5, 10, 15],
  4: [8, 23, 127],
  8: [11, 52, 1_023],
};
/** The highest bit of the fraction is not stored. */
const impliedBit = 2;
const vaxOrder = 0x40;

function floatType({ file }: TypeSource, at: number): NpyDtype {
  const itemBytes = file.u32(at + 4);
  const [exponent, fraction, bias] = ieee[itemBytes] ?? [0, 0, 0];
  const [bits, signAt] = [file.u8(at + 1), file.u8(at + 2)];
  const body = at + headBytes;
  const isIeee =
    exponent > 0 &&
    file.u16(body) === 0 &&
    file.u16(body + 2) === 8 * itemBytes &&
    file.u8(body + 4) === fraction &&
    file.u8(body + 5) === exponent &&
    file.u8(body + 6) === 0 &&
    file.u8(body + 7) === fraction &&
    file.u32(body + 8) === bias &&
    signAt === 8 * itemBytes - 1 &&
    ((bits >> 4) & 3) === impliedBit &&
    (bits & vaxOrder) === 0;
  const littleEndian = (bits & 1) === 0;
  if (!isIeee)
    return { kind: 'other', description: `floats of ${file.u16(body + 2)} bits that are not IEEE 754’s`, itemBytes };
  return itemBytes === 2
    ? { kind: 'half', littleEndian, itemBytes: 2 }
    : numberType(itemBytes === 4 ? 'float32' : 'float64', itemBytes, littleEndian);
}

/** Opaque bytes. h5py keeps NumPy's times in them, with the type as their tag. */
function opaqueType(tag: Uint8Array, itemBytes: number): NpyDtype {
  const text = new TextDecoder('latin1').decode(tag).replace(/\0.*$/su, '');
  const time = /^NUMPY:([<>][Mm]8\[\w+\])$/u.exec(text)?.[1];
  return time !== undefined && itemBytes === 8 ? dtypeOfText(time) : { kind: 'raw', itemBytes };
}

/** A name that ends with a zero, and where the next thing begins. */
function nameAt({ file, fail }: TypeSource, at: number, isPadded: boolean): { name: string; end: number } {
  let length = 0;
  while (file.u8(at + length) !== 0) {
    length += 1;
    if (length > maxNameBytes) fail('has a type whose member has a name that is too long');
  }
  const name = new TextDecoder().decode(file.slice(at, length));
  return { name, end: at + (isPadded ? Math.ceil((length + 1) / 8) * 8 : length + 1) };
}

/** The bytes that libhdf5 takes for offsets inside a type of a size. */
const offsetBytes = (itemBytes: number) => Math.floor(Math.log2(itemBytes) / 8) + 1;

function compoundType(source: TypeSource, start: number, depth: number): ReadType {
  const { file, fail } = source;
  const version = file.u8(start) >> 4;
  const itemBytes = file.u32(start + 4);
  const fields: NpyField[] = [];
  let at = start + headBytes;
  for (let left = file.u16(start + 1); left > 0; left -= 1) {
    const { name, end } = nameAt(source, at, version < 3);
    const width = version < 3 ? 4 : offsetBytes(itemBytes);
    const offset = file.uint(end, width);
    let typeAt = end + width;
    let shape: number[] = [];
    if (version === 1) {
      const rank = file.u8(typeAt);
      if (rank > 4) fail(`has a type whose member has ${rank} dimensions`);
      shape = Array.from({ length: rank }, (_, axis) => file.u32(typeAt + 12 + 4 * axis));
      typeAt += 28;
    }
    const read = readDatatype(source, typeAt, depth + 1);
    const bytes = shape.reduce((product, length) => product * length, read.dtype.itemBytes);
    const dtype: NpyDtype =
      shape.length === 0 ? read.dtype : { kind: 'array', item: read.dtype, shape, itemBytes: bytes };
    if (offset + bytes > itemBytes) fail('has a type whose member lies outside of it');
    fields.push({ name, dtype, offset });
    at = read.end;
  }
  if (fields.length === 0) fail('has a compound type without members');
  return { dtype: { kind: 'structured', fields, itemBytes }, end: at };
}

const listedMembers = 20;

function enumerationType(source: TypeSource, start: number, depth: number): ReadType {
  const { file, fail } = source;
  const version = file.u8(start) >> 4;
  const count = file.u16(start + 1);
  const { dtype: base, end: namesAt } = readDatatype(source, start + headBytes, depth + 1);
  if (base.kind !== 'number') fail('has an enumeration whose values are not numbers');
  let at = namesAt;
  const names: string[] = [];
  for (let member = 0; member < count; member += 1) {
    const { name, end } = nameAt(source, at, version < 3);
    names.push(name);
    at = end;
  }
  const { itemBytes } = base;
  const end = at + count * itemBytes;
  const values = file.slice(at, count * itemBytes).slice();
  if (itemBytes === 1 && names.join() === 'FALSE,TRUE' && values[0] === 0 && values[1] === 1)
    return { dtype: flagType, end };
  const dtype: NpyDtype = {
    kind: 'foreign',
    description: 'enumeration',
    itemBytes,
    readColumn: (data, name, places, path, context) => {
      const places0: Places = { count, at: (index) => index * itemBytes, isDense: true };
      const numbers = base.kind === 'number' ? readNumbers(values, base, places0) : [];
      const members = names.map((each, index) => `${numbers[index]} = ${each.slice(0, 60)}`);
      context.notes.push(
        `${columnName(path)} is an enumeration. Its numbers are kept, but not their names: ${shortList(members, listedMembers)}.`,
      );
      return readColumn(data, base, name, places, path, context);
    },
  };
  return { dtype, end };
}

const byteType: Extract<NpyDtype, { kind: 'number' }> = {
  kind: 'number',
  type: 'uint8',
  bool: false,
  littleEndian: true,
  itemBytes: 1,
};

/** Booleans: an enumeration of FALSE and TRUE, as h5py writes them, or a bit field of a byte, as PyTables does. */
const flagType: NpyDtype = {
  kind: 'foreign',
  description: 'bool',
  itemBytes: 1,
  readColumn: (data, name, places, path, { notes }) => {
    const values = readNumbers(data, byteType, places) as Uint8Array;
    if (values.every((value) => value < 2)) return { name, type: 'bool', validity: null, values };
    notes.push(`${columnName(path)}: its booleans have other values than 0 and 1, and are kept as uint8.`);
    return { name, type: 'uint8', validity: null, values };
  },
};

/** The places in the heap, one after the other. */
function referencesOf(data: Uint8Array, { count, at, isDense }: Places): Uint8Array {
  if (isDense) return data.subarray(0, count * referenceBytes);
  const references = new Uint8Array(count * referenceBytes);
  for (let row = 0; row < count; row += 1)
    references.set(data.subarray(at(row), at(row) + referenceBytes), row * referenceBytes);
  return references;
}

const textType = ({ file, fail }: TypeSource): NpyDtype => ({
  kind: 'foreign',
  description: 'text of variable length',
  itemBytes: referenceBytes,
  readColumn: (data, name, places, path, { notes }) => {
    const { offsets, bytes } = readStrings(file, referencesOf(data, places), fail);
    const builder = new VariableWidthBuilder(places.count);
    const strictText = new TextDecoder('utf-8', { fatal: true });
    let isText = true;
    for (let row = 0; row < places.count; row += 1) {
      const start = offsets[row] ?? 0;
      let end = offsets[row + 1] ?? 0;
      // Some writers count the zero that ends a text in C.
      while (end > start && bytes[end - 1] === 0) end -= 1;
      const value = bytes.subarray(start, end);
      builder.appendBytes(value);
      isText &&= isUtf8(value, strictText);
    }
    if (!isText) notes.push(`${columnName(path)}: its texts are not UTF-8 and are kept as bytes.`);
    return builder.build(name, isText ? 'utf8' : 'binary', null);
  },
});

const sequenceType = ({ file, fail }: TypeSource, item: NpyDtype): NpyDtype =>
  item.kind === 'other'
    ? { kind: 'other', description: `sequences of ${item.description}`, itemBytes: referenceBytes }
    : {
        kind: 'foreign',
        description: 'sequences of variable length',
        itemBytes: referenceBytes,
        readColumn: (data, name, places, path, context) => {
          const { itemBytes } = item;
          const read = readStrings(file, referencesOf(data, places), fail, itemBytes);
          const values = read.bytes.slice();
          const inner: Places = {
            count: values.length / itemBytes,
            at: (index) => index * itemBytes,
            isDense: true,
          };
          return {
            name,
            type: 'list',
            validity: null,
            offsets: read.offsets.map((offset) => offset / itemBytes),
            item: readColumn(values, item, listItemColumnName, inner, path, context),
          };
        },
      };
