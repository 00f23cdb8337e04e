import {
  fourGiB,
  joinBytes,
  littleEndian,
  repeatedBytes,
  type HostileStreams,
} from '../../../model/testing/hostile-bytes';

const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd];

export const hostileStreams: HostileStreams = {
  'a content of 4 GB': { input: joinBytes(zstdMagic, [0xe0], littleEndian(fourGiB, 8), [0x01, 0x00, 0x00]) },
  'a content of 2^63 bytes': { input: joinBytes(zstdMagic, [0xe0], littleEndian(2n ** 63n, 8), [0x01, 0x00, 0x00]) },
  'a window of 3.75 TB': { input: joinBytes(zstdMagic, [0x00, 0xff], [0x0b, 0x00, 0x00, 0x61]), tag: 'any' },
  'blocks that really hold 4 GB': {
    input: joinBytes(zstdMagic, [0x00, 0x38], repeatedBytes(32_768, 0x02, 0x00, 0x10, 0x61), [0x03, 0x00, 0x10, 0x61]),
    tag: 'tooLarge',
  },
  'a skippable frame of 4 GB': { input: joinBytes([0x50, 0x2a, 0x4d, 0x18], littleEndian(fourGiB - 1n, 4), [1, 2, 3]) },
};
