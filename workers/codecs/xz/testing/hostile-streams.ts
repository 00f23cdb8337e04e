import { asciiBytes, crc32, joinBytes, repeatedBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

/** An .xz stream (The .xz File Format 1.2.1) of one LZMA2 block with a dictionary of 4 GiB − 1. */
function xzWithLargestDictionary(): Uint8Array<ArrayBuffer> {
  const flags = [0x00, 0x01];
  const blockHeader = [0x02, 0x00, 0x21, 0x01, 40, 0, 0, 0];
  const chunk = [0x01, 0x00, 0x00, 0x61];
  return joinBytes([0xfd, ...asciiBytes('7zXZ'), 0x00], flags, crc32(flags), blockHeader, crc32(blockHeader), chunk);
}

/** The same with the size that the block holds declared as 2^62. */
function xzWithLargestSize(): Uint8Array<ArrayBuffer> {
  const flags = [0x00, 0x01];
  const size = [...repeatedBytes(8, 0x80), 0x40];
  const fields = [0x80, ...size, 0x21, 0x01, 24];
  const padded = [...fields, ...repeatedBytes((4 - ((fields.length + 1) % 4)) % 4, 0)];
  const blockHeader = [(padded.length + 1 + 4) / 4 - 1, ...padded];
  return joinBytes(
    [0xfd, ...asciiBytes('7zXZ'), 0x00],
    flags,
    crc32(flags),
    blockHeader,
    crc32(blockHeader),
    [0x01, 0x00, 0x00, 0x61],
  );
}

export const hostileStreams: HostileStreams = {
  'a dictionary of 4 GB': { input: xzWithLargestDictionary(), tag: 'outOfMemory' },
  'a block of 2^62 bytes': { input: xzWithLargestSize() },
};
