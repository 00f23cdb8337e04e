import { PickleMachine } from '../protocol/machine';
import { opcode, type OpcodeName } from '../protocol/opcodes';
import { nameOfOpcode } from '../protocol/visit-opcodes';
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

/**
 * Reads the first pickle of a file, of any protocol from 0 to 5. Classes are names, and calls are recorded.
 * @throws FormatlabError if the pickle is damaged, or has what stands outside of it
 */
export const unpickle = (content: Uint8Array<ArrayBuffer>): { value: PyValue; end: number } =>
  new FileMachine(content).read();

const decodedUnits = 8_192;

/** ISO 8859-1: each byte is the character of its number. In browsers, TextDecoder's “latin1” is Windows-1252. */
function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += decodedUnits)
    text += String.fromCharCode(...bytes.subarray(at, at + decodedUnits));
  return text;
}

const newline = 10;
const maxLongBytes = 1_024;

class FileMachine extends PickleMachine<PyValue> {
  private static readonly actions = FileMachine.fileActions();

  private static fileActions() {
    const table = PickleMachine.datasetActions<PyValue, FileMachine>();
    const literal = (name: OpcodeName, read: (machine: FileMachine, start: number) => PyValue) => {
      table[opcode[name]] = read;
    };
    const effect = (name: OpcodeName, act: (machine: FileMachine, start: number) => void) => {
      table[opcode[name]] = (machine, start) => {
        act(machine, start);
        return undefined;
      };
    };
    effect('PROTO', (machine) => machine.need(1));
    effect('READONLY_BUFFER', () => undefined);
    literal('LONG4', (machine) => machine.long(machine.uint32()));
    literal('INT', (machine) => integerOf(machine.line()));
    literal('LONG', (machine) => integerOf(machine.line()));
    literal('FLOAT', (machine) => floatOf(machine.line()));
    literal('UNICODE', (machine) => escapedText(machine.line()));
    literal('STRING', (machine) => quotedText(machine.line()));
    literal('BINSTRING', (machine, start) => asciiOrBytes(machine.bytes(machine.uint32(), start)));
    literal('SHORT_BINSTRING', (machine, start) => asciiOrBytes(machine.bytes(machine.byte(), start)));
    literal('EMPTY_SET', () => new PyList('set'));
    literal('LIST', (machine, start) => new PyList('list', machine.popToMark(start)));
    literal('FROZENSET', (machine, start) => new PyList('set', machine.popToMark(start)));
    literal('DICT', (machine, start) => {
      const dict = new PyDict();
      machine.setItems(dict, machine.popToMark(start));
      return dict;
    });
    literal('GLOBAL', (machine) => new PyGlobal(machine.linesOfName()));
    literal('GET', (machine) => machine.recall(Number(machine.line())));
    literal('DUP', (machine, start) => machine.top(start));
    literal('NEWOBJ', (machine) => {
      const args = machine.pop();
      return machine.call(machine.pop(), args);
    });
    literal('NEWOBJ_EX', (machine) => {
      const [callable = null, args = null, keywords = null] = machine.popMany(3);
      const named = keywords instanceof PyDict && keywords.pairs.length > 0 ? [keywords] : [];
      return objectOf(callable, [...itemsOfTuple(args), ...named]);
    });
    literal('OBJ', (machine, start) => {
      const [callable = null, ...args] = machine.popToMark(start);
      return objectOf(callable, args);
    });
    literal('INST', (machine, start) => new PyObject(machine.linesOfName(), machine.popToMark(start)));
    effect('POP', (machine, start) => {
      if (machine.stack.length === machine.floor && machine.marks.length > 0) machine.popToMark(start);
      else machine.pop();
    });
    effect('POP_MARK', (machine, start) => machine.popToMark(start));
    effect('PUT', (machine, start) => machine.memo.set(Number(machine.line()), machine.top(start)));
    effect('BINPUT', (machine, start) => machine.memo.set(machine.byte(), machine.top(start)));
    effect('LONG_BINPUT', (machine, start) => machine.memo.set(machine.uint32(), machine.top(start)));
    effect('ADDITEMS', (machine, start) => {
      const items = machine.popToMark(start);
      machine.append(machine.top(start), items, start, 'set');
    });
    return table;
  }

  private readonly memo = new Map<number, PyValue>();
  /** Where the current frame ends. */
  private frameEnd = 0;

  read(): { value: PyValue; end: number } {
    const value = this.run();
    return { value, end: this.at };
  }

  protected override act(code: number, start: number): PyValue | undefined {
    const action = FileMachine.actions[code];
    if (action === undefined)
      throw unsupported(`It has the opcode ${nameOfOpcode(code, start)}, which no table or array needs.`);
    const { frameEnd } = this;
    const made = action(this, start);
    if (start < frameEnd && (this.at > frameEnd || code === opcode.FRAME)) throw this.frameError(frameEnd);
    return made;
  }

  protected override stop(start: number): void {
    if (start < this.frameEnd && this.at < this.frameEnd) throw this.frameError(this.frameEnd);
  }

  /** A frame holds whole opcodes, up to STOP at most. Where its length tells otherwise, bytes were lost or added. */
  private frameError(frameEnd: number) {
    return malformed(`has a frame that ends at byte ${frameEnd}, within another part: bytes are missing or added`);
  }

  protected override frame(): void {
    const length = this.uint64();
    this.frameEnd = this.at + length;
  }

  /** The characters up to the end of the line. */
  private line(): string {
    const from = this.at;
    const end = this.file.indexOf(newline, from);
    if (end < 0) throw this.error('has a line that does not end', from);
    this.at = end + 1;
    return latin1Text(this.file.subarray(from, end));
  }

  /** A module and a name, each on a line. */
  private linesOfName(): string {
    const module = this.line();
    return `${module}.${this.line()}`;
  }

  protected override integer(value: number): bigint {
    return BigInt(value);
  }

  protected override long(length: number): bigint {
    if (length > maxLongBytes) throw unsupported(`It has an integer of ${length} bytes.`);
    return this.bigInteger(length);
  }

  protected override text(length: number, start: number): string {
    return textOf(this.bytes(length, start));
  }

  protected override bytes(length: number, start: number): Uint8Array<ArrayBuffer> {
    const from = this.take(length, start);
    return this.file.subarray(from, this.at);
  }

  protected override tuple(items: PyValue[]): PyList {
    return new PyList('tuple', items);
  }

  protected override list(): PyList {
    return new PyList('list');
  }

  protected override dict(): PyDict {
    return new PyDict();
  }

  protected override memoize(value: PyValue): void {
    this.memo.set(this.memo.size, value);
  }

  protected override recall(index: number): PyValue {
    const value = this.memo.get(index);
    if (value === undefined) throw malformed(`refers to value ${index}, which it does not have`);
    return value;
  }

  protected override global(module: PyValue, name: PyValue): PyGlobal {
    if (typeof module !== 'string' || typeof name !== 'string') throw malformed('names a class by what is no text');
    return new PyGlobal(`${module}.${name}`);
  }

  protected override call(callable: PyValue, args: PyValue): PyValue {
    return objectOf(callable, itemsOfTuple(args));
  }

  protected override build(object: PyValue, state: PyValue): void {
    if (!(object instanceof PyObject) || object.state !== undefined)
      throw malformed('sets the state of a value that has none');
    object.state = state;
  }

  protected override append(
    target: PyValue,
    items: readonly PyValue[],
    _start: number,
    kind: PyList['kind'] = 'list',
  ): void {
    if (target instanceof PyList && target.kind === kind) for (const item of items) target.items.push(item);
    else if (target instanceof PyObject) target.hasItems = true;
    else throw malformed(`adds items to ${nameOfValue(target)}`);
  }

  protected override setItems(target: PyValue, items: readonly PyValue[]): void {
    if (items.length % 2 !== 0) throw malformed('has a dictionary with a key without a value');
    if (target instanceof PyObject) target.hasItems = true;
    else if (target instanceof PyDict)
      for (let index = 0; index < items.length; index += 2)
        target.set(keyOf(items[index] ?? null), items[index + 1] ?? null);
    else throw malformed(`sets items of ${nameOfValue(target)}`);
  }

  protected override error(what: string, offset: number) {
    return malformed(`${what} (byte ${offset})`);
  }
}

const itemsOfTuple = (args: PyValue): readonly PyValue[] => (args instanceof PyList ? args.items : [args]);

/** A str of Python 2 is text or bytes. ASCII is the same in both. */
const asciiOrBytes = (bytes: Uint8Array<ArrayBuffer>): PyValue =>
  bytes.every((byte) => byte < 0x80) ? latin1Text(bytes) : bytes;

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
