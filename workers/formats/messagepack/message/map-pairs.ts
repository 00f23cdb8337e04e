import type { Decoder, Encoder } from '@msgpack/msgpack';
import { malformedMessage } from './check';

/**
 * Maps as lists that alternate keys and values: apart from its first bytes, a map has the same encoding as such a list. The library encodes only objects as maps, whose keys must be
 * texts, and which move keys that look like numbers to the front.
 */

const headerBytes = (count: number) => (count < 16 ? 1 : count < 0x10000 ? 3 : 5);

function writeHeader(file: Uint8Array, count: number, few: number, some: number): void {
  const view = new DataView(file.buffer, file.byteOffset);
  if (count < 16) view.setUint8(0, few + count);
  else {
    view.setUint8(0, count < 0x10000 ? some : some + 1);
    if (count < 0x10000) view.setUint16(1, count);
    else view.setUint32(1, count);
  }
}

export function encodeMap(encoder: Encoder, keysAndValues: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const count = keysAndValues.length / 2;
  const list = encoder.encodeSharedRef(keysAndValues);
  const body = list.subarray(headerBytes(keysAndValues.length));
  const file = new Uint8Array(headerBytes(count) + body.length);
  writeHeader(file, count, 0x80, 0xde);
  file.set(body, headerBytes(count));
  return file;
}

/** Decodes a map to a list of alternating keys and values. The caller has checked that the file is one message. */
export function decodeMap(decoder: Decoder, file: Uint8Array<ArrayBuffer>): unknown[] {
  const code = file[0] as number;
  const width = code === 0xde ? 2 : code === 0xdf ? 4 : 0;
  if (width === 0 && (code < 0x80 || code > 0x8f))
    throw malformedMessage(`the file does not hold a map: its first byte is 0x${code.toString(16)}`);
  const view = new DataView(file.buffer, file.byteOffset);
  const count = width === 0 ? code - 0x80 : width === 2 ? view.getUint16(1) : view.getUint32(1);
  const body = file.subarray(1 + width);
  const list = new Uint8Array(headerBytes(2 * count) + body.length);
  writeHeader(list, 2 * count, 0x90, 0xdc);
  list.set(body, headerBytes(2 * count));
  return decoder.decode(list) as unknown[];
}
