import type { NpyFile } from '../../../../libraries/npy-file';
import {
  endBytes,
  endSignature,
  entryBytes,
  entrySignature,
  localBytes,
  localSignature,
  longestCommentBytes,
} from '../../../../libraries/zip-layout';
import type { Allocate } from '../../../../model/entry';
import { FormatlabError } from '../../../../model/errors';

const methods = { stored: 0, deflated: 8 } as const;
/** The maximum ratio of deflate: 258 bytes take at least two bits. */
const maxExpansion = 1_032;

/** The fixed date that numpy gives every member, so that equal data give equal bytes. */
export const memberTime = new Date(1980, 0, 1);
const versionNeeded = 20;
/** The date of {@link memberTime} in MS-DOS' form, and its time, midnight. */
const msDosDate = (1 << 5) | 1;

/** The level of zlib that numpy.savez_compressed uses. */
export const deflateLevel = 6;

/** The CRC-32 of the bytes. */
export type Checksum = (bytes: Uint8Array<ArrayBuffer>) => number;

export const damaged = (message: string) =>
  new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'npz', message: `npz: ${message}` });

/** A member whose bytes lie in the file, behind room for its header. */
export interface WrittenMember {
  readonly name: Uint8Array;
  readonly method: keyof typeof methods;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Where its header goes. */
  readonly at: number;
}

const encoder = new TextEncoder();
export const encodedName = (name: string): Uint8Array => encoder.encode(name);
export const headerBytesOf = (name: Uint8Array) => localBytes + name.length;
export const directoryBytesOf = (names: readonly Uint8Array[]) =>
  names.reduce((sum, { length }) => sum + entryBytes + length, endBytes);

/** Writes the members' headers, and the directory, which takes the file from `directoryStart` on. */
export function writeRecords(
  file: Uint8Array<ArrayBuffer>,
  members: readonly WrittenMember[],
  directoryStart: number,
): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  file.fill(0, directoryStart);
  let entry = directoryStart;
  for (const { name, method, crc, packedBytes, sizeBytes, at: local } of members) {
    /** The fields that a local header and an entry of the directory share. */
    const writeShared = (at: number) => {
      view.setUint16(at, versionNeeded, true);
      view.setUint16(at + 4, methods[method], true);
      view.setUint16(at + 8, msDosDate, true);
      view.setUint32(at + 10, crc, true);
      view.setUint32(at + 14, packedBytes, true);
      view.setUint32(at + 18, sizeBytes, true);
      view.setUint32(at + 22, name.length, true);
    };
    view.setUint32(local, localSignature, true);
    file.fill(0, local + 4, local + localBytes);
    writeShared(local + 4);
    file.set(name, local + localBytes);
    view.setUint32(entry, entrySignature, true);
    view.setUint16(entry + 4, versionNeeded, true);
    writeShared(entry + 6);
    view.setUint32(entry + 42, local, true);
    file.set(name, entry + entryBytes);
    entry += entryBytes + name.length;
  }
  view.setUint32(entry, endSignature, true);
  view.setUint16(entry + 8, members.length, true);
  view.setUint16(entry + 10, members.length, true);
  view.setUint32(entry + 12, entry - directoryStart, true);
  view.setUint32(entry + 16, directoryStart, true);
}

/** Writes members uncompressed, byte for byte as fflate does at level 0, which copies them more often and takes the checksums in JavaScript. */
export function writeStored(
  arrays: ReadonlyMap<string, NpyFile>,
  checksum: Checksum,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  const named = [...arrays].map(([name, array]) => ({ name: encodedName(name), array }));
  const directoryStart = named.reduce((sum, { name, array }) => sum + headerBytesOf(name) + array.sizeBytes, 0);
  const file = allocate(directoryStart + directoryBytesOf(named.map(({ name }) => name)));
  let at = 0;
  const members = named.map(({ name, array }): WrittenMember => {
    const { sizeBytes } = array;
    const start = at + headerBytesOf(name);
    const bytes = file.subarray(start, start + sizeBytes);
    array.write(bytes);
    const member = { name, method: 'stored', crc: checksum(bytes), packedBytes: sizeBytes, sizeBytes, at } as const;
    at = start + sizeBytes;
    return member;
  });
  writeRecords(file, members, directoryStart);
  return file;
}

/** A member as the archive's directory has it. */
export interface ArchiveMember {
  readonly name: string;
  readonly method: keyof typeof methods;
  /** Its bytes in the file. */
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
  readonly crc: number;
}

/** The members, not yet unpacked. @throws `malformedInput` if the archive contradicts itself or claims impossible sizes */
export function readDirectory(file: Uint8Array<ArrayBuffer>): readonly ArchiveMember[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const within = (at: number, bytes: number, what: string) => {
    if (at + bytes > file.length) throw damaged(`${what} at byte ${at} reaches past the file’s end.`);
    return at;
  };
  let end = file.length - endBytes;
  while (end >= 0 && view.getUint32(end, true) !== endSignature)
    end = file.length - end >= endBytes + longestCommentBytes ? -1 : end - 1;
  if (end < 0) throw damaged('the file is not a ZIP archive, or is truncated: the record at its end is missing.');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const members = new Map<string, ArchiveMember>();
  let packedSum = 0;
  const decoder = new TextDecoder();
  for (let index = 0; index < count; index += 1) {
    within(at, entryBytes, 'a member’s entry');
    if (view.getUint32(at, true) !== entrySignature) throw damaged(`no member’s entry begins at byte ${at}.`);
    const method = methodOf(view.getUint16(at + 10, true));
    const crc = view.getUint32(at + 16, true);
    const packedBytes = view.getUint32(at + 20, true);
    const sizeBytes = view.getUint32(at + 24, true);
    const nameBytes = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(
      file.subarray(within(at + entryBytes, nameBytes, 'a member’s name'), at + entryBytes + nameBytes),
    );
    if (typeof method === 'number')
      throw damaged(
        `the member ${name} is compressed by method ${method}; Formatlab reads 0 (stored) and 8 (deflated).`,
      );
    at += entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    within(local, localBytes, `the header of ${name}`);
    if (view.getUint32(local, true) !== localSignature)
      throw damaged(`the member ${name} is not at byte ${local}, where its entry puts it.`);
    const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = file.subarray(within(start, packedBytes, `the member ${name}`), start + packedBytes);
    if (members.has(name)) throw damaged(`the member ${name} exists twice.`);
    const member = { name, method, packed, sizeBytes, crc };
    requirePossibleSize(member);
    // Entries that name the same bytes would make a small file unpack to any size.
    packedSum += packedBytes;
    if (packedSum > file.length) throw damaged('its members overlap.');
    members.set(name, member);
  }
  return [...members.values()];
}

const methodOf = (method: number): keyof typeof methods | number =>
  method === methods.stored ? 'stored' : method === methods.deflated ? 'deflated' : method;

function requirePossibleSize({ name, method, packed, sizeBytes }: ArchiveMember): void {
  if (method === 'stored' && packed.length !== sizeBytes)
    throw damaged(`the member ${name} is stored in ${packed.length} bytes, but its size is ${sizeBytes}.`);
  if (method === 'deflated' && sizeBytes > packed.length * maxExpansion)
    throw damaged(`the member ${name} claims ${sizeBytes} bytes from ${packed.length}, more than deflate can reach.`);
}

export const checksumDiffers = (name: string) => damaged(`the bytes of ${name} do not match their checksum.`);
export const wrongSize = (name: string, found: number, sizeBytes: number) =>
  damaged(`the member ${name} holds ${found} bytes, but its size is ${sizeBytes}.`);
export const notDeflated = (name: string, sizeBytes: number, cause: unknown) =>
  new FormatlabError(
    damaged(`the member ${name} is not a deflate stream of ${sizeBytes} bytes.`).record,
    cause === undefined ? {} : { cause },
  );
