import { unreadableFileError } from '../refusal';

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

/** A dictionary: a key that is set again keeps its place, as in Python. */
export class PyDict {
  readonly pairs: [PyValue, PyValue][] = [];
  readonly #places = new Map<PyValue, number>();

  get(key: string): PyValue | undefined {
    return this.pairs[this.#places.get(key) ?? -1]?.[1];
  }

  set(key: PyValue, value: PyValue): void {
    const place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, this.pairs.push([key, value]) - 1);
    else this.pairs[place] = [key, value];
  }
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

export const isCallOf = (value: PyValue | undefined, pattern: RegExp): value is PyObject =>
  value instanceof PyObject && pattern.test(value.path);
