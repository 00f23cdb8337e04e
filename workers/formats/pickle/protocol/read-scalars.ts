import { ByteStringsBuilder, makeDict, makeList, makeRecords, type ScalarValues } from '../../../columns/collections';
import type { ByteStrings } from '../../../model/byte-strings';
import type { Dict, DictKeyType, List, Records, ScalarType } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { areUtf8, TextBatch } from '../../../columns/text-batch';
import { opcode } from './opcodes';
import { malformedPickle, PickleCursor } from './pickle-cursor';
import { doubled } from './values';

/**
 * Reads pickles of one list or one dictionary of float, int or str, as `pickle.dumps` writes them, in one pass. Every value goes directly to its destination. The general stack machine
 * would create an object on the stack and in the memo for each of millions of texts.
 */
export function readList(file: Uint8Array<ArrayBuffer>, elementType: ScalarType): List {
  const values = columnOf(elementType, file);
  new Pass(file, opcode.EMPTY_LIST, values, values).run();
  return makeList(elementType, values.finish());
}

export function readDict(file: Uint8Array<ArrayBuffer>, keyType: DictKeyType, valueType: ScalarType): Dict {
  const keys = columnOf(keyType, file);
  const values = columnOf(valueType, file);
  new Pass(file, opcode.EMPTY_DICT, keys, values).run();
  return makeDict(keyType, valueType, keys.finish(), values.finish(), 'pickle');
}

export function readRecords(file: Uint8Array<ArrayBuffer>): Records {
  const keys = new TextBytes(file, file.length >>> 4);
  const values = new TextBytes(file, file.length);
  new Pass(file, opcode.EMPTY_DICT, keys, values).run();
  return makeRecords(keys.finish(), values.finish(), 'pickle');
}

/** Receives the values of one type; each method returns false if its type is a different one. */
interface Column {
  readonly wants: string;
  float(value: number): boolean;
  integer(value: number): boolean;
  wide(value: bigint): boolean;
  /** Adds the UTF-8 text from `start` to `end` of the file. */
  text(start: number, end: number): boolean;
}

const refuse = () => false;
const nothingElse = { float: refuse, integer: refuse, wide: refuse, text: refuse };

function columnOf(type: ScalarType, file: Uint8Array): Column & { finish(): ScalarValues } {
  switch (type) {
    case 'float64': {
      const values: number[] = [];
      return { ...nothingElse, wants: 'a float', float: (value) => values.push(value) > 0, finish: () => values };
    }
    case 'int64': {
      const values: bigint[] = [];
      return {
        ...nothingElse,
        wants: 'an int',
        integer: (value) => values.push(BigInt(value)) > 0,
        wide: (value) => values.push(value) > 0,
        finish: () => values,
      };
    }
    case 'utf8': {
      const batch = new TextBatch(file, 'pickle');
      const text = (start: number, end: number) => {
        batch.add(start, end);
        return true;
      };
      return { ...nothingElse, wants: 'a str', text, finish: () => batch.finish() };
    }
  }
}

class TextBytes implements Column {
  readonly wants = 'a str';
  readonly float = refuse;
  readonly integer = refuse;
  readonly wide = refuse;
  private readonly builder: ByteStringsBuilder;
  private readonly file: Uint8Array;

  constructor(file: Uint8Array, expectedBytes: number) {
    this.file = file;
    this.builder = new ByteStringsBuilder(expectedBytes, 'pickle');
  }

  text(start: number, end: number): boolean {
    this.builder.add(this.file, start, end);
    return true;
  }

  finish(): ByteStrings {
    const texts = this.builder.finish();
    if (!areUtf8(texts)) throw malformedPickle('the file has a text that is not UTF-8.');
    return texts;
  }
}

/** Marks a memo entry that is no text. */
const noText = 0xffffffff;

class Pass extends PickleCursor {
  private made = false;
  private marked = false;
  /** The number of values that no opcode has added to the container yet. */
  private pending = 0;
  /** The ranges of the memo's texts in the file; the last one is the text that was just read. */
  private memoStarts: Uint32Array<ArrayBuffer> = new Uint32Array(1_024);
  private memoEnds: Uint32Array<ArrayBuffer> = new Uint32Array(1_024);
  private memoCount = 0;
  private lastStart = noText;
  private lastEnd = noText;
  /** Limits how often a file may refer to one text by its memo: honest files repeat only single characters. */
  private budgetBytes: number;

  private readonly container: number;
  private readonly first: Column;
  private readonly second: Column;

  /** Receive the values in turn: keys and values of a dictionary; for a list, only `first`. */
  constructor(
    file: Uint8Array<ArrayBuffer>,
    container: typeof opcode.EMPTY_LIST | typeof opcode.EMPTY_DICT,
    first: Column,
    second: Column,
  ) {
    super(file);
    this.container = container;
    this.first = first;
    this.second = second;
    this.budgetBytes = 2 * file.length + 4_096;
  }

  run(): void {
    this.readProtocol();
    for (;;) {
      const start = this.at;
      const code = this.byte();
      if (code === opcode.STOP) break;
      // The most frequent opcodes come first.
      if (code === opcode.SHORT_BINUNICODE) this.text(this.byte(), start);
      else if (code === opcode.MEMOIZE) this.memoize();
      else if (code === opcode.BINFLOAT)
        this.take(this.next().float(this.view.getFloat64(this.need(8))), 'a float', start);
      else if (code === opcode.BININT) this.integer(this.view.getInt32(this.need(4), true), start);
      else if (code === opcode.LONG1) this.take(this.next().wide(this.long()), 'an int', start);
      else if (code === opcode.BININT2) this.integer(this.view.getUint16(this.need(2), true), start);
      else if (code === opcode.BININT1) this.integer(this.byte(), start);
      else if (code === opcode.BINUNICODE) this.text(this.uint32(), start);
      else if (code === opcode.BINGET) this.get(this.byte(), start);
      else if (code === opcode.LONG_BINGET) this.get(this.uint32(), start);
      else this.structure(code, start);
    }
    if (!this.made || this.pending > 0 || this.marked)
      throw this.error(`stops before its ${this.what} is complete`, this.at - 1);
    this.requireEnd();
  }

  private get what(): string {
    return this.container === opcode.EMPTY_DICT ? 'dictionary' : 'list';
  }

  private structure(code: number, start: number): void {
    const isDict = this.container === opcode.EMPTY_DICT;
    this.lastStart = noText;
    switch (code) {
      case opcode.FRAME:
        this.frame(start);
        return;
      case opcode.BINUNICODE8:
        this.text(this.uint64(), start);
        return;
      case this.container:
        if (this.made) throw this.error(`holds a ${this.what} inside its ${this.what}`, start);
        this.made = true;
        return;
      case opcode.MARK:
        if (!this.made || this.marked || this.pending > 0)
          throw this.error('begins a batch of items where a batch is not allowed', start);
        this.marked = true;
        return;
      case isDict ? opcode.SETITEMS : opcode.APPENDS:
        if (!this.marked || (isDict && this.pending % 2 !== 0))
          throw this.error('ends a batch of items that did not begin, or ends it in the middle of a pair', start);
        this.marked = false;
        this.pending = 0;
        return;
      case isDict ? opcode.SETITEM : opcode.APPEND:
        if (this.marked || this.pending !== (isDict ? 2 : 1))
          throw this.error('adds an entry, but none is on the stack', start);
        this.pending = 0;
        return;
      default:
        throw this.error(
          `has the opcode 0x${code.toString(16).padStart(2, '0')}, which is rejected because a ${this.what} of float, int or str does not need it`,
          start,
        );
    }
  }

  /** The receiver of the next value. */
  private next(): Column {
    return (this.pending & 1) === 0 ? this.first : this.second;
  }

  private take(taken: boolean, found: string, start: number): void {
    if (!taken) throw this.error(`has ${found} instead of ${this.next().wants}`, start);
    if (!this.made || (!this.marked && this.pending > 1))
      throw this.error(`has a value outside its ${this.what}`, start);
    this.pending += 1;
  }

  private integer(value: number, start: number): void {
    this.take(this.next().integer(value), 'an int', start);
  }

  private text(length: number, start: number): void {
    if (length > this.file.length - this.at)
      throw this.error(`has a text of ${length} bytes, but only ${this.file.length - this.at} are left`, start);
    const from = this.at;
    this.at += length;
    this.lastStart = from;
    this.lastEnd = this.at;
    this.put(from, this.at, start);
  }

  private put(from: number, to: number, start: number): void {
    this.budgetBytes -= to - from;
    if (this.budgetBytes < 0) {
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        format: 'pickle',
        message:
          'Pickle: the file repeats its texts until they take more than twice its length. Files that store data don’t do that, so the file is rejected.',
      });
    }
    this.take(this.next().text(from, to), 'a str', start);
  }

  private memoize(): void {
    if (this.memoCount === this.memoStarts.length) {
      this.memoStarts = doubled(this.memoStarts);
      this.memoEnds = doubled(this.memoEnds);
    }
    this.memoStarts[this.memoCount] = this.lastStart;
    this.memoEnds[this.memoCount] = this.lastEnd;
    this.memoCount += 1;
  }

  private get(index: number, start: number): void {
    if (index >= this.memoCount)
      throw this.error(`refers to memo ${index}, but only ${this.memoCount} were stored`, start);
    const from = this.memoStarts[index] as number;
    if (from === noText) throw this.error(`refers to memo ${index}, which is not a text`, start);
    this.put(from, this.memoEnds[index] as number, start);
  }

  private long(): bigint {
    const length = this.byte();
    const from = this.need(length);
    if (length > 8) throw this.error('has an int of more than 64 bits', from);
    let value = 0n;
    if (length === 8) value = this.view.getBigInt64(from, true);
    else {
      let low = 0;
      for (let index = length - 1; index >= 0; index -= 1) low = low * 256 + (this.file[from + index] as number);
      // Reads up to 56 bits, of which a number holds 53 exactly.
      value =
        length < 7
          ? BigInt(low)
          : (BigInt(this.view.getUint32(from + 3, true)) << 24n) | BigInt(this.view.getUint32(from, true) & 0xffffff);
      value = BigInt.asIntN(8 * length, value);
    }
    return value;
  }
}
