import type { BufferReader } from './buffer-reader';
import { malformedRoot } from './failures';
import { bigFileVersion, firstRecordOffset } from './format-constants';

/** The header of a file (ROOT's io/doc/TFile/header.md). */
export interface FileHeader {
  /** The bytes of its fields. */
  readonly usedBytes: number;
  /** The offset of the first record. */
  readonly begin: number;
  readonly end: number;
  readonly freeSeek: number;
  readonly nameBytes: number;
  readonly infoSeek: number;
  readonly infoBytes: number;
}

/** The longest header. */
export const maxHeaderBytes = 75;
const fileIdentifierBytes = 18;

/** Reads the header of a file of `sizeBytes` from the reader's start. @throws `malformedInput` if the file is no ROOT file, or is truncated */
export function readFileHeader(reader: BufferReader, sizeBytes: number): FileHeader {
  if (reader.left < 4 || String.fromCharCode(...reader.raw(4)) !== 'root')
    throw malformedRoot('the file does not begin with “root”, so it is not a ROOT file', 0);
  const isBig = reader.u32() >= bigFileVersion;
  const begin = reader.u32();
  const seek = () => (isBig ? reader.i64() : reader.u32());
  const end = seek();
  const freeSeek = seek();
  // The size of the free list, and the number of its segments.
  reader.skip(8);
  const nameBytes = reader.u32();
  // The size of a seek, and the compression.
  reader.skip(5);
  const infoSeek = seek();
  const infoBytes = reader.u32();
  if (end > sizeBytes)
    throw malformedRoot(
      `the header declares ${end.toLocaleString('en')} bytes, but the file has ${sizeBytes.toLocaleString('en')}: it is truncated, or was never closed`,
      12,
    );
  if (begin < firstRecordOffset || begin > end)
    throw malformedRoot(`the header puts the first record at byte ${begin}, where it can’t be`, 8);
  return { usedBytes: reader.at + fileIdentifierBytes, begin, end, freeSeek, nameBytes, infoSeek, infoBytes };
}
