import { FormatlabError } from '../../../model/errors';
import { Memo } from './memo';
import { opcode } from './opcodes';
import { scanTexts } from './scan-texts';
import {
  PickleBytes,
  PickleDict,
  PickleGlobal,
  PickleList,
  type PickleValue,
  PickleCall,
  PickleText,
  PickleTuple,
  noneStart,
  Places,
} from './values';

const supportedProtocols = [4, 5];

export function malformedPickle(message: string): FormatlabError {
  return new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    format: 'pickle',
    message: `Pickle: ${message}`,
  });
}

/**
 * The callables that a pickle may use, as `module.name`: numpy's array constructors under both module names, and Python's dates, times and decimals. Nothing is executed;
 * `values.ts` only records the call.
 */
const callables = new Set([
  'decimal.Decimal',
  'datetime.date',
  'datetime.time',
  'datetime.datetime',
  'datetime.timedelta',
  'datetime.timezone',
  'numpy.dtype',
  'numpy._core.numeric._frombuffer',
  'numpy.core.numeric._frombuffer',
  'numpy._core.multiarray._reconstruct',
  'numpy.core.multiarray._reconstruct',
  'numpy.ma.core._mareconstruct',
]);
/** Globals that may occur only as arguments. */
const classes = new Set(['numpy.ndarray', 'numpy.ma.MaskedArray']);

/**
 * The stack machine for pickles of protocol 4 or 5 with numpy arrays and values of columns. It rejects every unknown opcode and global. It creates no arrays: texts and bytes stay
 * ranges of the file, so memory is bounded by a small multiple of the file's length. `memo` must be empty, and is empty again afterwards.
 */
export function unpickle(file: Uint8Array<ArrayBuffer>, memo = new Memo()): PickleValue {
  try {
    return new Machine(file, memo).run();
  } finally {
    memo.clear();
  }
}

/** The handler of an opcode; its return value is pushed on the stack. */
type Action = (machine: Machine, start: number) => PickleValue | undefined;

class Machine {
  /** The handlers by opcode. A table is faster than a switch over named codes, which compares one after another. */
  private static readonly actions = Machine.tableOfActions();

  private static tableOfActions(): readonly (Action | undefined)[] {
    const table = new Array<Action | undefined>(256).fill(undefined);
    const literal = (code: number, read: Action) => {
      table[code] = read;
    };
    const effect = (code: number, act: (machine: Machine, start: number) => void) => {
      table[code] = (machine, start) => {
        act(machine, start);
        return undefined;
      };
    };
    literal(opcode.NONE, () => null);
    literal(opcode.NEWTRUE, () => true);
    literal(opcode.NEWFALSE, () => false);
    literal(opcode.BININT1, (machine) => machine.byte());
    literal(opcode.BININT2, (machine) => machine.byte() + 256 * machine.byte());
    literal(opcode.BININT, (machine) => machine.uint32() | 0);
    literal(opcode.BINFLOAT, (machine) => machine.view.getFloat64(machine.need(8)));
    literal(opcode.LONG1, (machine) => machine.long());
    literal(opcode.SHORT_BINUNICODE, (machine, start) => machine.take(PickleText, machine.byte(), start));
    literal(opcode.BINUNICODE, (machine, start) => machine.take(PickleText, machine.uint32(), start));
    literal(opcode.BINUNICODE8, (machine, start) => machine.take(PickleText, machine.uint64(), start));
    literal(opcode.SHORT_BINBYTES, (machine, start) => machine.take(PickleBytes, machine.byte(), start));
    literal(opcode.BINBYTES, (machine, start) => machine.take(PickleBytes, machine.uint32(), start));
    literal(opcode.BINBYTES8, (machine, start) => machine.take(PickleBytes, machine.uint64(), start));
    literal(opcode.BYTEARRAY8, (machine, start) => machine.take(PickleBytes, machine.uint64(), start));
    literal(opcode.EMPTY_TUPLE, () => new PickleTuple([]));
    literal(opcode.TUPLE1, (machine) => new PickleTuple([machine.pop()]));
    literal(opcode.TUPLE2, (machine) => new PickleTuple(machine.popMany(2)));
    literal(opcode.TUPLE3, (machine) => new PickleTuple(machine.popMany(3)));
    literal(opcode.TUPLE, (machine, start) => new PickleTuple(machine.popToMark(start)));
    literal(opcode.EMPTY_DICT, () => new PickleDict());
    literal(opcode.EMPTY_LIST, () => new PickleList());
    literal(opcode.BINGET, (machine, start) => machine.get(machine.byte(), start));
    literal(opcode.LONG_BINGET, (machine, start) => machine.get(machine.uint32(), start));
    literal(opcode.STACK_GLOBAL, (machine, start) => machine.global(start));
    literal(opcode.REDUCE, (machine, start) => machine.reduce(start));
    effect(opcode.FRAME, (machine, start) => machine.frame(start));
    effect(opcode.MARK, (machine) => machine.mark());
    effect(opcode.MEMOIZE, (machine, start) => machine.memo.add(machine.top(start)));
    effect(opcode.SETITEM, (machine, start) => machine.setItems(machine.popMany(2), start));
    effect(opcode.SETITEMS, (machine, start) => machine.setItems(machine.popToMark(start), start));
    effect(opcode.APPEND, (machine, start) => machine.append(machine.popMany(1), start));
    effect(opcode.APPENDS, (machine, start) => machine.append(machine.popToMark(start), start));
    effect(opcode.BUILD, (machine, start) => machine.build(start));
    return table;
  }

  private at = 0;
  private readonly view: DataView;
  private readonly stack: PickleValue[] = [];
  /** The stack's length at the last mark; items below it are not popped. `marks` holds the earlier marks. */
  private floor = 0;
  private readonly marks: number[] = [];
  private readonly memo: Memo;
  /** The longest list of places so far: a table's columns all have as many rows. */
  private longestPlaces = 0;
  /** For how many places more room may be made before they are read. Each takes a byte of the file at least. */
  private expectablePlaces: number;

  private readonly file: Uint8Array<ArrayBuffer>;

  constructor(file: Uint8Array<ArrayBuffer>, memo: Memo) {
    this.file = file;
    this.memo = memo;
    this.expectablePlaces = file.length;
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  run(): PickleValue {
    if (this.byte() !== opcode.PROTO) throw this.error('does not begin with a protocol number', 0);
    const protocol = this.byte();
    if (!supportedProtocols.includes(protocol))
      throw this.error(`has protocol ${protocol}; Formatlab reads 4 and 5`, 1);
    for (;;) {
      const start = this.at;
      const code = this.byte();
      if (code === opcode.STOP) break;
      this.step(code, start);
    }
    if (this.at !== this.file.length)
      throw this.error(`has ${this.file.length - this.at} more bytes after its end`, this.at);
    const value = this.pop();
    if (this.stack.length > 0 || this.marks.length > 0)
      throw this.error(`ends with ${this.stack.length} values too many`, this.at);
    return value;
  }

  private step(code: number, start: number): void {
    const action = Machine.actions[code];
    if (action === undefined)
      throw this.error(
        `has the opcode 0x${code.toString(16).padStart(2, '0')}, which is rejected because no dataset needs it`,
        start,
      );
    const value = action(this, start);
    if (value !== undefined) this.stack.push(value);
  }

  private frame(start: number): void {
    const length = this.uint64();
    if (length > this.file.length - this.at)
      throw this.error(`has a frame of ${length} bytes, but only ${this.file.length - this.at} are left`, start);
  }

  private mark(): void {
    const list = this.stack.at(-1);
    if (list instanceof PickleList && this.isColumn(list)) this.scan(list);
    else this.beginItems();
  }

  private beginItems(): void {
    this.marks.push(this.floor);
    this.floor = this.stack.length;
  }

  /** Whether the list on top of the stack is a value of the outermost dictionary, and can have its items as places. Shorter lists inside a column are faster as objects. */
  private isColumn(list: PickleList): boolean {
    if (this.marks.length > 1 || this.stack.length <= this.floor || this.file.length >= noneStart) return false;
    if (!(this.stack.at(-2) instanceof PickleText)) return false;
    return list.places !== null || list.length === 0;
  }

  /** Reads one batch of texts, bytes and None in one loop. If it has anything else, the stack gets what was read of it, and goes on. */
  private scan(list: PickleList): void {
    list.places ??= new Places(this.memo.made, this.expectedPlaces());
    const { places } = list;
    const before = places.count;
    this.at = scanTexts(this.file, this.at, places, this.memo);
    this.longestPlaces = Math.max(this.longestPlaces, places.count);
    if (this.file[this.at] === opcode.APPENDS) this.at += 1;
    else {
      this.beginItems();
      for (const item of places.takeFrom(before)) this.stack.push(item);
    }
  }

  private expectedPlaces(): number {
    const expected = Math.min(this.longestPlaces, this.expectablePlaces);
    this.expectablePlaces -= expected;
    return expected;
  }

  private setItems(items: readonly PickleValue[], start: number): void {
    const dict = this.top(start);
    if (!(dict instanceof PickleDict) || items.length % 2 !== 0)
      throw this.error('sets items of an object that is not a dictionary', start);
    for (let index = 0; index < items.length; index += 2)
      dict.pairs.push([items[index] as PickleValue, items[index + 1] as PickleValue]);
  }

  private append(items: readonly PickleValue[], start: number): void {
    const list = this.top(start);
    if (!(list instanceof PickleList)) throw this.error('appends to an object that is not a list', start);
    const before = list.items;
    for (const item of items) before.push(item);
  }

  private get(index: number, start: number): PickleValue {
    const value = this.memo.get(index);
    if (value === undefined)
      throw this.error(`refers to memo ${index}, but only ${this.memo.count} were stored`, start);
    return value;
  }

  private global(start: number): PickleGlobal {
    const [module, name] = this.popMany(2);
    if (!(module instanceof PickleText) || !(name instanceof PickleText))
      throw this.error('names a global by an object that is not a text', start);
    const path = `${this.text(module, start)}.${this.text(name, start)}`;
    if (!callables.has(path) && !classes.has(path))
      throw this.error(
        `imports ${path.slice(0, 200)}, which is rejected: Formatlab reads only numpy’s arrays and Python’s own values, and executes nothing`,
        start,
      );
    return new PickleGlobal(path);
  }

  private reduce(start: number): PickleCall {
    const args = this.pop();
    const callable = this.pop();
    if (!(callable instanceof PickleGlobal) || !callables.has(callable.path) || !(args instanceof PickleTuple))
      throw this.error('calls an object that it must not call', start);
    return new PickleCall(callable.path, args.items, start);
  }

  private build(start: number): void {
    const state = this.pop();
    const object = this.top(start);
    if (!(object instanceof PickleCall) || !(state instanceof PickleTuple) || object.state !== null)
      throw this.error('sets the state of an object that has no state', start);
    object.state = state.items;
  }

  private text(text: PickleText, start: number): string {
    if (text.end - text.start > 255) throw this.error('has a global with a name of more than 255 bytes', start);
    return new TextDecoder().decode(this.file.subarray(text.start, text.end));
  }

  private pop(): PickleValue {
    if (this.stack.length <= this.floor) throw this.error('takes a value from an empty stack', this.at);
    return this.stack.pop() as PickleValue;
  }

  private top(start: number): PickleValue {
    const value = this.stack.at(-1);
    if (value === undefined || this.stack.length <= this.floor)
      throw this.error('takes a value from an empty stack', start);
    return value;
  }

  private popMany(count: number): PickleValue[] {
    if (this.stack.length - count < this.floor) throw this.error('takes a value from an empty stack', this.at);
    // Most slices have a few values, for which splice would take longer than everything else.
    if (count > 8) return this.stack.splice(this.stack.length - count, count);
    const items = new Array<PickleValue>(count);
    for (let index = count - 1; index >= 0; index -= 1) items[index] = this.stack.pop() as PickleValue;
    return items;
  }

  private popToMark(start: number): PickleValue[] {
    const outer = this.marks.pop();
    if (outer === undefined) throw this.error('ends a list that did not begin', start);
    const items = this.popMany(this.stack.length - this.floor);
    this.floor = outer;
    return items;
  }

  private take<T>(Place: new (start: number, end: number) => T, length: number, start: number): T {
    if (length > this.file.length - this.at)
      throw this.error(`has a value of ${length} bytes, but only ${this.file.length - this.at} are left`, start);
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
    if (this.at >= this.file.length) throw this.error('ends in the middle', this.file.length);
    this.at += 1;
    return this.file[this.at - 1] as number;
  }

  private uint32(): number {
    return this.view.getUint32(this.need(4), true);
  }

  private uint64(): number {
    const low = this.uint32();
    return low + 2 ** 32 * this.uint32();
  }

  /** The integer as a number if it is safe. */
  private long(): number | bigint {
    const length = this.byte();
    const from = this.need(length);
    if (length > 9) throw this.error('has a number of more than 72 bits, which no dataset needs', from);
    let value = 0n;
    for (let index = length - 1; index >= 0; index -= 1)
      value = (value << 8n) | BigInt(this.file[from + index] as number);
    value = BigInt.asIntN(8 * length, value);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  private error(what: string, offset: number): FormatlabError {
    return malformedPickle(`the file ${what} (byte ${offset}).`);
  }
}
