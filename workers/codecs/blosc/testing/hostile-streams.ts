import { joinBytes, littleEndian, repeatedBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a content of 2 GB': {
    input: joinBytes(
      [2, 1, 0x21, 8],
      littleEndian(0x7fffffffn, 4),
      littleEndian(0x40000n, 4),
      littleEndian(48n, 4),
      repeatedBytes(32, 0xff),
    ),
    tag: 'tooLarge',
  },
  'a block of 2 GB': {
    input: joinBytes(
      [2, 1, 0x21, 8],
      littleEndian(4_096n, 4),
      littleEndian(0x7fffffffn, 4),
      littleEndian(48n, 4),
      repeatedBytes(32, 0xff),
    ),
  },
  'a compressed size of 2 GB': {
    input: joinBytes(
      [2, 1, 0x21, 8],
      littleEndian(4_096n, 4),
      littleEndian(4_096n, 4),
      littleEndian(0x7fffffffn, 4),
      repeatedBytes(32, 0),
    ),
  },
  'negative sizes': {
    input: joinBytes(
      [2, 1, 0x21, 8],
      littleEndian(0xfffffff0n, 4),
      littleEndian(0xfffffff0n, 4),
      littleEndian(48n, 4),
      repeatedBytes(32, 0xff),
    ),
    tag: 'tooLarge',
  },
  'a block that begins before the header': {
    input: joinBytes(
      [2, 1, 0x21, 8],
      littleEndian(4_096n, 4),
      littleEndian(4_096n, 4),
      littleEndian(52n, 4),
      littleEndian(0xffffff00n, 4),
      repeatedBytes(32, 0),
    ),
  },
};
