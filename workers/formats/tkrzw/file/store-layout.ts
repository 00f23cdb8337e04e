/**
 * The layout of a HashDBM file, which a TreeDBM file also has: 128 bytes of metadata, the buckets, 1,008 bytes for free blocks, 16 bytes at the start of the record section, and the records.
 * Integers are big-endian. From the sources of Tkrzw 1.0 (tkrzw_dbm_hash.cc, tkrzw_dbm_hash_impl.cc; Apache-2.0).
 */

export const metadataBytes = 128;
export const fileMagic = 'TkrzwHDB\n';
export const recordSectionMagic = 'TkrzwREC\n';
export const recordSectionHeaderBytes = 16;
const freeBlockSectionBytes = 1_008;
const recordBaseAlignment = 4_096;

/** Offsets of the metadata's fields. */
export const metadataOffsets = {
  cyclicMagic: 9,
  majorVersion: 10,
  minorVersion: 11,
  flags: 12,
  offsetWidth: 13,
  alignPow: 14,
  closure: 15,
  bucketCount: 16,
  recordCount: 24,
  dataBytes: 32,
  fileBytes: 40,
  modified: 48,
  opaque: 62,
  cyclicMagicAgain: 127,
} as const;

export const opaqueBytes = 64;

export const inPlaceModeFlag = 1;
export const appendingModeFlag = 2;
export const closedFlag = 1;

/** The size of a record's CRC in bytes, by bits 2 and 3 of the flags. */
export const crcWidths = [0, 1, 2, 4] as const;

/** The values of bits 4 to 6 of the flags. */
export const compressorCodes = {
  none: 0,
  zlib: 1,
  zstd: 2,
  lz4: 3,
  lzma: 4,
  rc4: 5,
  aes: 6,
  zstdDictionary: 7,
} as const;
export type CompressorCode = (typeof compressorCodes)[keyof typeof compressorCodes];

export const offsetWidths = { min: 3, max: 6 } as const;
export const alignPows = { min: 0, max: 16 } as const;

/** Tkrzw's limits `HashRecord::MAX_KEY_SIZE` and `MAX_VALUE_SIZE`, in bytes. */
export const keyMaxBytes = 8 * 2 ** 20 - 1;
export const maxValueBytes = 2 ** 31 - 1;

/** The offset of the first record. */
export function recordBase(bucketCount: number, offsetWidth: number, alignPow: number): number {
  const alignment = Math.max(recordBaseAlignment, 1 << alignPow);
  return (
    Math.ceil(
      (metadataBytes + bucketCount * offsetWidth + freeBlockSectionBytes + recordSectionHeaderBytes) / alignment,
    ) * alignment
  );
}

/** The top two bits of a record's first byte. `add`: a new record; `set`: an updated one; `remove`: hides older records of its key; `void`: unused space. */
export const recordKind = { add: 0x00, remove: 0x40, set: 0x80, void: 0xc0 } as const;
export const recordKindMask = 0xc0;
export const paddingMagic = 0xdd;
