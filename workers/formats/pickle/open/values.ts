import { unreadableFileError } from '../../../own-file/refusal';

/** The values of a pickle. An integer is a bigint, and a float a number. */
export type PyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array<ArrayBuffer>
  | PyList
  | PyDict
  | PyGlobal
  | PyObject;

/** A list, a tuple, or a set. */
export class PyList {
  readonly kind: 'list' | 'tuple' | 'set';
  readonly items: PyValue[];

  constructor(kind: PyList['kind'], items: PyValue[] = []) {
    this.kind = kind;
    this.items = items;
  }
}

/** Keys in the order in which they came first, each with its last value, as in Python. */
export class PyDict {
  readonly pairs: [PyValue, PyValue][] = [];
  readonly #places = new Map<string, number>();

  get(key: string): PyValue | undefined {
    const place = this.#places.get(identityOf(key) ?? '');
    return place === undefined ? undefined : this.pairs[place]?.[1];
  }

  set(key: PyValue, value: PyValue): void {
    const identity = identityOf(key);
    const place = identity === null ? undefined : this.#places.get(identity);
    const known = place === undefined ? undefined : this.pairs[place];
    if (known !== undefined) known[1] = value;
    else {
      if (identity !== null) this.#places.set(identity, this.pairs.length);
      this.pairs.push([key, value]);
    }
  }
}

const maxKeyItems = 64;

/** The same text for keys that are equal in Python, where 1, 1.0 and True are one key. Null for keys that are only equal to themselves. */
function identityOf(key: PyValue, depth = 0): string | null {
  if (typeof key === 'string') return `s${key}`;
  if (key === null) return 'None';
  if (typeof key === 'boolean') return key ? 'n1' : 'n0';
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : Number.isNaN(key) ? null : `n${key}`;
  if (key instanceof Uint8Array) return `b${key.join()}`;
  if (!(key instanceof PyList) || key.kind !== 'tuple' || depth > 1 || key.items.length > maxKeyItems) return null;
  const parts = key.items.map((item) => identityOf(item, depth + 1));
  return parts.includes(null) ? null : `t${JSON.stringify(parts)}`;
}

/** A class or function by `module.name`. */
export class PyGlobal {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A call that would make an object, which is only recorded, and the state that would be set on it. */
export class PyObject {
  readonly path: string;
  readonly args: readonly PyValue[];
  state: PyValue | undefined = undefined;
  /** Whether items would be added to it. */
  hasItems = false;

  constructor(path: string, args: readonly PyValue[]) {
    this.path = path;
    this.args = args;
  }
}

export const remedy = 'Save its table with DataFrame.to_parquet, or its arrays with numpy.savez, and choose that file.';

export const malformed = (what: string) => unreadableFileError(`The pickle ${what}.`, remedy, { format: 'pickle' });

/** The bytes that a text stands for, each by the character of its number. @throws FormatlabError if a character is none of a byte */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 255) throw malformed('has bytes written as a text with other characters than those of bytes');
    bytes[at] = unit;
  }
  return bytes;
}

/** What of a pickle is not read, in words that begin with “It”. */
export const unsupported = (message: string) =>
  unreadableFileError(message, remedy, { tag: 'unsupported', format: 'pickle' });

/** A value in words, without what it holds: the class of an object by its name. */
export function nameOfValue(value: PyValue): string {
  if (value === null) return 'None';
  if (value instanceof PyObject) return `an object of ${classOf(value).slice(0, 200)}`;
  if (value instanceof PyGlobal) return `the class or function ${value.path.slice(0, 200)}`;
  if (value instanceof PyDict) return 'a dictionary';
  if (value instanceof PyList) return `a ${value.kind}`;
  if (value instanceof Uint8Array) return 'bytes';
  return { boolean: 'a bool', bigint: 'an int', number: 'a float', string: 'a str' }[typeof value as 'string'];
}

/** Functions that make an object of the class that is their first argument. */
const makers =
  /^(copyreg|copy_reg)\.|\._new_Index$|\._new_DatetimeIndex$|\._new_PeriodIndex$|__pyx_unpickle|\._reconstruct$/u;

function classOf({ path, args: [first] }: PyObject): string {
  return makers.test(path) && first instanceof PyGlobal ? first.path : path;
}

/** Thrown for one column whose values are not read, while others may be. `reason` completes a sentence about the column, such as “it holds …”. */
export class UnreadColumn extends Error {
  override readonly name = 'UnreadColumn';
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

export const isCallOf = (value: PyValue | undefined, pattern: RegExp): value is PyObject =>
  value instanceof PyObject && pattern.test(value.path);
