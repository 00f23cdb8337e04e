import { bigFileVersion, largeSeekVersion } from '../file/format-constants';
import { malformed } from '../../../byte-map/failures';
import { type FileBytes, nameOf } from '../../../byte-map/file-bytes';

/** The header of a file (ROOT's io/doc/TFile/header.md). */
export interface FileHeader {
  /** The bytes of its fields. */
  readonly usedBytes: number;
  readonly begin: number;
  readonly end: number;
  readonly freeSeek: number;
  readonly infoSeek: number;
}

export function readFileHeader(file: FileBytes): FileHeader {
  const isBig = file.u32BE(4) >= bigFileVersion;
  const seekBytes = isBig ? 8 : 4;
  const seekAt = (at: number) => (isBig ? file.u64BE(at) : file.u32BE(at));
  const begin = file.u32BE(8);
  const end = seekAt(12);
  const freeAt = 12 + seekBytes;
  // The bytes of the free list, their number, the bytes of the name, the bytes of a seek, the compression.
  const infoAt = freeAt + seekBytes + 4 + 4 + 4 + 1 + 4;
  // The streamer information is followed by its size and the file's identifier, of 18 bytes.
  const usedBytes = infoAt + seekBytes + 4 + 18;
  if (end > file.sizeBytes)
    throw malformed(
      `Its header names ${end} bytes, but it has only ${file.sizeBytes}: it is truncated, or was never closed.`,
    );
  if (begin < usedBytes || begin > end) throw malformed(`Its header puts the first record at byte ${begin}.`);
  return { usedBytes, begin, end, freeSeek: seekAt(freeAt), infoSeek: seekAt(infoAt) };
}

/** The key of a record (io/doc/TFile/datarecord.md). */
export interface Key {
  readonly at: number;
  readonly recordBytes: number;
  readonly keyBytes: number;
  readonly objectBytes: number;
  readonly className: string;
  readonly name: string;
  readonly title: string;
  /** The end of the fields that each key has. */
  readonly headEnd: number;
}

const minKeyBytes = 26;

/** Whether a record begins at a place: its key says where it is. */
export function isRecordAt(file: FileBytes, at: number): boolean {
  if (at + minKeyBytes > file.sizeBytes) return false;
  const isBig = file.u16BE(at + 4) > largeSeekVersion;
  if (isBig && at + minKeyBytes + 8 > file.sizeBytes) return false;
  const keyBytes = file.u16BE(at + 14);
  const seek = isBig ? file.u64BE(at + 18) : file.u32BE(at + 18);
  return seek === at && keyBytes >= minKeyBytes && keyBytes <= file.u32BE(at);
}

/** The ends of the free segments, by their starts (io/doc/TFile/freesegments.md). The last one is behind the file's end. */
export function readFreeSegments(file: FileBytes, { freeSeek, end }: FileHeader): ReadonlyMap<number, number> {
  const segments = new Map<number, number>();
  if (freeSeek === 0 || !isRecordAt(file, freeSeek)) return segments;
  const { keyBytes, recordBytes } = readKey(file, freeSeek);
  const listEnd = Math.min(freeSeek + recordBytes, file.sizeBytes);
  for (let at = freeSeek + keyBytes; at + 10 <= listEnd; ) {
    const isBig = file.u16BE(at) > largeSeekVersion;
    if (isBig && at + 18 > listEnd) break;
    const first = isBig ? file.u64BE(at + 2) : file.u32BE(at + 2);
    const last = isBig ? file.u64BE(at + 10) : file.u32BE(at + 6);
    if (first < end && last < end && last >= first) segments.set(first, last + 1);
    at += isBig ? 18 : 10;
  }
  return segments;
}

export function readKey(file: FileBytes, at: number): Key {
  const recordBytes = file.u32BE(at);
  const keyBytes = file.u16BE(at + 14);
  if (recordBytes < minKeyBytes || keyBytes < minKeyBytes || keyBytes > recordBytes)
    throw malformed(`There is no record at byte ${at}, where one should be.`);
  const isBig = file.u16BE(at + 4) > largeSeekVersion;
  let next = at + 18 + (isBig ? 16 : 8);
  const text = () => {
    const short = file.u8(next);
    const bytes = short === 255 ? file.u32BE(next + 1) : short;
    const start = next + (short === 255 ? 5 : 1);
    next = start + bytes;
    if (next > at + keyBytes) throw malformed(`The key at byte ${at} has a name that is too long.`);
    return nameOf(file.slice(start, bytes));
  };
  const [className, name, title] = [text(), text(), text()];
  return { at, recordBytes, keyBytes, objectBytes: file.u32BE(at + 6), className, name, title, headEnd: next };
}
