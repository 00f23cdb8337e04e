import type { NumericType } from '../../../model/column';
import { type NpyDtype, type NpyField, npyTimeUnits } from '../../../own-file/element-types';
import { unreadableFileError } from '../../../own-file/refusal';

interface NpyHeader {
  readonly dtype: NpyDtype;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  readonly dataStart: number;
}

const malformed = (what: string) =>
  unreadableFileError(`Its .npy header ${what}.`, 'Save the array again with numpy.save(file, array).', {
    format: 'npy',
  });

/** The longest header. NumPy's limit of 10,000 for untrusted files is too small for a table of many columns. */
const headerLimitBytes = 1_048_576;

/**
 * Parses the header of `.npy` versions 1, 2 and 3: a Python literal, which is parsed as data and never executed.
 * @throws FormatlabError if it is not a valid header.
 */
export function parseNpyHeader(bytes: Uint8Array): NpyHeader {
  if (bytes.length < 10) throw malformed('is cut short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint8(6);
  if (version < 1 || version > 3) throw malformed(`says version ${version}; versions 1 to 3 are known`);
  const lengthBytes = version === 1 ? 2 : 4;
  const start = 8 + lengthBytes;
  if (bytes.length < start) throw malformed('is cut short');
  const headerBytes = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (start + headerBytes > bytes.length) throw malformed('is cut short');
  if (headerBytes > headerLimitBytes)
    throw malformed(
      `takes ${headerBytes.toLocaleString('en')} bytes; at most ${headerLimitBytes.toLocaleString('en')} are read`,
    );
  const header = new PythonLiteral(textOf(bytes.subarray(start, start + headerBytes), version)).read();
  if (!(header instanceof Map)) throw malformed('is not a dictionary');
  if (header.size > 3) throw malformed('has more than its type, order and shape');
  const shape = header.get('shape');
  const fortranOrder = header.get('fortran_order');
  const descr = header.get('descr');
  if (
    !Array.isArray(shape) ||
    !shape.every(
      (length): length is number => typeof length === 'number' && Number.isSafeInteger(length) && length >= 0,
    )
  )
    throw malformed('has no shape');
  if (shape.length > 32) throw malformed(`has ${shape.length} dimensions; at most 32 are possible`);
  if (typeof fortranOrder !== 'boolean' || descr === undefined) throw malformed('lacks its order or its type');
  return { dtype: readDtype(descr), fortranOrder, shape, dataStart: start + headerBytes };
}

function textOf(header: Uint8Array, version: number): string {
  try {
    return new TextDecoder(version === 3 ? 'utf-8' : 'windows-1252', { fatal: true }).decode(header);
  } catch {
    throw malformed('is not valid UTF-8');
  }
}

type Literal = string | number | boolean | null | readonly Literal[] | Map<string, Literal>;

/** Parses the Python literals that a header can hold: strings, integers, True, False, None, tuples, lists and dictionaries. */
class PythonLiteral {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Literal {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw malformed('continues after its dictionary');
    return value;
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #take(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #value(depth: number): Literal {
    if (depth > 32) throw malformed('is nested too deeply');
    this.#space();
    const rest = this.#text.slice(this.#at);
    const word = /^(True|False|None)/.exec(rest)?.[0];
    if (word !== undefined) {
      this.#at += word.length;
      return word === 'None' ? null : word === 'True';
    }
    const number = /^-?\d+L?/.exec(rest)?.[0];
    if (number !== undefined) {
      this.#at += number.length;
      return Number(number.replace('L', ''));
    }
    const string = /^[ub]?('(?:[^'\\\n\0]|\\.)*'|"(?:[^"\\\n\0]|\\.)*")/.exec(rest);
    if (string?.[1] !== undefined) {
      this.#at += string[0].length;
      return string[1].slice(1, -1).replace(/\\(.)/g, '$1');
    }
    if (this.#take('(')) return this.#list(')', depth);
    if (this.#take('[')) return this.#list(']', depth);
    if (this.#take('{')) return this.#dictionary(depth);
    throw malformed(`has something unknown at “${rest.slice(0, 20)}”`);
  }

  #list(close: string, depth: number): Literal[] {
    const items: Literal[] = [];
    while (!this.#take(close)) {
      items.push(this.#value(depth + 1));
      if (!this.#take(',') && !this.#take(close)) throw malformed(`lacks a “${close}”`);
      else if (this.#text[this.#at - 1] === close) break;
    }
    return items;
  }

  #dictionary(depth: number): Map<string, Literal> {
    const entries = new Map<string, Literal>();
    while (!this.#take('}')) {
      const key = this.#value(depth + 1);
      if (typeof key !== 'string' || !this.#take(':')) throw malformed('has a key that is not a string');
      entries.set(key, this.#value(depth + 1));
      if (!this.#take(',') && !this.#take('}')) throw malformed('lacks a “}”');
      else if (this.#text[this.#at - 1] === '}') break;
    }
    return entries;
  }
}

const numbers: Record<string, NumericType> = {
  i1: 'int8',
  i2: 'int16',
  i4: 'int32',
  i8: 'int64',
  u1: 'uint8',
  u2: 'uint16',
  u4: 'uint32',
  u8: 'uint64',
  f4: 'float32',
  f8: 'float64',
};
function readDtype(descr: Literal): NpyDtype {
  if (Array.isArray(descr)) return readFields(descr);
  if (typeof descr !== 'string') throw malformed('has a type that is neither a string nor a list of fields');
  return dtypeOfText(descr);
}

/** The type that NumPy writes as a text, such as “<f8”. @throws FormatlabError if there is no such type */
export function dtypeOfText(descr: string): NpyDtype {
  const match = /^([<>|=]?)([a-zA-Z?])(\d*)(?:\[(\d*)(\w+)\])?$/.exec(descr);
  if (match === null) throw malformed(`has the unknown type “${descr}”`);
  const [, order = '', code = '', size = '', step = '', unit = ''] = match;
  const littleEndian = order !== '>';
  const length = Number(size || 0);
  if (code === 'O') {
    throw unreadableFileError(
      'It is an array of Python objects, which NumPy stores as a pickle. Pickles can run code when they are read, so they are never opened here.',
      'Save it as numbers or as a structured array: array.astype(float), or named fields.',
      { format: 'npy', tag: 'unsupported' },
    );
  }
  if (code === 'b' && length === 1) return { kind: 'number', type: 'uint8', bool: true, littleEndian, itemBytes: 1 };
  if (code === 'f' && length === 2) return { kind: 'half', littleEndian, itemBytes: 2 };
  const type = numbers[`${code}${length}`];
  if (type !== undefined) return { kind: 'number', type, bool: false, littleEndian, itemBytes: length };
  if (code === 'U') return { kind: 'text', littleEndian, itemBytes: length * 4 };
  if (code === 'S' || code === 'a') return { kind: 'bytes', itemBytes: length };
  if (code === 'V') return { kind: 'raw', itemBytes: length };
  if ((code === 'M' || code === 'm') && length === 8) {
    const known = npyTimeUnits.find((name) => name === (unit || 'generic'));
    const ticks = Number(step || 1);
    if (known !== undefined && Number.isSafeInteger(ticks) && ticks > 0)
      return { kind: 'time', isDuration: code === 'm', unit: known, step: ticks, littleEndian, itemBytes: 8 };
  }
  const names: Record<string, string> = {
    c: 'complex numbers',
    m: 'durations in unknown units',
    M: 'times in unknown units',
    f: `floats of ${length * 8} bits`,
  };
  return { kind: 'other', description: `${names[code] ?? 'values'} (“${descr}”)`, itemBytes: length };
}

/** Reads the fields of a structured type. They are contiguous; padding is a nameless field of raw bytes. */
function readFields(descr: readonly Literal[]): NpyDtype {
  const fields: NpyField[] = [];
  let offset = 0;
  for (const field of descr) {
    if (!Array.isArray(field)) throw malformed('has a field that is not a tuple');
    const [title, type, subshape] = field;
    const name = Array.isArray(title) ? title[1] : title;
    if (typeof name !== 'string' || type === undefined) throw malformed('has a field without a name');
    const item = readDtype(type);
    const dtype = subshape === undefined ? item : arrayDtype(name, item, subshape);
    if (name !== '') fields.push({ name, dtype, offset });
    offset += dtype.itemBytes;
  }
  return { kind: 'structured', fields, itemBytes: offset };
}

function arrayDtype(name: string, item: NpyDtype, subshape: Literal): NpyDtype {
  const shape = Array.isArray(subshape) ? subshape : [subshape];
  const isLength = (length: Literal): length is number =>
    typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
  if (shape.length > 32 || !shape.every(isLength)) throw malformed(`has a field “${name}” with an impossible shape`);
  const itemBytes = shape.reduce((product, length) => product * length, item.itemBytes);
  if (item.itemBytes === 0 || !Number.isSafeInteger(itemBytes))
    throw malformed(
      `has a field “${name}” of arrays whose values take ${item.itemBytes === 0 ? 'no' : 'too many'} bytes`,
    );
  return { kind: 'array', item, shape, itemBytes };
}
