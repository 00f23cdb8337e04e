import { type Allocate, allocateBuffer } from '../../../model/entry';
import { shortestIntegerBytes } from './integer-bytes';
import { maxOpcodeInteger, minOpcodeInteger, opcode } from './opcodes';
import {
  type MemoizedObject,
  type PickledGlobal,
  sharedEmptyIndex,
  sharedObjectCount,
  sharedTextIndex,
} from './memoized-objects';

/** Frame sizes of CPython's Modules/_pickle.c: a frame ends at the first boundary past the target; a frame shorter than the minimum has no header. */
const frameTargetBytes = 64 * 1024;
const frameMinimumBytes = 4;
const frameHeaderBytes = 9;
const batchItems = 1_000;
/** Payloads of at least this size are not copied until the file is assembled. */
const referenceFromBytes = 1_024;

/** The opcodes for tuples of 0 to 3 items, by the number of items. A longer tuple starts with a mark. */
const shortTuples = [opcode.EMPTY_TUPLE, opcode.TUPLE1, opcode.TUPLE2, opcode.TUPLE3];

const encoder = new TextEncoder();
const scratch = new DataView(new ArrayBuffer(8));
const scratchBytes = new Uint8Array(scratch.buffer);

/**
 * Writes opcodes like CPython's C pickler at protocols 4 and 5, with the same memo, batches and frames, and hence the same bytes. Small parts go into a small buffer; large payloads are
 * only referenced, so that every payload is copied once, into a file of exactly the right size.
 */
export class Pickler {
  /** The small parts. A later pickler may use this buffer again, so that it need not grow. */
  small: Uint8Array<ArrayBuffer>;
  private used = 0;
  private readonly payloads: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  private payloadBytes = 0;
  private framing = false;
  /** The offset of the open frame's header in `small`, and the value of `payloadBytes` there; −1 if no frame is open. */
  private frameStart = -1;
  private framePayloadBytes = 0;
  private memoCount = 0;
  private readonly names = new Map<string, MemoizedObject>();
  private readonly singleTexts = new Int32Array(sharedObjectCount).fill(-1);
  private readonly singleBytes = new Int32Array(sharedObjectCount).fill(-1);

  readonly protocol: 4 | 5;

  constructor(protocol: 4 | 5, small = new Uint8Array(64 * 1024)) {
    this.protocol = protocol;
    this.small = small;
    this.op2(opcode.PROTO, protocol);
    this.framing = true;
  }

  /** The finished file. */
  finish(allocate: Allocate = allocateBuffer): Uint8Array<ArrayBuffer> {
    this.op(opcode.STOP);
    this.closeFrame();
    const file = allocate(this.used + this.payloadBytes);
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

  /** Gives the object that was just written the next memo number. */
  memoize(): number {
    this.op(opcode.MEMOIZE);
    this.memoCount += 1;
    return this.memoCount - 1;
  }

  get(index: number): void {
    if (index < 256) this.op2(opcode.BINGET, index);
    else {
      this.op(opcode.LONG_BINGET);
      this.uint32(index);
    }
  }

  /** Writes an object that CPython writes once: `write`, which must end with `memoize`, runs only the first time. */
  once(object: MemoizedObject, write: () => number): void {
    this.boundary();
    if (object.index >= 0) this.get(object.index);
    else object.index = write();
  }

  integer(value: number): void {
    this.boundary();
    if (value >= 0 && value <= 0xff) this.op2(opcode.BININT1, value);
    else if (value >= 0 && value <= 0xffff) {
      this.op2(opcode.BININT2, value & 0xff);
      this.op(value >>> 8);
    } else if (value >= -(2 ** 31) && value < 2 ** 31) {
      this.op(opcode.BININT);
      this.uint32(value >>> 0);
    } else this.long(BigInt(value));
  }

  /** Writes an int in the range of int64 or uint64. CPython does not memoize ints. */
  bigint(value: bigint): void {
    if (value >= minOpcodeInteger && value <= maxOpcodeInteger) this.integer(Number(value));
    else {
      this.boundary();
      this.long(value);
    }
  }

  float(value: number): void {
    this.boundary();
    this.room(9);
    scratch.setFloat64(0, value);
    const { small, used } = this;
    small[used] = opcode.BINFLOAT;
    for (let index = 0; index < 8; index += 1) small[used + 1 + index] = scratchBytes[index] as number;
    this.used = used + 9;
  }

  /** Like {@link text}, without allocating an array for short ASCII texts, which most are. */
  string(value: string): void {
    const { length } = value;
    if (length < 2 || length > 0xff) {
      this.text(encoder.encode(value));
      return;
    }
    this.boundary();
    this.room(length + 3);
    const { small, used } = this;
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) {
        this.writeText(encoder.encode(value));
        return;
      }
      small[used + 2 + index] = code;
    }
    small[used] = opcode.SHORT_BINUNICODE;
    small[used + 1] = length;
    small[used + 2 + length] = opcode.MEMOIZE;
    this.used = used + length + 3;
    this.memoCount += 1;
  }

  /** Writes a new str object. CPython shares one object for each single character below 256 and for the empty text. */
  text(utf8: Uint8Array): void {
    this.boundary();
    const single = sharedTextIndex(utf8);
    const known = single < 0 ? -1 : (this.singleTexts[single] as number);
    if (known >= 0) this.get(known);
    else {
      const index = this.writeText(utf8);
      if (single >= 0) this.singleTexts[single] = index;
    }
  }

  /** Like {@link text} for a part of `data`, without a view of a short text. */
  textPart(data: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length < 3 || length > 0xff) {
      this.text(data.subarray(start, end));
      return;
    }
    this.boundary();
    this.room(length + 3);
    const { small, used } = this;
    small[used] = opcode.SHORT_BINUNICODE;
    small[used + 1] = length;
    for (let index = 0; index < length; index += 1) small[used + 2 + index] = data[start + index] as number;
    small[used + 2 + length] = opcode.MEMOIZE;
    this.used = used + length + 3;
    this.memoCount += 1;
  }

  /** Writes a new str object of any length, including lengths 0 and 1: C functions create such texts without CPython's shared objects. */
  ownText(utf8: Uint8Array): number {
    this.boundary();
    return this.writeText(utf8);
  }

  /** The memo number of the object that was written last. */
  get lastMemo(): number {
    return this.memoCount - 1;
  }

  /** Writes a str object that exists once in the program, such as the name of a module or class. */
  name(value: string): void {
    let name = this.names.get(value);
    if (name === undefined) {
      name = { index: -1 };
      this.names.set(value, name);
    }
    this.once(name, () => this.writeText(encoder.encode(value)));
  }

  /** Writes a new bytes object. CPython shares one object for each single byte and for the empty bytes. */
  binary(bytes: Uint8Array): void {
    this.boundary();
    const single = bytes.length === 0 ? sharedEmptyIndex : bytes.length === 1 ? (bytes[0] as number) : -1;
    const known = single < 0 ? -1 : (this.singleBytes[single] as number);
    if (known >= 0) this.get(known);
    else {
      const index = this.writeBinary(bytes);
      if (single >= 0) this.singleBytes[single] = index;
    }
  }

  bytearray(bytes: Uint8Array): void {
    this.boundary();
    this.beginPayload(bytes);
    this.op(opcode.BYTEARRAY8);
    this.uint64(bytes.length);
    this.endPayload(bytes);
    this.memoize();
  }

  global(global: PickledGlobal): void {
    this.once(global, () => {
      this.name(global.module);
      // A C class creates its name at each access, so `datetime.datetime` is two texts.
      this.ownText(encoder.encode(global.name));
      this.op(opcode.STACK_GLOBAL);
      return this.memoize();
    });
  }

  /** Begins a tuple of `count` items; {@link endTuple} ends it. */
  beginTuple(count: number): void {
    this.boundary();
    if (count > 3) this.op(opcode.MARK);
  }

  /** Ends a tuple and returns its memo number; −1 for the empty tuple, which has none. */
  endTuple(count: number): number {
    this.op(shortTuples[count] ?? opcode.TUPLE);
    return count === 0 ? -1 : this.memoize();
  }

  /** Writes `count` pairs; `pair` writes key and value of one. After a full last batch, CPython writes an empty one. */
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

  /** Must be called before every object: CPython ends a long enough frame there. */
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

  private op2(code: number, value: number): void {
    this.room(2);
    this.small[this.used] = code;
    this.small[this.used + 1] = value;
    this.used += 2;
  }

  private bytes(values: Uint8Array): void {
    this.room(values.length);
    this.small.set(values, this.used);
    this.used += values.length;
  }

  private uint32(value: number): void {
    this.room(4);
    this.small[this.used] = value & 0xff;
    this.small[this.used + 1] = (value >>> 8) & 0xff;
    this.small[this.used + 2] = (value >>> 16) & 0xff;
    this.small[this.used + 3] = value >>> 24;
    this.used += 4;
  }

  private uint64(value: number): void {
    this.uint32(value >>> 0);
    this.uint32(Math.floor(value / 2 ** 32));
  }

  private long(value: bigint): void {
    const bytes = shortestIntegerBytes(value);
    this.op2(opcode.LONG1, bytes.length);
    this.bytes(bytes);
  }

  /** Begins a large payload, which is outside frames if it is at least as long as a frame. The payload's header is written between this call and {@link endPayload}. */
  private beginPayload(payload: Uint8Array): void {
    if (payload.length < frameTargetBytes) return;
    this.closeFrame();
    this.framing = false;
  }

  private endPayload(payload: Uint8Array): void {
    if (payload.length >= referenceFromBytes) {
      this.payloads.push({ at: this.used, bytes: payload });
      this.payloadBytes += payload.length;
    } else this.bytes(payload);
    this.framing = true;
  }

  private writeText(utf8: Uint8Array): number {
    this.beginPayload(utf8);
    this.sized(utf8.length, opcode.SHORT_BINUNICODE, opcode.BINUNICODE, opcode.BINUNICODE8);
    this.endPayload(utf8);
    return this.memoize();
  }

  private writeBinary(bytes: Uint8Array): number {
    this.beginPayload(bytes);
    this.sized(bytes.length, opcode.SHORT_BINBYTES, opcode.BINBYTES, opcode.BINBYTES8);
    this.endPayload(bytes);
    return this.memoize();
  }

  private sized(length: number, short: number, medium: number, long: number): void {
    if (length <= 0xff) {
      this.op2(short, length);
      return;
    }
    this.op(length <= 0xffffffff ? medium : long);
    if (length <= 0xffffffff) this.uint32(length);
    else this.uint64(length);
  }
}
