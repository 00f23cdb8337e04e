import { FormatlabError } from '../../../model/errors';
import { opcode } from './opcodes';
import { Bytes, Dict, Global, List, type PickleValue, Reduced, Text, Tuple } from './values';

const supportedProtocols = [4, 5];

export function malformedPickle(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'pickle', message: `Pickle: ${message}` });
}

/** What may be called, as `module.name`: numpy's constructors of arrays, under both generations' module names. Nothing is executed; `values.ts` only records the call. */
const callables = new Set([
  'numpy.dtype',
  'numpy._core.numeric._frombuffer',
  'numpy.core.numeric._frombuffer',
  'numpy._core.multiarray._reconstruct',
  'numpy.core.multiarray._reconstruct',
  'numpy.ma.core._mareconstruct',
]);
/** Named as arguments only. */
const classes = new Set(['numpy.ndarray', 'numpy.ma.MaskedArray']);

/**
 * The stack machine of a pickle at protocol 4 or 5, for what numpy arrays need. It refuses every opcode and every global that it does
 * not know, and makes no array: texts and bytes stay places in the file, so that memory is bounded by a small multiple of the file's length.
 */
export function unpickle(file: Uint8Array<ArrayBuffer>): PickleValue {
  return new Machine(file).run();
}

class Machine {
  private at = 0;
  private readonly view: DataView;
  private readonly stack: PickleValue[] = [];
  private readonly marks: number[] = [];
  private readonly memo: PickleValue[] = [];

  private readonly file: Uint8Array<ArrayBuffer>;

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.file = file;
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  run(): PickleValue {
    if (this.byte() !== opcode.PROTO) throw this.error('does not begin with a protocol number', 0);
    const protocol = this.byte();
    if (!supportedProtocols.includes(protocol)) throw this.error(`is of protocol ${protocol}, where 4 and 5 are read`, 1);
    for (;;) {
      const start = this.at;
      const code = this.byte();
      if (code === opcode.STOP) break;
      this.step(code, start);
    }
    if (this.at !== this.file.length) throw this.error(`goes on for ${this.file.length - this.at} bytes after its end`, this.at);
    const value = this.pop();
    if (this.stack.length > 0 || this.marks.length > 0) throw this.error(`ends with ${this.stack.length} values too many`, this.at);
    return value;
  }

  private step(code: number, start: number): void {
    const value = this.literal(code, start);
    if (value === undefined) this.act(code, start);
    else this.stack.push(value);
  }

  /** The value that an opcode puts on the stack; undefined where the opcode does something else. */
  private literal(code: number, start: number): PickleValue | undefined {
    switch (code) {
      case opcode.NONE:
        return null;
      case opcode.NEWTRUE:
        return true;
      case opcode.NEWFALSE:
        return false;
      case opcode.BININT1:
        return this.byte();
      case opcode.BININT2:
        return this.byte() + 256 * this.byte();
      case opcode.BININT:
        return this.uint32() | 0;
      case opcode.LONG1:
        return this.long();
      case opcode.SHORT_BINUNICODE:
        return this.take(Text, this.byte(), start);
      case opcode.BINUNICODE:
        return this.take(Text, this.uint32(), start);
      case opcode.BINUNICODE8:
        return this.take(Text, this.uint64(), start);
      case opcode.SHORT_BINBYTES:
        return this.take(Bytes, this.byte(), start);
      case opcode.BINBYTES:
        return this.take(Bytes, this.uint32(), start);
      case opcode.BINBYTES8:
      case opcode.BYTEARRAY8:
        return this.take(Bytes, this.uint64(), start);
      case opcode.EMPTY_TUPLE:
        return new Tuple([]);
      case opcode.TUPLE1:
        return new Tuple([this.pop()]);
      case opcode.TUPLE2:
        return new Tuple(this.popMany(2));
      case opcode.TUPLE3:
        return new Tuple(this.popMany(3));
      case opcode.TUPLE:
        return new Tuple(this.popToMark(start));
      case opcode.EMPTY_DICT:
        return new Dict();
      case opcode.EMPTY_LIST:
        return new List();
      default:
        return undefined;
    }
  }

  private act(code: number, start: number): void {
    switch (code) {
      case opcode.FRAME: {
        const length = this.uint64();
        if (length > this.file.length - this.at) throw this.error(`has a frame of ${length} bytes where ${this.file.length - this.at} are left`, start);
        return;
      }
      case opcode.MARK:
        this.marks.push(this.stack.length);
        return;
      case opcode.SETITEM:
        this.setItems(this.popMany(2), start);
        return;
      case opcode.SETITEMS:
        this.setItems(this.popToMark(start), start);
        return;
      case opcode.APPEND:
        this.append(this.popMany(1), start);
        return;
      case opcode.APPENDS:
        this.append(this.popToMark(start), start);
        return;
      case opcode.MEMOIZE:
        this.memo.push(this.top(start));
        return;
      case opcode.BINGET:
        this.get(this.byte(), start);
        return;
      case opcode.LONG_BINGET:
        this.get(this.uint32(), start);
        return;
      case opcode.STACK_GLOBAL:
        this.global(start);
        return;
      case opcode.REDUCE:
        this.reduce(start);
        return;
      case opcode.BUILD:
        this.build(start);
        return;
      default:
        throw this.error(`has the opcode 0x${code.toString(16).padStart(2, '0')}, which numpy arrays don't need and which is refused`, start);
    }
  }

  private setItems(items: readonly PickleValue[], start: number): void {
    const dict = this.top(start);
    if (!(dict instanceof Dict) || items.length % 2 !== 0) throw this.error('sets items of something that is no dictionary', start);
    for (let index = 0; index < items.length; index += 2) dict.pairs.push([items[index] as PickleValue, items[index + 1] as PickleValue]);
  }

  private append(items: readonly PickleValue[], start: number): void {
    const list = this.top(start);
    if (!(list instanceof List)) throw this.error('appends to something that is no list', start);
    for (const item of items) list.items.push(item);
  }

  private get(index: number, start: number): void {
    const value = this.memo[index];
    if (value === undefined) throw this.error(`asks for memo ${index} where there are ${this.memo.length}`, start);
    this.stack.push(value);
  }

  private global(start: number): void {
    const [module, name] = this.popMany(2);
    if (!(module instanceof Text) || !(name instanceof Text)) throw this.error('names a global by something that is no text', start);
    const path = `${this.text(module, start)}.${this.text(name, start)}`;
    if (!callables.has(path) && !classes.has(path))
      throw this.error(`asks for ${path.slice(0, 200)}, which is refused: only numpy's arrays are read, and nothing is executed`, start);
    this.stack.push(new Global(path));
  }

  private reduce(start: number): void {
    const args = this.pop();
    const callable = this.pop();
    if (!(callable instanceof Global) || !callables.has(callable.path) || !(args instanceof Tuple))
      throw this.error('calls something that may not be called', start);
    this.stack.push(new Reduced(callable.path, args.items, start));
  }

  private build(start: number): void {
    const state = this.pop();
    const object = this.top(start);
    if (!(object instanceof Reduced) || !(state instanceof Tuple) || object.state !== null)
      throw this.error('sets the state of something that takes none', start);
    object.state = state.items;
  }

  private text(text: Text, start: number): string {
    if (text.end - text.start > 255) throw this.error('has a global with a name of more than 255 bytes', start);
    return new TextDecoder().decode(this.file.subarray(text.start, text.end));
  }

  private pop(): PickleValue {
    if (this.stack.length <= (this.marks.at(-1) ?? 0)) throw this.error('takes a value from an empty stack', this.at);
    return this.stack.pop() as PickleValue;
  }

  private top(start: number): PickleValue {
    const value = this.stack.at(-1);
    if (value === undefined || this.stack.length <= (this.marks.at(-1) ?? 0)) throw this.error('takes a value from an empty stack', start);
    return value;
  }

  private popMany(count: number): PickleValue[] {
    if (this.stack.length - count < (this.marks.at(-1) ?? 0)) throw this.error('takes a value from an empty stack', this.at);
    return this.stack.splice(this.stack.length - count, count);
  }

  private popToMark(start: number): PickleValue[] {
    const mark = this.marks.pop();
    if (mark === undefined) throw this.error('ends a list that has no beginning', start);
    return this.stack.splice(mark);
  }

  private take<T>(Place: new (start: number, end: number) => T, length: number, start: number): T {
    if (length > this.file.length - this.at) throw this.error(`has a value of ${length} bytes where ${this.file.length - this.at} are left`, start);
    this.at += length;
    return new Place(this.at - length, this.at);
  }

  private need(bytes: number): number {
    const from = this.at;
    if (from + bytes > this.file.length) throw this.error('ends in the middle', this.file.length);
    this.at = from + bytes;
    return from;
  }

  private byte(): number {
    return this.file[this.need(1)] as number;
  }

  private uint32(): number {
    return this.view.getUint32(this.need(4), true);
  }

  private uint64(): number {
    return Number(this.view.getBigUint64(this.need(8), true));
  }

  private long(): number {
    const length = this.byte();
    const from = this.need(length);
    if (length > 6) throw this.error('has a number of more than 48 bits, which no array needs', from);
    let value = 0n;
    for (let index = length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(this.file[from + index] as number);
    return Number(BigInt.asIntN(8 * length, value));
  }

  private error(what: string, offset: number): FormatlabError {
    return malformedPickle(`the file ${what} (byte ${offset}).`);
  }
}
