import { opcode } from './opcodes';

/** CPython's Modules/_pickle.c: a frame is closed at the first boundary past the target; shorter ones than the minimum have no header. */
const frameTargetBytes = 64 * 1024;
const frameMinimumBytes = 4;
const frameHeaderBytes = 9;
const batchItems = 1_000;
/** Payloads of this size and more are not copied until the file is put together. */
const referenceFromBytes = 1_024;

const encoder = new TextEncoder();

/**
 * Writes opcodes as CPython's C pickler does at protocol 4 and 5: the same memo, batches and frames, hence the same bytes. What is written
 * goes into a small buffer; large payloads are only pointed to, so that every payload is copied once, into a file of exactly the right size.
 */
export class Pickler {
  private small = new Uint8Array(64 * 1024);
  private used = 0;
  private readonly payloads: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  private payloadBytes = 0;
  private framing = false;
  /** Where the open frame's header lies in `small`, and `payloadBytes` there; −1 where no frame is open. */
  private frameStart = -1;
  private framePayloadBytes = 0;
  private memoCount = 0;
  private readonly memo = new Map<string, number>();

  readonly protocol: 4 | 5;

  constructor(protocol: 4 | 5) {
    this.protocol = protocol;
    this.bytes([opcode.PROTO, protocol]);
    this.framing = true;
  }

  /** The finished file. */
  finish(): Uint8Array<ArrayBuffer> {
    this.op(opcode.STOP);
    this.closeFrame();
    const file = new Uint8Array(this.used + this.payloadBytes);
    let from = 0;
    let to = 0;
    for (const { at, bytes } of this.payloads) {
      file.set(this.small.subarray(from, at), to);
      to += at - from;
      from = at;
      file.set(bytes, to);
      to += bytes.length;
    }
    file.set(this.small.subarray(from, this.used), to);
    return file;
  }

  op(code: number): void {
    this.room(1);
    this.small[this.used] = code;
    this.used += 1;
  }

  /** Gives what was just written the next number of the memo. */
  memoize(): number {
    this.op(opcode.MEMOIZE);
    this.memoCount += 1;
    return this.memoCount - 1;
  }

  get(index: number): void {
    if (index < 256) this.bytes([opcode.BINGET, index]);
    else {
      this.op(opcode.LONG_BINGET);
      this.uint32(index);
    }
  }

  /** CPython writes one object once: `write` runs, and must end with `memoize`, only where `key` is new. */
  once(key: string, write: () => number): void {
    this.boundary();
    const known = this.memo.get(key);
    if (known === undefined) this.memo.set(key, write());
    else this.get(known);
  }

  integer(value: number): void {
    this.boundary();
    if (value >= 0 && value <= 0xff) this.bytes([opcode.BININT1, value]);
    else if (value >= 0 && value <= 0xffff) this.bytes([opcode.BININT2, value & 0xff, value >>> 8]);
    else if (value >= -(2 ** 31) && value < 2 ** 31) {
      this.op(opcode.BININT);
      this.uint32(value >>> 0);
    } else this.long(BigInt(value));
  }

  /** A str object of its own. CPython keeps one object for each string of a single character below 256 and for the empty one. */
  text(utf8: Uint8Array): void {
    this.boundary();
    const single = utf8.length < 2 || (utf8.length === 2 && ((utf8[0] as number) & 0xfe) === 0xc2);
    if (single) this.once(`text ${utf8.join()}`, () => this.writeText(utf8));
    else this.writeText(utf8);
  }

  /** A str object that the program has only one of: names of modules and classes. */
  name(value: string): void {
    this.boundary();
    this.once(`name ${value}`, () => this.writeText(encoder.encode(value)));
  }

  /** A bytes object of its own; CPython keeps one object for each single byte and for the empty one. */
  binary(bytes: Uint8Array): void {
    this.boundary();
    if (bytes.length < 2) this.once(`bytes ${bytes.join()}`, () => this.writeBinary(bytes));
    else this.writeBinary(bytes);
  }

  bytearray(bytes: Uint8Array): void {
    this.boundary();
    this.withPayload(() => {
      this.op(opcode.BYTEARRAY8);
      this.uint64(bytes.length);
    }, bytes);
    this.memoize();
  }

  global(module: string, name: string): void {
    this.boundary();
    this.once(`global ${module}.${name}`, () => {
      this.name(module);
      this.name(name);
      this.op(opcode.STACK_GLOBAL);
      const index = this.memoize();
      return index;
    });
  }

  /** Its number in the memo; −1 for the empty tuple, which has none. */
  tuple(...items: readonly (() => void)[]): number {
    this.boundary();
    if (items.length === 0) {
      this.op(opcode.EMPTY_TUPLE);
      return -1;
    }
    if (items.length > 3) this.op(opcode.MARK);
    for (const item of items) item();
    this.op([opcode.TUPLE1, opcode.TUPLE2, opcode.TUPLE3][items.length - 1] ?? opcode.TUPLE);
    return this.memoize();
  }

  /** `count` pairs; `pair` writes key and value of one. CPython ends a full last batch with an empty one. */
  dict(count: number, pair: (index: number) => void): void {
    this.boundary();
    this.op(opcode.EMPTY_DICT);
    this.memoize();
    if (count === 1) {
      pair(0);
      this.op(opcode.SETITEM);
    } else if (count > 1) {
      for (let from = 0; from <= count; from += batchItems) {
        this.op(opcode.MARK);
        for (let index = from; index < Math.min(from + batchItems, count); index += 1) pair(index);
        this.op(opcode.SETITEMS);
        if (from + batchItems > count) break;
      }
    }
  }

  list(count: number, item: (index: number) => void): void {
    this.boundary();
    this.op(opcode.EMPTY_LIST);
    this.memoize();
    if (count === 1) {
      item(0);
      this.op(opcode.APPEND);
    } else {
      for (let from = 0; from < count; from += batchItems) {
        this.op(opcode.MARK);
        for (let index = from; index < Math.min(from + batchItems, count); index += 1) item(index);
        this.op(opcode.APPENDS);
      }
    }
  }

  constant(value: null | boolean): void {
    this.boundary();
    this.op(value === null ? opcode.NONE : value ? opcode.NEWTRUE : opcode.NEWFALSE);
  }

  /** Called before every object: there CPython ends a frame that is long enough. */
  boundary(): void {
    if (this.frameStart >= 0 && this.frameLength() >= frameTargetBytes) this.closeFrame();
  }

  private frameLength(): number {
    return this.used - this.frameStart - frameHeaderBytes + this.payloadBytes - this.framePayloadBytes;
  }

  private closeFrame(): void {
    if (this.frameStart < 0) return;
    const length = this.frameLength();
    if (length >= frameMinimumBytes) {
      const header = new DataView(this.small.buffer, this.frameStart, frameHeaderBytes);
      header.setUint8(0, opcode.FRAME);
      header.setBigUint64(1, BigInt(length), true);
    } else {
      this.small.copyWithin(this.frameStart, this.frameStart + frameHeaderBytes, this.used);
      this.used -= frameHeaderBytes;
    }
    this.frameStart = -1;
  }

  private room(bytes: number): void {
    const wanted = this.used + bytes + frameHeaderBytes;
    if (wanted > this.small.length) {
      const larger = new Uint8Array(Math.max(2 * this.small.length, wanted));
      larger.set(this.small.subarray(0, this.used));
      this.small = larger;
    }
    if (this.framing && this.frameStart < 0) {
      this.frameStart = this.used;
      this.framePayloadBytes = this.payloadBytes;
      this.used += frameHeaderBytes;
    }
  }

  private bytes(values: ArrayLike<number>): void {
    this.room(values.length);
    this.small.set(values, this.used);
    this.used += values.length;
  }

  private uint32(value: number): void {
    this.bytes([value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]);
  }

  private uint64(value: number): void {
    this.uint32(value >>> 0);
    this.uint32(Math.floor(value / 2 ** 32));
  }

  /** Two's complement, as few bytes as hold the sign. */
  private long(value: bigint): void {
    const bytes: number[] = [];
    let rest = value;
    for (;;) {
      const byte = Number(rest & 0xffn);
      bytes.push(byte);
      rest >>= 8n;
      if ((rest === 0n && byte < 0x80) || (rest === -1n && byte >= 0x80)) break;
    }
    this.bytes([opcode.LONG1, bytes.length, ...bytes]);
  }

  /** Payloads of a frame's length or more stand outside frames. */
  private withPayload(header: () => void, payload: Uint8Array): void {
    const large = payload.length >= frameTargetBytes;
    if (large) {
      this.closeFrame();
      this.framing = false;
    }
    header();
    if (payload.length >= referenceFromBytes) {
      this.payloads.push({ at: this.used, bytes: payload });
      this.payloadBytes += payload.length;
    } else this.bytes(payload);
    this.framing = true;
  }

  private writeText(utf8: Uint8Array): number {
    this.withPayload(() => this.sized(utf8.length, opcode.SHORT_BINUNICODE, opcode.BINUNICODE, opcode.BINUNICODE8), utf8);
    return this.memoize();
  }

  private writeBinary(bytes: Uint8Array): number {
    this.withPayload(() => this.sized(bytes.length, opcode.SHORT_BINBYTES, opcode.BINBYTES, opcode.BINBYTES8), bytes);
    return this.memoize();
  }

  private sized(length: number, short: number, medium: number, long: number): void {
    if (length <= 0xff) {
      this.bytes([short, length]);
      return;
    }
    this.op(length <= 0xffffffff ? medium : long);
    if (length <= 0xffffffff) this.uint32(length);
    else this.uint64(length);
  }
}
