import {
  asciiBytes,
  fourGiB,
  joinBytes,
  littleEndian,
  repeatedBytes,
  type HostileStreams,
} from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  // Descriptor 0x68: version 1, independent blocks, content size; the byte after the size is the second of its XXH32, which a checker looks at first.
  'a content of 4 GB': {
    input: joinBytes(
      [0x04, 0x22, 0x4d, 0x18, 0x68, 0x40],
      littleEndian(fourGiB, 8),
      [0x21],
      [5, 0, 0, 0x80],
      asciiBytes('hello'),
      [0, 0, 0, 0],
    ),
  },
  'a block of 2 GB': {
    input: joinBytes([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73], [0xff, 0xff, 0xff, 0x7f], asciiBytes('hello')),
  },
  'a match of 16 MB': {
    input: joinBytes(
      [0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73],
      littleEndian(65_541n, 4),
      [0x1f, 0x61, 0x01, 0x00],
      repeatedBytes(65_536, 0xff),
      [0x00],
      [0, 0, 0, 0],
    ),
    tagBy: { lz4js: 'tooLarge', specification: 'tooLarge' },
  },
};
