import { inflateSync, zipSync } from 'fflate';
import type { Allocate } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';

/** Signatures and field offsets of ZIP records (PKWARE's APPNOTE.TXT). */
const endSignature = 0x06054b50;
const endBytes = 22;
const longestComment = 0xffff;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const localSignature = 0x04034b50;
const localBytes = 30;
const stored = 0;
const deflated = 8;
/** The maximum ratio of deflate: 258 bytes take at least two bits. */
const maxExpansion = 1_032;

/** The fixed date that numpy gives every member, so that equal data give equal bytes. */
const memberTime = new Date(1980, 0, 1);
const deflateLevel = 6;

const damaged = (message: string) =>
  new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'npz', message: `npz: ${message}` });

export function writeDeflated(members: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  return zipSync({ ...members }, { level: deflateLevel, mtime: memberTime }) as Uint8Array<ArrayBuffer>;
}

const versionNeeded = 20;
/** The date of {@link memberTime} in MS-DOS' form, and its time, midnight. */
const msDosDate = (1 << 5) | 1;

/** Writes members uncompressed, byte for byte as fflate does at level 0, which copies them more often and takes the checksums in JavaScript. */
export function writeStored(
  members: Readonly<Record<string, Uint8Array>>,
  checksum: Checksum,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const entries = Object.entries(members).map(([text, bytes]) => ({ name: encoder.encode(text), bytes }));
  const sizeOf = (headerBytes: number) => entries.reduce((sum, { name }) => sum + headerBytes + name.length, 0);
  const directoryStart = entries.reduce((sum, { bytes }) => sum + bytes.length, sizeOf(localBytes));
  const directoryBytes = sizeOf(entryBytes);
  const file = allocate(directoryStart + directoryBytes + endBytes);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  file.fill(0, directoryStart);
  let local = 0;
  let entry = directoryStart;
  for (const { name, bytes } of entries) {
    const crc = checksum(bytes);
    /** The fields that a local header and an entry of the directory share. */
    const writeShared = (at: number) => {
      view.setUint16(at, versionNeeded, true);
      view.setUint32(at + 6, 0, true);
      view.setUint16(at + 8, msDosDate, true);
      view.setUint32(at + 10, crc, true);
      view.setUint32(at + 14, bytes.length, true);
      view.setUint32(at + 18, bytes.length, true);
      view.setUint32(at + 22, name.length, true);
    };
    view.setUint32(local, localSignature, true);
    file.fill(0, local + 4, local + localBytes);
    writeShared(local + 4);
    file.set(name, local + localBytes);
    file.set(bytes, local + localBytes + name.length);
    view.setUint32(entry, entrySignature, true);
    view.setUint16(entry + 4, versionNeeded, true);
    writeShared(entry + 6);
    view.setUint32(entry + 42, local, true);
    file.set(name, entry + entryBytes);
    local += localBytes + name.length + bytes.length;
    entry += entryBytes + name.length;
  }
  view.setUint32(entry, endSignature, true);
  view.setUint16(entry + 8, entries.length, true);
  view.setUint16(entry + 10, entries.length, true);
  view.setUint32(entry + 12, directoryBytes, true);
  view.setUint32(entry + 16, directoryStart, true);
  return file;
}

/** The CRC-32 of the bytes. */
export type Checksum = (bytes: Uint8Array) => number;

export interface Member {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True if the bytes lie in the file; false if they were decompressed to a buffer of their own. */
  readonly isInFile: boolean;
}

/** The members by name. @throws `malformedInput`, before decompressing anything, if the archive contradicts itself or claims impossible sizes */
export function readArchive(file: Uint8Array<ArrayBuffer>, checksum: Checksum): ReadonlyMap<string, Member> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const within = (at: number, bytes: number, what: string) => {
    if (at + bytes > file.length) throw damaged(`${what} at byte ${at} reaches past the file’s end.`);
    return at;
  };
  let end = file.length - endBytes;
  while (end >= 0 && view.getUint32(end, true) !== endSignature)
    end = file.length - end >= endBytes + longestComment ? -1 : end - 1;
  if (end < 0) throw damaged('the file is not a ZIP archive, or is truncated: the record at its end is missing.');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const members = new Map<string, Member>();
  const decoder = new TextDecoder();
  for (let index = 0; index < count; index += 1) {
    within(at, entryBytes, 'a member’s entry');
    if (view.getUint32(at, true) !== entrySignature) throw damaged(`no member’s entry begins at byte ${at}.`);
    const method = view.getUint16(at + 10, true);
    const crc = view.getUint32(at + 16, true);
    const packedBytes = view.getUint32(at + 20, true);
    const sizeBytes = view.getUint32(at + 24, true);
    const nameBytes = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(
      file.subarray(within(at + entryBytes, nameBytes, 'a member’s name'), at + entryBytes + nameBytes),
    );
    at += entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    within(local, localBytes, `the header of ${name}`);
    if (view.getUint32(local, true) !== localSignature)
      throw damaged(`the member ${name} is not at byte ${local}, where its entry puts it.`);
    const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = file.subarray(within(start, packedBytes, `the member ${name}`), start + packedBytes);
    if (members.has(name)) throw damaged(`the member ${name} exists twice.`);
    const bytes = unpack(packed, method, sizeBytes, name);
    if (checksum(bytes) !== crc) throw damaged(`the bytes of ${name} do not match their checksum.`);
    members.set(name, { bytes, isInFile: method === stored });
  }
  return members;
}

function unpack(
  packed: Uint8Array<ArrayBuffer>,
  method: number,
  sizeBytes: number,
  name: string,
): Uint8Array<ArrayBuffer> {
  if (method === stored) {
    if (packed.length !== sizeBytes)
      throw damaged(`the member ${name} is stored in ${packed.length} bytes, but its size is ${sizeBytes}.`);
    return packed;
  }
  if (method !== deflated)
    throw damaged(`the member ${name} is compressed by method ${method}; Formatlab reads 0 (stored) and 8 (deflated).`);
  if (sizeBytes > packed.length * maxExpansion)
    throw damaged(`the member ${name} claims ${sizeBytes} bytes from ${packed.length}, more than deflate can reach.`);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = inflateSync(packed, { out: new Uint8Array(sizeBytes) }) as Uint8Array<ArrayBuffer>;
  } catch (cause) {
    throw new FormatlabError(
      { ...damaged(`the member ${name} is not a deflate stream of ${sizeBytes} bytes.`).record },
      { cause },
    );
  }
  if (bytes.length !== sizeBytes)
    throw damaged(`the member ${name} holds ${bytes.length} bytes, but its size is ${sizeBytes}.`);
  return bytes;
}
