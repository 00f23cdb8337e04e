import type { BigEndianReader } from '../bytes/byte-reader';
import { readModifiedUtf8 } from './modified-utf8';
import { contentTags, malformedStream } from './protocol';

/** The type codes of the primitive types. */
const typeCodes = { B: 0x42, C: 0x43, D: 0x44, F: 0x46, I: 0x49, S: 0x53, Z: 0x5a } as const;

/** Reads a text with two bytes of length before it. */
export function readUtf(reader: BigEndianReader): string {
  const length = reader.u16();
  const from = reader.skip(length);
  return readModifiedUtf8(reader.bytes, from, from + length);
}

/** Skips the string whose tag is next. */
export function skipString(reader: BigEndianReader): void {
  const offset = reader.at;
  if (reader.u8() === contentTags.string) {
    reader.skip(reader.u16());
    return;
  }
  const high = reader.i32();
  const low = reader.u32();
  if (high !== 0) throw malformedStream(offset, 'a string is longer than the stream');
  reader.skip(low);
}

/** Reads the string whose tag is at `offset` and that was skipped before. */
export function stringAt({ bytes, view }: BigEndianReader, offset: number): string {
  const isLong = bytes[offset] === contentTags.longString;
  const from = offset + (isLong ? 9 : 3);
  const length = isLong ? view.getUint32(offset + 5) : view.getUint16(offset + 1);
  return readModifiedUtf8(bytes, from, from + length);
}

/** Skips the block data whose tag is next. */
export function skipBlockData(reader: BigEndianReader): void {
  const offset = reader.at;
  const length = reader.u8() === contentTags.blockData ? reader.u8() : reader.i32();
  if (length < 0)
    throw malformedStream(offset, `a block of data has the impossible length ${length.toLocaleString('en')}`);
  reader.skip(length);
}

/** The block data whose tag is at `offset` and that was skipped before. */
export function blockDataAt({ bytes, view }: BigEndianReader, offset: number): DataView {
  const isLong = bytes[offset] === contentTags.longBlockData;
  const from = offset + (isLong ? 5 : 2);
  return new DataView(
    bytes.buffer,
    bytes.byteOffset + from,
    isLong ? view.getInt32(offset + 1) : (bytes[offset + 1] ?? 0),
  );
}

/** Reads a field's value by its type code as a number; 64-bit integers are rounded to the nearest number. */
export function readPrimitive(reader: BigEndianReader, typeCode: number, sizeBytes: number): number {
  const { view } = reader;
  const at = reader.skip(sizeBytes);
  switch (typeCode) {
    case typeCodes.Z:
    case typeCodes.B:
      return view.getInt8(at);
    case typeCodes.S:
      return view.getInt16(at);
    case typeCodes.I:
      return view.getInt32(at);
    case typeCodes.D:
      return view.getFloat64(at);
    case typeCodes.C:
      return view.getUint16(at);
    case typeCodes.F:
      return view.getFloat32(at);
    default:
      return Number(view.getBigInt64(at));
  }
}
