import { PickleMachine } from './machine';
import { Memo } from './memo';
import { opcode } from './opcodes';
import { scanTexts } from './scan-texts';
import {
  PickleBytes,
  PickleCall,
  PickleDict,
  PickleGlobal,
  PickleList,
  type PickleValue,
  PickleText,
  PickleTuple,
  noneStart,
  Places,
} from './values';

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
 * Reads pickles of protocol 4 or 5 with numpy arrays and values of columns. It rejects every unknown opcode and global. It creates no arrays: texts and bytes stay ranges of the
 * file, so memory is bounded by a small multiple of the file's length. `memo` must be empty, and is empty again afterwards.
 */
export function unpickle(file: Uint8Array<ArrayBuffer>, memo = new Memo()): PickleValue {
  try {
    return new DatasetMachine(file, memo).read();
  } finally {
    memo.clear();
  }
}

class DatasetMachine extends PickleMachine<PickleValue> {
  private static readonly actions = PickleMachine.datasetActions<PickleValue, DatasetMachine>();

  private readonly memo: Memo;
  /** The longest list of places so far: a table's columns all have as many rows. */
  private longestPlaces = 0;
  /** For how many places more room may be made before they are read. Each takes a byte of the file at least. */
  private expectablePlaces: number;

  constructor(file: Uint8Array<ArrayBuffer>, memo: Memo) {
    super(file);
    this.memo = memo;
    this.expectablePlaces = file.length;
  }

  read(): PickleValue {
    this.readProtocol();
    const value = this.run();
    this.requireEnd();
    return value;
  }

  protected override act(code: number, start: number): PickleValue | undefined {
    const action = DatasetMachine.actions[code];
    if (action === undefined)
      throw this.error(
        `has the opcode 0x${code.toString(16).padStart(2, '0')}, which is rejected because no dataset needs it`,
        start,
      );
    return action(this, start);
  }

  protected override text(length: number, start: number): PickleText {
    const from = this.take(length, start);
    return new PickleText(from, this.at);
  }

  protected override bytes(length: number, start: number): PickleBytes {
    const from = this.take(length, start);
    return new PickleBytes(from, this.at);
  }

  protected override tuple(items: PickleValue[]): PickleTuple {
    return new PickleTuple(items);
  }

  protected override list(): PickleList {
    return new PickleList();
  }

  protected override dict(): PickleDict {
    return new PickleDict();
  }

  protected override memoize(value: PickleValue): void {
    this.memo.add(value);
  }

  protected override mark(): void {
    const list = this.stack.at(-1);
    if (list instanceof PickleList && this.isColumn(list)) this.scan(list);
    else super.mark();
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
      super.mark();
      for (const item of places.takeFrom(before)) this.stack.push(item);
    }
  }

  private expectedPlaces(): number {
    const expected = Math.min(this.longestPlaces, this.expectablePlaces);
    this.expectablePlaces -= expected;
    return expected;
  }

  protected override setItems(dict: PickleValue, items: readonly PickleValue[], start: number): void {
    if (!(dict instanceof PickleDict) || items.length % 2 !== 0)
      throw this.error('sets items of an object that is not a dictionary', start);
    for (let index = 0; index < items.length; index += 2)
      dict.pairs.push([items[index] as PickleValue, items[index + 1] as PickleValue]);
  }

  protected override append(list: PickleValue, items: readonly PickleValue[], start: number): void {
    if (!(list instanceof PickleList)) throw this.error('appends to an object that is not a list', start);
    const before = list.items;
    for (const item of items) before.push(item);
  }

  protected override recall(index: number, start: number): PickleValue {
    const value = this.memo.get(index);
    if (value === undefined)
      throw this.error(`refers to memo ${index}, but only ${this.memo.count} were stored`, start);
    return value;
  }

  protected override global(module: PickleValue, name: PickleValue, start: number): PickleGlobal {
    if (!(module instanceof PickleText) || !(name instanceof PickleText))
      throw this.error('names a global by an object that is not a text', start);
    const path = `${this.nameOf(module, start)}.${this.nameOf(name, start)}`;
    if (!callables.has(path) && !classes.has(path))
      throw this.error(
        `imports ${path.slice(0, 200)}, which is rejected: Formatlab reads only numpy’s arrays and Python’s own values, and executes nothing`,
        start,
      );
    return new PickleGlobal(path);
  }

  protected override call(callable: PickleValue, args: PickleValue, start: number): PickleCall {
    if (!(callable instanceof PickleGlobal) || !callables.has(callable.path) || !(args instanceof PickleTuple))
      throw this.error('calls an object that it must not call', start);
    return new PickleCall(callable.path, args.items, start);
  }

  protected override build(object: PickleValue, state: PickleValue, start: number): void {
    if (!(object instanceof PickleCall) || !(state instanceof PickleTuple) || object.state !== null)
      throw this.error('sets the state of an object that has no state', start);
    object.state = state.items;
  }

  private nameOf(text: PickleText, start: number): string {
    if (text.end - text.start > 255) throw this.error('has a global with a name of more than 255 bytes', start);
    return new TextDecoder().decode(this.file.subarray(text.start, text.end));
  }

  /** The integer as a number if it is safe. */
  protected override long(length: number): number | bigint {
    if (length > 9) throw this.error('has a number of more than 72 bits, which no dataset needs', this.need(length));
    const value = this.bigInteger(length);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
}
