import { FileBytes } from '../../../byte-map/file-bytes';
import { type PlacedOpcode, visitOpcodes } from '../protocol/visit-opcodes';
import {
  isCallOf,
  latin1Bytes,
  malformed,
  nameOfValue,
  PyDict,
  PyGlobal,
  PyList,
  PyObject,
  type PyValue,
  unsupported,
} from './values';

const mark = Symbol('mark');
type Entry = PyValue | typeof mark;

/**
 * Reads the first pickle of a file, of any protocol from 0 to 5. It imports, calls and executes nothing: classes are names, and calls are recorded.
 * @throws FormatlabError if the pickle is damaged, or has what stands outside of it
 */
export function unpickle(content: Uint8Array<ArrayBuffer>): { value: PyValue; end: number } {
  const machine = new Machine(new FileBytes(content));
  const end = visitOpcodes(machine.file, 0, (placed) => machine.step(placed));
  return { value: machine.result(), end };
}

const decodedUnits = 8_192;

/** ISO 8859-1: each byte is the character of its number. In browsers, TextDecoder's “latin1” is Windows-1252. */
function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += decodedUnits)
    text += String.fromCharCode(...bytes.subarray(at, at + decodedUnits));
  return text;
}

class Machine {
  readonly file: FileBytes;
  readonly #stack: Entry[] = [];
  readonly #memo = new Map<number, PyValue>();
  /** Where the current frame ends. */
  #frameEnd = 0;

  constructor(file: FileBytes) {
    this.file = file;
  }

  result(): PyValue {
    const value = this.#pop();
    if (this.#stack.length > 0) throw malformed(`ends with ${this.#stack.length} values too many`);
    return value;
  }

  step(placed: PlacedOpcode): void {
    const { name } = placed.opcode;
    this.#checkFrame(name, placed);
    const made = this.#literal(name, placed);
    if (made !== undefined) this.#stack.push(made);
    else if (!this.#act(name, placed)) throw unsupported(`It has the opcode ${name}, which no table or array needs.`);
  }

  /** A frame holds whole opcodes, up to STOP at most. Where its length tells otherwise, bytes were lost or added. */
  #checkFrame(name: string, { at, payloadAt, end }: PlacedOpcode): void {
    const isInFrame = at < this.#frameEnd;
    if (isInFrame && (end > this.#frameEnd || name === 'FRAME' || (name === 'STOP' && end < this.#frameEnd)))
      throw malformed(
        `has a frame that ends at byte ${this.#frameEnd}, within another part: bytes are missing or added`,
      );
    if (name === 'FRAME') this.#frameEnd = end + this.file.uint(payloadAt, 8);
  }

  #bytes({ payloadAt, payloadBytes }: PlacedOpcode): Uint8Array<ArrayBuffer> {
    return this.file.slice(payloadAt, payloadBytes);
  }

  #line(placed: PlacedOpcode): string {
    return latin1Text(this.#bytes(placed));
  }

  /** The value that an opcode pushes; undefined if it pushes none, or one that it makes of others. */
  #literal(name: string, placed: PlacedOpcode): PyValue | undefined {
    const { payloadAt, payloadBytes } = placed;
    switch (name) {
      case 'NONE':
        return null;
      case 'NEWTRUE':
        return true;
      case 'NEWFALSE':
        return false;
      case 'BININT':
        return BigInt(this.file.u32(payloadAt) | 0);
      case 'BININT1':
      case 'BININT2':
        return BigInt(this.file.uint(payloadAt, payloadBytes));
      case 'LONG1':
      case 'LONG4':
        return longOf(this.#bytes(placed));
      case 'INT':
      case 'LONG':
        return integerOf(this.#line(placed));
      case 'FLOAT':
        return floatOf(this.#line(placed));
      case 'BINFLOAT': {
        const bytes = this.#bytes(placed);
        return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
      }
      case 'SHORT_BINUNICODE':
      case 'BINUNICODE':
      case 'BINUNICODE8':
        return textOf(this.#bytes(placed));
      case 'UNICODE':
        return escapedText(this.#line(placed));
      case 'STRING':
        return quotedText(this.#line(placed));
      case 'BINSTRING':
      case 'SHORT_BINSTRING': {
        // A str of Python 2 is text or bytes. ASCII is the same in both.
        const bytes = this.#bytes(placed);
        return bytes.every((byte) => byte < 0x80) ? latin1Text(bytes) : bytes;
      }
      case 'SHORT_BINBYTES':
      case 'BINBYTES':
      case 'BINBYTES8':
      case 'BYTEARRAY8':
        return this.#bytes(placed);
      case 'EMPTY_TUPLE':
        return new PyList('tuple');
      case 'EMPTY_LIST':
        return new PyList('list');
      case 'EMPTY_SET':
        return new PyList('set');
      case 'EMPTY_DICT':
        return new PyDict();
      case 'GLOBAL':
        return new PyGlobal(this.#line(placed).replace('\n', '.'));
      case 'GET':
        return this.#recall(Number(this.#line(placed)));
      case 'BINGET':
      case 'LONG_BINGET':
        return this.#recall(this.file.uint(payloadAt, payloadBytes));
      case 'DUP':
        return this.#top();
      default:
        return undefined;
    }
  }

  /** Runs an opcode that works on the stack. Returns false if there is no such opcode. */
  #act(name: string, placed: PlacedOpcode): boolean {
    const { payloadAt, payloadBytes } = placed;
    const push = (value: PyValue) => this.#stack.push(value);
    switch (name) {
      case 'PROTO':
      case 'FRAME':
      case 'STOP':
      case 'READONLY_BUFFER':
        return true;
      case 'MARK':
        this.#stack.push(mark);
        return true;
      case 'POP':
        if (this.#stack.pop() === undefined) throw malformed('takes a value from an empty stack');
        return true;
      case 'POP_MARK':
        this.#toMark();
        return true;
      case 'PUT':
        this.#memo.set(Number(this.#line(placed)), this.#top());
        return true;
      case 'BINPUT':
      case 'LONG_BINPUT':
        this.#memo.set(this.file.uint(payloadAt, payloadBytes), this.#top());
        return true;
      case 'MEMOIZE':
        this.#memo.set(this.#memo.size, this.#top());
        return true;
      case 'TUPLE1':
      case 'TUPLE2':
      case 'TUPLE3':
        push(new PyList('tuple', this.#popMany(Number(name.at(-1)))));
        return true;
      case 'TUPLE':
        push(new PyList('tuple', this.#toMark()));
        return true;
      case 'LIST':
        push(new PyList('list', this.#toMark()));
        return true;
      case 'FROZENSET':
        push(new PyList('set', this.#toMark()));
        return true;
      case 'DICT': {
        const items = this.#toMark();
        push(new PyDict());
        this.#setItems(items);
        return true;
      }
      case 'APPEND':
        this.#append(this.#popMany(1), 'list');
        return true;
      case 'APPENDS':
        this.#append(this.#toMark(), 'list');
        return true;
      case 'ADDITEMS':
        this.#append(this.#toMark(), 'set');
        return true;
      case 'SETITEM':
        this.#setItems(this.#popMany(2));
        return true;
      case 'SETITEMS':
        this.#setItems(this.#toMark());
        return true;
      case 'STACK_GLOBAL': {
        const [module, own] = this.#popMany(2);
        if (typeof module !== 'string' || typeof own !== 'string') throw malformed('names a class by what is no text');
        push(new PyGlobal(`${module}.${own}`));
        return true;
      }
      case 'REDUCE':
      case 'NEWOBJ':
      case 'NEWOBJ_EX': {
        const [callable = null, args = null, keywords = null] = this.#popMany(name === 'NEWOBJ_EX' ? 3 : 2);
        const named = keywords instanceof PyDict && keywords.pairs.length > 0 ? [keywords] : [];
        push(objectOf(callable, [...(args instanceof PyList ? args.items : [args]), ...named]));
        return true;
      }
      case 'OBJ': {
        const [callable = null, ...args] = this.#toMark();
        push(objectOf(callable, args));
        return true;
      }
      case 'INST':
        push(new PyObject(this.#line(placed).replace('\n', '.'), this.#toMark()));
        return true;
      case 'BUILD': {
        const state = this.#pop();
        const object = this.#top();
        if (!(object instanceof PyObject) || object.state !== undefined)
          throw malformed('sets the state of a value that has none');
        object.state = state;
        return true;
      }
      default:
        return false;
    }
  }

  #recall(index: number): PyValue {
    const value = this.#memo.get(index);
    if (value === undefined) throw malformed(`refers to value ${index}, which it does not have`);
    return value;
  }

  #append(items: readonly PyValue[], kind: PyList['kind']): void {
    const target = this.#top();
    if (target instanceof PyList && target.kind === kind) for (const item of items) target.items.push(item);
    else if (target instanceof PyObject) target.hasItems = true;
    else throw malformed(`adds items to ${nameOfValue(target)}`);
  }

  #setItems(items: readonly PyValue[]): void {
    const target = this.#top();
    if (items.length % 2 !== 0) throw malformed('has a dictionary with a key without a value');
    if (target instanceof PyObject) target.hasItems = true;
    else if (target instanceof PyDict)
      for (let index = 0; index < items.length; index += 2)
        target.set(keyOf(items[index] ?? null), items[index + 1] ?? null);
    else throw malformed(`sets items of ${nameOfValue(target)}`);
  }

  #pop(): PyValue {
    const value = this.#stack.pop();
    if (value === undefined || value === mark) throw malformed('takes a value from an empty stack');
    return value;
  }

  #top(): PyValue {
    const value = this.#stack.at(-1);
    if (value === undefined || value === mark) throw malformed('takes a value from an empty stack');
    return value;
  }

  #popMany(count: number): PyValue[] {
    const items = Array.from({ length: count }, () => this.#pop());
    return items.reverse();
  }

  #toMark(): PyValue[] {
    const at = this.#stack.lastIndexOf(mark);
    if (at < 0) throw malformed('ends a list that did not begin');
    const items = this.#stack.splice(at).slice(1);
    return items as PyValue[];
  }
}

/** Python has no dictionary whose keys can change. */
function keyOf(value: PyValue): PyValue {
  if (value instanceof PyDict || (value instanceof PyList && value.kind !== 'tuple'))
    throw malformed(`has a dictionary with ${nameOfValue(value)} as a key`);
  return value;
}

/** Classes of plain values, which need no object. */
function objectOf(callable: PyValue, args: readonly PyValue[]): PyValue {
  const path = callable instanceof PyGlobal ? callable.path : (methodPath(callable) ?? nameOfValue(callable));
  const [first] = args;
  // Protocols 0 to 2 write bytes of Python 3 as text.
  if (path === '_codecs.encode' && typeof first === 'string') return latin1Bytes(first);
  if (/^(builtins|__builtin__)\.(bytes|bytearray)$/u.test(path)) {
    if (first === undefined) return new Uint8Array(0);
    if (first instanceof Uint8Array) return first;
  }
  // Protocols 0 and 1 make an object so, where later ones name its class.
  const [, base, baseState] = args;
  if (
    /^(copyreg|copy_reg)\._reconstructor$/u.test(path) &&
    first instanceof PyGlobal &&
    base instanceof PyGlobal &&
    /^(builtins|__builtin__)\.object$/u.test(base.path) &&
    baseState === null
  )
    return new PyObject(first.path, []);
  return new PyObject(path, args);
}

/** The path of a class's own function that getattr would look up, such as `zoneinfo.ZoneInfo._unpickle`. */
function methodPath(callable: PyValue): string | null {
  if (!isCallOf(callable, /^(builtins|__builtin__)\.getattr$/u)) return null;
  const [owner, name] = callable.args;
  return owner instanceof PyGlobal && typeof name === 'string' ? `${owner.path}.${name}` : null;
}

const maxLongBytes = 1_024;

function longOf(bytes: Uint8Array): bigint {
  if (bytes.length > maxLongBytes) throw unsupported(`It has an integer of ${bytes.length} bytes.`);
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return BigInt.asIntN(8 * bytes.length, value);
}

function integerOf(line: string): PyValue {
  if (line === '00' || line === '01') return line === '01';
  if (!/^-?\d{1,2000}L?$/u.test(line)) throw malformed(`has the integer “${line.slice(0, 40)}”`);
  return BigInt(line.replace('L', ''));
}

function floatOf(line: string): number {
  const word = { inf: Infinity, '-inf': -Infinity, nan: Number.NaN }[line];
  if (word !== undefined) return word;
  if (!/^-?(?:\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/iu.test(line)) throw malformed(`has the float “${line.slice(0, 40)}”`);
  return Number(line);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unsupported('It has a text that is not UTF-8, such as one with a lone surrogate.');
  }
}

/** Python's raw-unicode-escape. */
const escapedText = (line: string): string =>
  line.replace(/\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/gu, (all, short?: string, long?: string) => {
    const point = Number.parseInt(short ?? long ?? '', 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });

function quotedText(line: string): string {
  const text = /^(['"])(.*)\1$/su.exec(line)?.[2];
  if (text === undefined) throw malformed('has a text without quotes');
  if (text.includes('\\')) throw unsupported('It has a text of Python 2 with escapes.');
  return text;
}
