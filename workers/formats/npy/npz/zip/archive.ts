import type { NpyFile } from '../../../../libraries/npy-file';
import {
  compressionMethods,
  endBytes,
  endSignature,
  fileHeaderBytes,
  fileHeaderSignature,
  localHeaderBytes,
  localHeaderSignature,
  readEndOfCentralDirectory,
  readFileHeader,
  readLocalHeader,
} from '../../../../libraries/zip-records';
import type { Allocate } from '../../../../model/entry';
import { FormatlabError } from '../../../../model/errors';

type Method = keyof typeof compressionMethods;
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
  readonly method: Method;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Where its header goes. */
  readonly at: number;
}

const encoder = new TextEncoder();
export const encodedName = (name: string): Uint8Array => encoder.encode(name);
export const headerBytesOf = (name: Uint8Array) => localHeaderBytes + name.length;
export const directoryBytesOf = (names: readonly Uint8Array[]) =>
  names.reduce((sum, { length }) => sum + fileHeaderBytes + length, endBytes);

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
      view.setUint16(at + 4, compressionMethods[method], true);
      view.setUint16(at + 8, msDosDate, true);
      view.setUint32(at + 10, crc, true);
      view.setUint32(at + 14, packedBytes, true);
      view.setUint32(at + 18, sizeBytes, true);
      view.setUint32(at + 22, name.length, true);
    };
    view.setUint32(local, localHeaderSignature, true);
    file.fill(0, local + 4, local + localHeaderBytes);
    writeShared(local + 4);
    file.set(name, local + localHeaderBytes);
    view.setUint32(entry, fileHeaderSignature, true);
    view.setUint16(entry + 4, versionNeeded, true);
    writeShared(entry + 6);
    view.setUint32(entry + 42, local, true);
    file.set(name, entry + fileHeaderBytes);
    entry += fileHeaderBytes + name.length;
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
  readonly method: Method;
  /** Its bytes in the file. */
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
  readonly crc: number;
}

const fail = (message: string): never => {
  throw damaged(message);
};

/** The members, not yet unpacked. @throws `malformedInput` if the archive contradicts itself or claims impossible sizes */
export function readDirectory(file: Uint8Array<ArrayBuffer>): readonly ArchiveMember[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { entryCount, directoryAt } = readEndOfCentralDirectory(view, 0, fail);
  const members = new Map<string, ArchiveMember>();
  let packedSum = 0;
  const decoder = new TextDecoder();
  let at = directoryAt;
  for (let index = 0; index < entryCount; index += 1) {
    const header = readFileHeader(view, at, fail);
    at += header.bytes;
    const { crc, packedBytes, sizeBytes, localHeaderAt } = header;
    const name = decoder.decode(header.nameBytes);
    const method = methodNames[header.method];
    if (method === undefined)
      return fail(
        `The member ${name} is compressed by method ${header.method}; Formatlab reads 0 (stored) and 8 (deflated).`,
      );
    const start = localHeaderAt + readLocalHeader(view, localHeaderAt, fail).bytes;
    if (start + packedBytes > file.length) fail(`The member ${name} at byte ${start} reaches past the file’s end.`);
    if (members.has(name)) fail(`The member ${name} exists twice.`);
    const member = { name, method, packed: file.subarray(start, start + packedBytes), sizeBytes, crc };
    requirePossibleSize(member);
    // Entries that name the same bytes would make a small file unpack to any size.
    packedSum += packedBytes;
    if (packedSum > file.length) fail('Its members overlap.');
    members.set(name, member);
  }
  return [...members.values()];
}

const methodNames: Readonly<Record<number, Method>> = { 0: 'stored', 8: 'deflated' };

function requirePossibleSize({ name, method, packed, sizeBytes }: ArchiveMember): void {
  if (method === 'stored' && packed.length !== sizeBytes)
    throw damaged(`The member ${name} is stored in ${packed.length} bytes, but its size is ${sizeBytes}.`);
  if (method === 'deflated' && sizeBytes > packed.length * maxExpansion)
    throw damaged(`The member ${name} claims ${sizeBytes} bytes from ${packed.length}, more than deflate can reach.`);
}

export const checksumDiffers = (name: string) => damaged(`The bytes of ${name} do not match their checksum.`);
export const wrongSize = (name: string, found: number, sizeBytes: number) =>
  damaged(`The member ${name} holds ${found} bytes, but its size is ${sizeBytes}.`);
export const notDeflated = (name: string, sizeBytes: number, cause: unknown) =>
  new FormatlabError(
    damaged(`The member ${name} is not a deflate stream of ${sizeBytes} bytes.`).record,
    cause === undefined ? {} : { cause },
  );
