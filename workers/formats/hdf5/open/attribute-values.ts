import { readDataspace } from '../file/dataspace';
import type { Hdf5File } from '../file/hdf5-file';
import { type Message, messageTypes } from '../file/object-header';
import { FormatlabError } from '../../../model/errors';
import { cellValue } from '../../../model/table-row';
import type { NpyDtype } from '../../../own-file/element-types';
import { isUtf8, readColumn, readNumbers } from '../../../own-file/elements';
import { unpickle } from '../../pickle/open/machine';
import type { PyValue } from '../../pickle/open/values';
import { readDatatype, type TypeSource } from './datatypes';

export type AttributeValues = ReadonlyMap<string, PyValue>;

const maxNameBytes = 1_000;
const utf8Set = 1;
const padded = (sizeBytes: number) => Math.ceil(sizeBytes / 8) * 8;

/**
 * The attributes of an object that hold one number, Boolean or text each, or a value of Python that PyTables pickled. Nothing of a pickle is
 * executed. Attributes of other types are left out, and so are those in a heap of their own. With `only`, no other attribute is looked at.
 */
export function attributeValues(
  hdf5: Hdf5File,
  source: TypeSource,
  messages: readonly Message[],
  only: string | null = null,
): AttributeValues {
  const values = new Map<string, PyValue>();
  for (const message of messages) {
    if (message.type !== messageTypes.attribute || message.isShared) continue;
    const read = attributeOf(hdf5, source, message.at, only);
    if (read !== null) values.set(read.name, read.value);
  }
  return values;
}

/**
 * The texts of an attribute that holds one text or a list of texts, each of fixed or variable length. Null if the object has no such attribute, or
 * has it in a heap of its own.
 */
export function attributeTexts(
  hdf5: Hdf5File,
  source: TypeSource,
  messages: readonly Message[],
  name: string,
): readonly string[] | null {
  for (const message of messages) {
    if (message.type !== messageTypes.attribute || message.isShared) continue;
    const found = placedAttribute(hdf5, source, message.at, name);
    if (found === null || found.shape === null || found.shape.length > 1) continue;
    const { dtype, dataAt, shape } = found;
    const count = shape[0] ?? 1;
    if (count === 0) return [];
    if (dtype.kind !== 'bytes' && dtype.kind !== 'foreign') return null;
    const data = hdf5.file.slice(dataAt, count * dtype.itemBytes);
    const places = { count, at: (index: number) => index * dtype.itemBytes, isDense: true };
    const column = readColumn(data, dtype, name, places, name, { notes: [], format: 'hdf5', remedy: '' });
    return column.type === 'utf8' ? Array.from({ length: count }, (_, row) => String(cellValue(column, row))) : null;
  }
  return null;
}

interface PlacedAttribute {
  readonly name: string;
  readonly dtype: NpyDtype;
  readonly isUnicode: boolean;
  /** Null if it has no extent; empty for a single value. */
  readonly shape: readonly number[] | null;
  readonly dataAt: number;
}

/**
 * Where an attribute message has what (HDF5 File Format Specification 3.0, IV.A.2.m). Null if its type or its shape is shared, or its name is not
 * `only`.
 */
function placedAttribute(hdf5: Hdf5File, source: TypeSource, at: number, only: string | null): PlacedAttribute | null {
  const { file } = hdf5;
  const version = file.u8(at);
  const nameBytes = file.u16(at + 2);
  // Its type or its shape is shared with others.
  if (version < 1 || version > 3 || nameBytes > maxNameBytes || (version > 1 && file.u8(at + 1) !== 0)) return null;
  const [typeBytes, spaceBytes] = [file.u16(at + 4), file.u16(at + 6)];
  const size = version === 1 ? padded : (sizeBytes: number) => sizeBytes;
  const nameAt = at + (version === 3 ? 9 : 8);
  const typeAt = nameAt + size(nameBytes);
  const spaceAt = typeAt + size(typeBytes);
  const dataAt = spaceAt + size(spaceBytes);
  const name = new TextDecoder().decode(file.slice(nameAt, nameBytes)).replace(/\0.*$/su, '');
  if (only !== null && name !== only) return null;
  const { dtype } = readDatatype(source, typeAt);
  const isUnicode = file.u8(typeAt + 1) >> 4 === utf8Set;
  return { name, dtype, isUnicode, shape: readDataspace(hdf5, { at: spaceAt }).shape, dataAt };
}

/** The value of an attribute. Null if it is of another type than those of {@link attributeValues}. */
function attributeOf(
  hdf5: Hdf5File,
  source: TypeSource,
  at: number,
  only: string | null,
): { name: string; value: PyValue } | null {
  const placed = placedAttribute(hdf5, source, at, only);
  if (placed === null) return null;
  const { name, dtype, isUnicode, shape, dataAt } = placed;
  if (shape === null) return dtype.kind === 'bytes' ? { name, value: '' } : null;
  if (shape.length > 0) return null;
  const data = hdf5.file.slice(dataAt, dtype.itemBytes);
  const one = { count: 1, at: () => 0, isDense: true };
  if (dtype.kind === 'number') {
    const [value] = readNumbers(data, dtype, one);
    if (value === undefined) return null;
    return { name, value: typeof value === 'number' && !dtype.type.startsWith('float') ? BigInt(value) : value };
  }
  if (dtype.kind === 'foreign' && dtype.description === 'bool') return { name, value: data[0] === 1 };
  return dtype.kind === 'bytes' ? { name, value: textOrPickle(data, isUnicode) } : null;
}

/** PyTables writes what HDF5 has no type for as a pickle, in a text that is not said to be UTF-8 and ends with the opcode STOP, a point. */
function textOrPickle(data: Uint8Array<ArrayBuffer>, isUnicode: boolean): PyValue {
  let end = data.length;
  while (end > 0 && data[end - 1] === 0) end -= 1;
  const bytes = data.slice(0, end);
  if (!isUnicode && end > 1 && bytes[end - 1] === 0x2e) {
    try {
      return unpickle(bytes).value;
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError || thrown instanceof RangeError)) throw thrown;
    }
  }
  return isUtf8(bytes, new TextDecoder('utf-8', { fatal: true })) ? new TextDecoder().decode(bytes) : bytes;
}
