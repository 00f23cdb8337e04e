import {
  endBytes,
  endSignature,
  entryBytes,
  entrySignature,
  localBytes,
  localSignature,
  longestCommentBytes,
} from '../../libraries/zip-layout';
import { unreadableFileError } from '../refusal';

/** The maximum number of bytes of a central directory that are read. */
const directoryLimitBytes = 16 * 1_048_576;
/** The value of a size or an offset that a Zip64 field holds instead. */
const inZip64 = 0xffff_ffff;
const zip64Field = 1;

/** A member of a Zip archive, as the archive's directory has it. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated; other values are methods that Formatlab does not read. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Where its own header begins in the file. */
  readonly at: number;
}

/** True if Formatlab can unpack the member: it is stored or deflated, and not encrypted. */
export const isReadableEntry = ({ method, isEncrypted }: ZipEntry): boolean =>
  !isEncrypted && (method === 0 || method === 8);

/**
 * The members of a Zip archive (APPNOTE.TXT 4.3.12, 4.3.16 and 4.5.3), without folders. Null if the directory can't be read completely. Sizes
 * and offsets are what the file claims.
 * @throws FormatlabError if two members have one name, of which most programs keep the last
 */
export async function zipEntries(file: Blob): Promise<readonly ZipEntry[] | null> {
  const tailStart = Math.max(0, file.size - endBytes - longestCommentBytes);
  const tail = new DataView(await file.slice(tailStart).arrayBuffer());
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1;
  if (end < 0) return null;
  const count = tail.getUint16(end + 10, true);
  const start = tail.getUint32(end + 16, true);
  const sizeBytes = tail.getUint32(end + 12, true);
  if (start + sizeBytes > file.size || sizeBytes > directoryLimitBytes) return null;
  const directory = new DataView(await file.slice(start, start + sizeBytes).arrayBuffer());
  const entries: ZipEntry[] = [];
  // By their bytes: names in another encoding than UTF-8 may look alike.
  const names = new Set<string>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + entryBytes > directory.byteLength || directory.getUint32(at, true) !== entrySignature) return null;
    const nameBytes = directory.getUint16(at + 28, true);
    const extraBytes = directory.getUint16(at + 30, true);
    const next = at + entryBytes + nameBytes + extraBytes + directory.getUint16(at + 32, true);
    if (next > directory.byteLength) return null;
    const entry = entryAt(directory, at, nameBytes, extraBytes);
    if (entry === null) return null;
    const nameStart = at + entryBytes;
    const ownName = new Uint8Array(directory.buffer, nameStart, nameBytes).join();
    if (names.has(ownName)) throw twoOfOneName(entry.name);
    names.add(ownName);
    if (!entry.name.endsWith('/')) entries.push(entry);
    at = next;
  }
  // With a count that is too small, the members after it would be left out without a word.
  return at + 4 <= directory.byteLength && directory.getUint32(at, true) === entrySignature ? null : entries;
}

const twoOfOneName = (name: string) =>
  unreadableFileError(
    `The Zip archive holds two files of one name, “${name.slice(0, 200)}”, and does not say which of them is meant.`,
    'Unpack it and choose the file that is meant, or measure its bytes as they are.',
  );

function entryAt(directory: DataView<ArrayBuffer>, at: number, nameBytes: number, extraBytes: number): ZipEntry | null {
  const sizes = [20, 24, 42].map((field) => directory.getUint32(at + field, true));
  const isLong = sizes.some((size) => size === inZip64);
  const extra = isLong ? zip64Values(directory, at + entryBytes + nameBytes, extraBytes) : [];
  if (extra === null) return null;
  // The field holds only the values that do not fit, in the order size, packed size, offset.
  const longSizes = [sizes[1] ?? 0, sizes[0] ?? 0, sizes[2] ?? 0].map((size) =>
    size === inZip64 ? extra.shift() : size,
  );
  const [sizeBytes, packedBytes, local] = longSizes;
  if (sizeBytes === undefined || packedBytes === undefined || local === undefined) return null;
  return {
    name: new TextDecoder().decode(new Uint8Array(directory.buffer, at + entryBytes, nameBytes)),
    method: directory.getUint16(at + 10, true),
    isEncrypted: (directory.getUint16(at + 8, true) & 1) !== 0,
    crc: directory.getUint32(at + 16, true),
    packedBytes,
    sizeBytes,
    at: local,
  };
}

/** The numbers of an entry's Zip64 field; null if it has none. */
function zip64Values(directory: DataView, start: number, extraBytes: number): number[] | null {
  const end = start + extraBytes;
  for (let at = start; at + 4 <= end; ) {
    const fieldBytes = directory.getUint16(at + 2, true);
    if (directory.getUint16(at, true) === zip64Field && at + 4 + fieldBytes <= end)
      return Array.from({ length: Math.floor(fieldBytes / 8) }, (_, index) =>
        Number(directory.getBigUint64(at + 4 + 8 * index, true)),
      );
    at += 4 + fieldBytes;
  }
  return null;
}

/** The packed bytes of a member. Null if they do not lie in the file. */
export async function packedPart(file: Blob, { at, packedBytes }: ZipEntry): Promise<Blob | null> {
  if (at + localBytes > file.size) return null;
  const header = new DataView(await file.slice(at, at + localBytes).arrayBuffer());
  if (header.getUint32(0, true) !== localSignature) return null;
  const start = at + localBytes + header.getUint16(26, true) + header.getUint16(28, true);
  return start + packedBytes > file.size ? null : file.slice(start, start + packedBytes);
}
