import { malformed } from '../../../byte-map/failures';
import { type FileBytes, shortName } from '../../../byte-map/file-bytes';
import { BufferReader } from '../file/buffer-reader';
import { largeSeekVersion } from '../file/format-constants';
import type { FileHeader } from '../file/header';
import { minKeyBytes, type RootKey, readKey as readRootKey } from '../file/key';

/** The key of a record (io/doc/TFile/datarecord.md). */
export interface Key extends RootKey {
  readonly at: number;
  /** The end of the fields that each key has. */
  readonly headEnd: number;
}

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

/** The key at a place, with shortened names. @throws `malformedInput` if there is none */
export function readKey(file: FileBytes, at: number): Key {
  const keyBytes = file.u16BE(at + 14);
  if (file.u32BE(at) < keyBytes || keyBytes < minKeyBytes)
    throw malformed(`There is no record at byte ${at}, where one should be.`);
  const reader = new BufferReader(file.slice(at, keyBytes), `the key at byte ${at}`, at);
  const key = readRootKey(reader);
  return {
    ...key,
    name: shortName(key.name),
    title: shortName(key.title),
    className: shortName(key.className),
    at,
    headEnd: at + reader.at,
  };
}
