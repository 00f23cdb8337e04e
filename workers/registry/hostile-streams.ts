/**
 * Input that claims far more than it holds, made by hand for each format after its specification. A decoder that allocates what it is told, or works until it is done,
 * would take 4 GB or minutes for some hundred bytes.
 */

type Bytes = Uint8Array<ArrayBuffer>;

const join = (...parts: readonly (readonly number[] | Uint8Array)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const littleEndian = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
const repeated = (times: number, ...unit: readonly number[]): number[] =>
  Array.from({ length: times }, () => unit).flat();
const ascii = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));

const gigabytes4 = 2n ** 32n;

/** CRC-32 of IEEE 802.3, as xz and gzip use it: four bytes, lowest first. */
export function crc32(bytes: readonly number[]): number[] {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return littleEndian(BigInt((crc ^ 0xffffffff) >>> 0), 4);
}

const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd];

/** An .xz stream (The .xz File Format 1.2.1) of one LZMA2 block with a dictionary of 4 GiB − 1. */
function xzWithLargestDictionary(): Bytes {
  const flags = [0x00, 0x01];
  const blockHeader = [0x02, 0x00, 0x21, 0x01, 40, 0, 0, 0];
  const chunk = [0x01, 0x00, 0x00, 0x61];
  return join([0xfd, ...ascii('7zXZ'), 0x00], flags, crc32(flags), blockHeader, crc32(blockHeader), chunk);
}

/** The same with the size that the block holds declared as 2^62. */
function xzWithLargestSize(): Bytes {
  const flags = [0x00, 0x01];
  const size = [...repeated(8, 0x80), 0x40];
  const fields = [0x80, ...size, 0x21, 0x01, 24];
  const padded = [...fields, ...repeated((4 - ((fields.length + 1) % 4)) % 4, 0)];
  const blockHeader = [(padded.length + 1 + 4) / 4 - 1, ...padded];
  return join(
    [0xfd, ...ascii('7zXZ'), 0x00],
    flags,
    crc32(flags),
    blockHeader,
    crc32(blockHeader),
    [0x01, 0x00, 0x00, 0x61],
  );
}

/** Ends the names of those that a decoder may read, since nothing more than is there has to be kept for them. */
export const harmless = '(may be read)';

/** By codec: what the lie is, and the input that tells it. */
export const hostileStreams: Readonly<Record<string, Readonly<Record<string, Bytes>>>> = {
  zstd: {
    'a content of 4 GB': join(zstdMagic, [0xe0], littleEndian(gigabytes4, 8), [0x01, 0x00, 0x00]),
    'a content of 2^63 bytes': join(zstdMagic, [0xe0], littleEndian(2n ** 63n, 8), [0x01, 0x00, 0x00]),
    [`a window of 3.75 TB ${harmless}`]: join(zstdMagic, [0x00, 0xff], [0x0b, 0x00, 0x00, 0x61]),
    'blocks that really hold 4 GB': join(
      zstdMagic,
      [0x00, 0x38],
      repeated(32_768, 0x02, 0x00, 0x10, 0x61),
      [0x03, 0x00, 0x10, 0x61],
    ),
    'a skippable frame of 4 GB': join([0x50, 0x2a, 0x4d, 0x18], littleEndian(gigabytes4 - 1n, 4), [1, 2, 3]),
  },
  lz4: {
    // Descriptor 0x68: version 1, independent blocks, content size; the byte after the size is the second of its XXH32, which a checker looks at first.
    'a content of 4 GB': join(
      [0x04, 0x22, 0x4d, 0x18, 0x68, 0x40],
      littleEndian(gigabytes4, 8),
      [0x21],
      [5, 0, 0, 0x80],
      ascii('hello'),
      [0, 0, 0, 0],
    ),
    'a block of 2 GB': join([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73], [0xff, 0xff, 0xff, 0x7f], ascii('hello')),
    'a match of 16 MB': join(
      [0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73],
      littleEndian(65_541n, 4),
      [0x1f, 0x61, 0x01, 0x00],
      repeated(65_536, 0xff),
      [0x00],
      [0, 0, 0, 0],
    ),
  },
  'lz4-block': {
    'literals of 16 MB': join([0xf0], repeated(65_536, 0xff), [0x00]),
    'a match of 16 MB': join([0x1f, 0x61, 0x01, 0x00], repeated(65_536, 0xff), [0x00]),
    'a match before the beginning': join([0x10, 0x61, 0xff, 0xff, 0x50], ascii('hello')),
  },
  gzip: {
    'a length of 4 GB in its trailer': join(
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
      [0x4b, 0x04, 0x00],
      littleEndian(0xe8b7be43n, 4),
      littleEndian(gigabytes4 - 1n, 4),
    ),
    'a header field that never ends': join([0x1f, 0x8b, 8, 0x08, 0, 0, 0, 0, 0, 3], repeated(70_000, 0x61)),
  },
  deflate: {
    'a stored block that is not there': join([0x78, 0x01], [0x01, 0xff, 0xff, 0x00, 0x00], [1, 2, 3]),
    'a preset dictionary': join([0x78, 0xbb], [1, 2, 3, 4], [0x4b, 0x04, 0x00], [0, 0x62, 0, 0x62]),
  },
  'deflate-raw': {
    'a stored block that is not there': join([0x01, 0xff, 0xff, 0x00, 0x00], [1, 2, 3]),
    'the reserved block type': join([0x07, 0x00, 0x00]),
  },
  brotli: {
    // RFC 7932 9.1: window bits 0x11 are reserved; Google's extension reads a window of up to 2^62 bytes from what follows.
    'a window larger than the format has': join([0x11, 0x3f], repeated(40, 0xff)),
    'a meta-block of 16 MB that is not there': join([0x0b, 0xff, 0xff, 0xff], repeated(16, 0x55)),
  },
  xz: { 'a dictionary of 4 GB': xzWithLargestDictionary(), 'a block of 2^62 bytes': xzWithLargestSize() },
  lzma: {
    'a dictionary and a content of 4 GB': join(
      [0x5d],
      littleEndian(gigabytes4 - 1n, 4),
      littleEndian(gigabytes4, 8),
      [0x00],
      repeated(32, 0x55),
    ),
    'a content of 2^63 bytes': join(
      [0x5d],
      littleEndian(2n ** 16n, 4),
      littleEndian(2n ** 63n, 8),
      [0x00],
      repeated(32, 0x55),
    ),
  },
  bzip2: {
    'a block with an origin beyond it': join(
      ascii('BZh9'),
      [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
      [0, 0, 0, 0],
      [0x7f, 0xff, 0xff, 0xff],
      repeated(64, 0x55),
    ),
    'the largest block, cut off': join(ascii('BZh9'), [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
  },
  blosc: {
    'a content of 2 GB': join(
      [2, 1, 0x21, 8],
      littleEndian(0x7fffffffn, 4),
      littleEndian(0x40000n, 4),
      littleEndian(48n, 4),
      repeated(32, 0xff),
    ),
    'a block of 2 GB': join(
      [2, 1, 0x21, 8],
      littleEndian(4_096n, 4),
      littleEndian(0x7fffffffn, 4),
      littleEndian(48n, 4),
      repeated(32, 0xff),
    ),
    'a compressed size of 2 GB': join(
      [2, 1, 0x21, 8],
      littleEndian(4_096n, 4),
      littleEndian(4_096n, 4),
      littleEndian(0x7fffffffn, 4),
      repeated(32, 0),
    ),
    'negative sizes': join(
      [2, 1, 0x21, 8],
      littleEndian(0xfffffff0n, 4),
      littleEndian(0xfffffff0n, 4),
      littleEndian(48n, 4),
      repeated(32, 0xff),
    ),
    'a block that begins before the header': join(
      [2, 1, 0x21, 8],
      littleEndian(4_096n, 4),
      littleEndian(4_096n, 4),
      littleEndian(52n, 4),
      littleEndian(0xffffff00n, 4),
      repeated(32, 0),
    ),
  },
  snappy: {
    'a content of 4 GB': join([0xff, 0xff, 0xff, 0xff, 0x0f], [0x00, 0x61]),
    'a length of more than 32 bits': join([0xff, 0xff, 0xff, 0xff, 0x7f], [0x00, 0x61]),
    'a literal of 4 GB': join([0x05], [0xfc, 0xff, 0xff, 0xff, 0xff], ascii('hello')),
    'a copy from before the beginning': join([0x08], [0x00, 0x61], [0x0e, 0xff, 0xff], [0x00]),
  },
};
