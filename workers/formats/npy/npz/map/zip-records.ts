import { endBytes, entryBytes, localBytes, longestCommentBytes } from '../../../../libraries/zip-layout';
import { failure, malformed } from '../../../../byte-map/failures';
import { type FileBytes, nameOf } from '../../../../byte-map/file-bytes';

/** Signatures of the records (PKWARE's APPNOTE.TXT), as the text of a file. */
const signatures = {
  local: 'PK\x03\x04',
  entry: 'PK\x01\x02',
  end: 'PK\x05\x06',
  end64: 'PK\x06\x06',
  locator64: 'PK\x06\x07',
  descriptor: 'PK\x07\x08',
} as const;
const locator64Bytes = 20;
const full16 = 0xffff;
const full32 = 0xffff_ffff;
const zip64Tag = 1;
const encryptedFlag = 1;
const descriptorFlag = 8;
/** Each is at least two parts of a map. */
const maxMembers = 250_000;

export interface ZipMember {
  /** Shortened, if it is long. */
  readonly name: string;
  /** Whether its whole name ends like that of an array. */
  readonly isNpy: boolean;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly localAt: number;
  readonly localBytes: number;
  readonly dataAt: number;
  /** The record after the data that repeats its sizes. */
  readonly descriptorBytes: number;
  readonly entryAt: number;
  readonly entryBytes: number;
}

export interface ZipRecords {
  readonly members: readonly ZipMember[];
  /** The records at the end: with 64-bit sizes, where they are large. */
  readonly ends: readonly { readonly name: string; readonly at: number; readonly bytes: number }[];
}

const expect = (file: FileBytes, at: number, signature: string, what: string): void => {
  if (!file.has(at, signature)) throw malformed(`There is no ${what} at byte ${at}, where one should be.`);
};

/** Reads the directory of an archive. @throws `malformedInput` if it contradicts itself */
export function readZip(file: FileBytes): ZipRecords {
  const end = endAt(file);
  const commentBytes = file.u16(end + 20);
  if (end + endBytes + commentBytes > file.sizeBytes) throw malformed('The comment at its end is truncated.');
  const ends = [{ name: 'End of the directory', at: end, bytes: endBytes + commentBytes }];
  let [count, directoryAt] = [file.u16(end + 10), file.u32(end + 16)];
  const locator = end - locator64Bytes;
  if (file.has(locator, signatures.locator64)) {
    const at = file.uint(locator + 8, 8);
    expect(file, at, signatures.end64, 'end record with 64-bit sizes');
    ends.push({ name: 'End of the directory, 64-bit', at, bytes: 12 + file.uint(at + 4, 8) });
    ends.push({ name: 'Locator of the 64-bit end', at: locator, bytes: locator64Bytes });
    [count, directoryAt] = [file.uint(at + 32, 8), file.uint(at + 48, 8)];
  }
  const members: ZipMember[] = [];
  for (let at = directoryAt; members.length < count; ) {
    if (members.length === maxMembers)
      throw failure('tooLarge', `It has more than ${maxMembers.toLocaleString('en')} members, too many for a map.`);
    const member = readEntry(file, at);
    members.push(member);
    at += member.entryBytes;
  }
  return { members, ends };
}

function endAt(file: FileBytes): number {
  const first = Math.max(0, file.sizeBytes - endBytes - longestCommentBytes);
  for (let at = file.sizeBytes - endBytes; at >= first; at -= 1) if (file.has(at, signatures.end)) return at;
  throw malformed('The end of its directory is missing: it is truncated, or not a Zip archive.');
}

function readEntry(file: FileBytes, at: number): ZipMember {
  expect(file, at, signatures.entry, 'entry of the directory');
  const [nameBytes, extraBytes, commentBytes] = [file.u16(at + 28), file.u16(at + 30), file.u16(at + 32)];
  const own = entryBytes + nameBytes + extraBytes + commentBytes;
  file.check(at, own);
  const name = nameOf(file.slice(at + entryBytes, nameBytes));
  const extra = zip64At(file, at + entryBytes + nameBytes, extraBytes);
  let wideAt = extra ?? 0;
  /** A size, or its 64-bit form in the extra field. */
  const sizeOf = (place: number) => {
    const short = file.u32(place);
    if (short !== full32 || extra === null) return short;
    wideAt += 8;
    return file.uint(wideAt - 8, 8);
  };
  const sizeBytes = sizeOf(at + 24);
  const packedBytes = sizeOf(at + 20);
  const localAt = sizeOf(at + 42);
  if (file.u16(at + 34) !== 0 && file.u16(at + 34) !== full16) throw malformed(`${name} is in another file.`);
  expect(file, localAt, signatures.local, `header of ${name}`);
  const localExtraBytes = file.u16(localAt + 28);
  const localNameBytes = file.u16(localAt + 26);
  const dataAt = localAt + localBytes + localNameBytes + localExtraBytes;
  file.check(dataAt, packedBytes);
  const after = dataAt + packedBytes;
  const isWide = zip64At(file, localAt + localBytes + localNameBytes, localExtraBytes) !== null;
  const hasDescriptor = (file.u16(localAt + 6) & descriptorFlag) !== 0;
  const descriptorBytes = (file.has(after, signatures.descriptor) ? 8 : 4) + (isWide ? 16 : 8);
  return {
    name,
    isNpy: nameBytes >= 4 && file.has(at + entryBytes + nameBytes - 4, '.npy'),
    method: file.u16(at + 10),
    isEncrypted: (file.u16(at + 8) & encryptedFlag) !== 0,
    packedBytes,
    sizeBytes,
    localAt,
    localBytes: dataAt - localAt,
    dataAt,
    descriptorBytes: hasDescriptor ? descriptorBytes : 0,
    entryAt: at,
    entryBytes: own,
  };
}

/** Where the 64-bit sizes of an extra field begin. Null if there are none. */
function zip64At(file: FileBytes, start: number, bytes: number): number | null {
  for (let at = start; at + 4 <= start + bytes; at += 4 + file.u16(at + 2))
    if (file.u16(at) === zip64Tag) return at + 4;
  return null;
}
