/** The records of Zip archives (PKWARE's APPNOTE.TXT 6.3.10, section 4.3), which readers, writers and byte maps share. Numbers are little-endian. */
export const localHeaderSignature = 0x04034b50;
export const fileHeaderSignature = 0x02014b50;
export const endSignature = 0x06054b50;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSignature = 0x07064b50;
/** The lengths without names, extra fields and comments. */
export const localHeaderBytes = 30;
export const fileHeaderBytes = 46;
export const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;
const longestCommentBytes = 0xffff;
/** So many bytes at the end of a file hold the end of central directory record, and that of Zip64. */
export const longestEndBytes = zip64EndBytes + zip64LocatorBytes + endBytes + longestCommentBytes;

/** The value of a size or an offset that the Zip64 extra field holds instead. */
const inZip64 = 0xffff_ffff;
const zip64Tag = 1;
const encryptedFlag = 1;
const dataDescriptorFlag = 8;
export const compressionMethods = { stored: 0, deflated: 8 } as const;

/** What a reader does about a record that contradicts itself: it throws, or returns null. */
type Fail<Failed extends null | never> = (message: string) => Failed;

/** The end of central directory record (4.3.16), with the values of Zip64's (4.3.14) where there is one. */
interface EndOfCentralDirectory {
  readonly entryCount: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
  /** Where the record begins in the file, and the length with the comment that it claims. */
  readonly at: number;
  readonly bytes: number;
  /** The records of Zip64 before it: the end of central directory record, and its locator (4.3.15). Null if there are none. */
  readonly zip64: { readonly endAt: number; readonly endBytes: number; readonly locatorAt: number } | null;
}

/** Finds the end of central directory record in the last bytes of a file, which begin at `tailStart`. */
export function readEndOfCentralDirectory<Failed extends null | never>(
  tail: DataView,
  tailStart: number,
  fail: Fail<Failed>,
): EndOfCentralDirectory | Failed {
  const first = Math.max(0, tail.byteLength - endBytes - longestCommentBytes);
  let end = tail.byteLength - endBytes;
  while (end >= first && tail.getUint32(end, true) !== endSignature) end -= 1;
  if (end < first) return fail('It is truncated, or no Zip archive: the record at its end is missing.');
  const record = { at: tailStart + end, bytes: endBytes + tail.getUint16(end + 20, true) };
  const locator = end - zip64LocatorBytes;
  if (locator < 0 || tail.getUint32(locator, true) !== zip64LocatorSignature)
    return {
      ...record,
      entryCount: tail.getUint16(end + 10, true),
      directoryBytes: tail.getUint32(end + 12, true),
      directoryAt: tail.getUint32(end + 16, true),
      zip64: null,
    };
  const endAt = uint64(tail, locator + 8);
  const at = endAt - tailStart;
  if (at < 0 || at + zip64EndBytes > locator || tail.getUint32(at, true) !== zip64EndSignature)
    return fail(`There is no end record with 64-bit sizes at byte ${endAt}, where one should be.`);
  return {
    ...record,
    entryCount: uint64(tail, at + 32),
    directoryBytes: uint64(tail, at + 40),
    directoryAt: uint64(tail, at + 48),
    zip64: { endAt, endBytes: 12 + uint64(tail, at + 4), locatorAt: tailStart + locator },
  };
}

const uint64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** A file header of the central directory (4.3.12). */
export interface FileHeader {
  readonly nameBytes: Uint8Array<ArrayBuffer>;
  /** 0: stored, 8: deflated (4.4.5). */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** The number of the file of a split archive in which the member is. */
  readonly disk: number;
  /** Where the member's local header begins in the file. */
  readonly localHeaderAt: number;
  /** The length of this header, with name, extra field and comment. */
  readonly bytes: number;
}

/** Reads the file header at a place of the view. */
export function readFileHeader<Failed extends null | never>(
  view: DataView<ArrayBuffer>,
  at: number,
  fail: Fail<Failed>,
): FileHeader | Failed {
  if (!(at + fileHeaderBytes <= view.byteLength) || view.getUint32(at, true) !== fileHeaderSignature)
    return fail(`No member’s entry of the directory begins at byte ${at}, where one should be.`);
  const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
  const bytes = fileHeaderBytes + nameBytes + extraBytes + view.getUint16(at + 32, true);
  if (at + bytes > view.byteLength) return fail(`The entry of the directory at byte ${at} reaches past its end.`);
  // The Zip64 field holds only the values that do not fit, in the order size, packed size, offset (4.5.3).
  const values = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  const zip64 = values.includes(inZip64) ? zip64Values(view, at + fileHeaderBytes + nameBytes, extraBytes) : [];
  const [sizeBytes, packedBytes, localHeaderAt] = values.map((value) => (value === inZip64 ? zip64?.shift() : value));
  if (sizeBytes === undefined || packedBytes === undefined || localHeaderAt === undefined)
    return fail(`The entry of the directory at byte ${at} lacks its 64-bit sizes.`);
  return {
    nameBytes: new Uint8Array(view.buffer, view.byteOffset + at + fileHeaderBytes, nameBytes),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & encryptedFlag) !== 0,
    crc: view.getUint32(at + 16, true),
    packedBytes,
    sizeBytes,
    disk: view.getUint16(at + 34, true),
    localHeaderAt,
    bytes,
  };
}

/** The numbers of the Zip64 extra field; null if there is none. */
function zip64Values(view: DataView, start: number, extraBytes: number): number[] | null {
  const end = start + extraBytes;
  for (let at = start; at + 4 <= end; ) {
    const fieldBytes = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === zip64Tag && at + 4 + fieldBytes <= end)
      return Array.from({ length: Math.floor(fieldBytes / 8) }, (_, index) => uint64(view, at + 4 + 8 * index));
    at += 4 + fieldBytes;
  }
  return null;
}

/** The local header of a member (4.3.7). */
interface LocalHeader {
  /** Its length with name and extra field: the member's data follow. */
  readonly bytes: number;
  /** Whether a data descriptor (4.3.9) follows the data. */
  readonly hasDataDescriptor: boolean;
}

/** Reads the local header at a place of the view, of which only the first {@link localHeaderBytes} need be there. */
export function readLocalHeader<Failed extends null | never>(
  view: DataView,
  at: number,
  fail: Fail<Failed>,
): LocalHeader | Failed {
  if (!(at + localHeaderBytes <= view.byteLength) || view.getUint32(at, true) !== localHeaderSignature)
    return fail(`No member’s header begins at byte ${at}, where its entry puts it.`);
  return {
    bytes: localHeaderBytes + view.getUint16(at + 26, true) + view.getUint16(at + 28, true),
    hasDataDescriptor: (view.getUint16(at + 6, true) & dataDescriptorFlag) !== 0,
  };
}

/** Whether the sizes of a data descriptor have 64 bits: its member's local header has a Zip64 extra field. */
export function hasZip64Descriptor(view: DataView, localHeaderAt: number): boolean {
  const nameBytes = view.getUint16(localHeaderAt + 26, true);
  const extraBytes = view.getUint16(localHeaderAt + 28, true);
  return zip64Values(view, localHeaderAt + localHeaderBytes + nameBytes, extraBytes) !== null;
}
