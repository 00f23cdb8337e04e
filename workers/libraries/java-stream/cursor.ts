import { readModifiedUtf8 } from './modified-utf8';
import { contentTags, malformedStream } from './protocol';

/** The type codes of the primitive types. */
const typeCodes = { B: 0x42, C: 0x43, D: 0x44, F: 0x46, I: 0x49, S: 0x53, Z: 0x5a } as const;

/** A position in bytes. Reads are big-endian, move the position and never pass the end. */
export class StreamCursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  skip(sizeBytes: number): void {
    if (sizeBytes > this.bytes.length - this.at)
      throw malformedStream(
        this.at,
        `it ends too early: ${sizeBytes.toLocaleString('en')} more ${sizeBytes === 1 ? 'byte is' : 'bytes are'} needed`,
      );
    this.at += sizeBytes;
  }

  uint8(): number {
    const { at } = this;
    this.skip(1);
    return this.bytes[at] ?? 0;
  }

  uint16(): number {
    const { at } = this;
    this.skip(2);
    return this.view.getUint16(at);
  }

  int32(): number {
    const { at } = this;
    this.skip(4);
    return this.view.getInt32(at);
  }

  /** Reads a text with two bytes of length before it. */
  utf(): string {
    const length = this.uint16();
    const from = this.at;
    this.skip(length);
    return readModifiedUtf8(this.bytes, from, from + length);
  }

  /** Skips the text whose tag is at the current position. */
  skipText(): void {
    const offset = this.at;
    if (this.uint8() === contentTags.string) {
      this.skip(this.uint16());
      return;
    }
    const high = this.int32();
    const low = this.int32() >>> 0;
    if (high !== 0) throw malformedStream(offset, 'a string is longer than the stream');
    this.skip(low);
  }

  /** Reads the text whose tag is at `offset` and that was skipped before. */
  textAt(offset: number): string {
    const isLong = this.bytes[offset] === contentTags.longString;
    const from = offset + (isLong ? 9 : 3);
    const length = isLong ? this.view.getUint32(offset + 5) : this.view.getUint16(offset + 1);
    return readModifiedUtf8(this.bytes, from, from + length);
  }

  /** Skips the block of bytes whose tag is at the current position. */
  skipBlock(): void {
    const offset = this.at;
    const length = this.uint8() === contentTags.blockData ? this.uint8() : this.int32();
    if (length < 0)
      throw malformedStream(offset, `a block of data has the impossible length ${length.toLocaleString('en')}`);
    this.skip(length);
  }

  /** The bytes of the block whose tag is at `offset` and that was skipped before. */
  blockAt(offset: number): DataView {
    const isLong = this.bytes[offset] === contentTags.longBlockData;
    const from = offset + (isLong ? 5 : 2);
    return new DataView(
      this.bytes.buffer,
      this.bytes.byteOffset + from,
      isLong ? this.view.getInt32(offset + 1) : (this.bytes[offset + 1] ?? 0),
    );
  }

  /** Reads a field's value by its type code as a number; 64-bit integers are rounded to the nearest number. */
  primitive(typeCode: number, sizeBytes: number): number {
    const { at } = this;
    this.skip(sizeBytes);
    switch (typeCode) {
      case typeCodes.Z:
      case typeCodes.B:
        return this.view.getInt8(at);
      case typeCodes.S:
        return this.view.getInt16(at);
      case typeCodes.I:
        return this.view.getInt32(at);
      case typeCodes.D:
        return this.view.getFloat64(at);
      case typeCodes.C:
        return this.view.getUint16(at);
      case typeCodes.F:
        return this.view.getFloat32(at);
      default:
        return Number(this.view.getBigInt64(at));
    }
  }
}
