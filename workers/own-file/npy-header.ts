import type { NumericType } from '../model/dataset';
import { refusal } from './refusal';

export type NpyDtype =
  | {
      readonly kind: 'number';
      readonly type: NumericType;
      readonly float16: boolean;
      readonly bool: boolean;
      readonly littleEndian: boolean;
      readonly itemBytes: number;
    }
  | { readonly kind: 'text'; readonly utf32: boolean; readonly littleEndian: boolean; readonly itemBytes: number }
  /** Ticks × multiply ÷ divide are microseconds since 1970. */
  | {
      readonly kind: 'datetime';
      readonly multiply: bigint;
      readonly divide: bigint;
      readonly littleEndian: boolean;
      readonly itemBytes: number;
    }
  | {
      readonly kind: 'structured';
      readonly fields: readonly { readonly name: string; readonly dtype: NpyDtype; readonly offset: number }[];
      readonly itemBytes: number;
    }
  | { readonly kind: 'other'; readonly description: string; readonly itemBytes: number };

export interface NpyHeader {
  readonly dtype: NpyDtype;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  readonly dataStart: number;
}

const malformed = (what: string) =>
  refusal(`Its .npy header ${what}.`, 'Save the array again with numpy.save(file, array).', { format: 'npy' });

/** NumPy itself takes 10,000 where it is not told to trust the file; a table of many columns has more. */
const headerLimitBytes = 1_048_576;

/** The header of `.npy` versions 1, 2 and 3: a Python literal, read as data and never executed. */
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
  const text = new TextDecoder(version === 3 ? 'utf-8' : 'windows-1252').decode(
    bytes.subarray(start, start + headerBytes),
  );
  const header = new PythonLiteral(text).read();
  if (!(header instanceof Map)) throw malformed('is not a dictionary');
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

type Literal = string | number | boolean | null | readonly Literal[] | Map<string, Literal>;

/** Strings, whole numbers, True, False, None, tuples, lists and dictionaries of Python: all that a header holds. */
class PythonLiteral {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Literal {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw malformed('goes on after its dictionary');
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
    const string = /^[ub]?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/.exec(rest);
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
      if (typeof key !== 'string' || !this.#take(':')) throw malformed('has a key that is no string');
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
/** Microseconds of a tick: multiply, divide. Months and years have no fixed length. */
const ticks: Record<string, readonly [bigint, bigint]> = {
  W: [604_800_000_000n, 1n],
  D: [86_400_000_000n, 1n],
  h: [3_600_000_000n, 1n],
  m: [60_000_000n, 1n],
  s: [1_000_000n, 1n],
  ms: [1_000n, 1n],
  us: [1n, 1n],
  ns: [1n, 1_000n],
  ps: [1n, 1_000_000n],
};

function readDtype(descr: Literal): NpyDtype {
  if (Array.isArray(descr)) return readFields(descr);
  if (typeof descr !== 'string') throw malformed('has a type that is neither a string nor a list of fields');
  const match = /^([<>|=]?)([a-zA-Z?])(\d*)(?:\[(\d*)(\w+)\])?$/.exec(descr);
  if (match === null) throw malformed(`has the unknown type “${descr}”`);
  const [, order = '', code = '', size = '', step = '', unit = ''] = match;
  const littleEndian = order !== '>';
  const length = Number(size || 0);
  if (code === 'O') {
    throw refusal(
      'It is an array of Python objects, which NumPy stores as a pickle. Pickles can run code when they are read, so they are never opened here.',
      'Save it as numbers or as a structured array: array.astype(float), or named fields.',
      { format: 'npy', tag: 'unsupported' },
    );
  }
  if (code === 'b' && length === 1)
    return { kind: 'number', type: 'uint8', float16: false, bool: true, littleEndian, itemBytes: 1 };
  if (code === 'f' && length === 2)
    return { kind: 'number', type: 'float32', float16: true, bool: false, littleEndian, itemBytes: 2 };
  const type = numbers[`${code}${length}`];
  if (type !== undefined) return { kind: 'number', type, float16: false, bool: false, littleEndian, itemBytes: length };
  if (code === 'U') return { kind: 'text', utf32: true, littleEndian, itemBytes: length * 4 };
  if (code === 'S' || code === 'a') return { kind: 'text', utf32: false, littleEndian, itemBytes: length };
  const tick = ticks[unit];
  if (code === 'M' && length === 8 && tick !== undefined)
    return { kind: 'datetime', multiply: tick[0] * BigInt(step || 1), divide: tick[1], littleEndian, itemBytes: 8 };
  const names: Record<string, string> = {
    c: 'complex numbers',
    m: 'durations',
    M: 'dates in months, years or unknown units',
    V: 'raw bytes',
    f: `floats of ${length * 8} bits`,
  };
  return { kind: 'other', description: `${names[code] ?? 'values'} (“${descr}”)`, itemBytes: length };
}

/** Fields lie one after the other; padding is a field without a name, of raw bytes. */
function readFields(descr: readonly Literal[]): NpyDtype {
  const fields: { name: string; dtype: NpyDtype; offset: number }[] = [];
  let offset = 0;
  for (const field of descr) {
    if (!Array.isArray(field)) throw malformed('has a field that is no tuple');
    const [title, type, subshape] = field;
    const name = Array.isArray(title) ? title[1] : title;
    if (typeof name !== 'string' || type === undefined) throw malformed('has a field without a name');
    if (subshape !== undefined)
      throw refusal(`Its field “${name}” holds an array in every row.`, 'Save that field as columns of its own.', {
        format: 'npy',
        tag: 'unsupported',
      });
    const dtype = readDtype(type);
    if (name !== '') fields.push({ name, dtype, offset });
    offset += dtype.itemBytes;
  }
  return { kind: 'structured', fields, itemBytes: offset };
}
