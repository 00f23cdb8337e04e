import {
  fourGiB,
  joinBytes,
  littleEndian,
  repeatedBytes,
  type HostileStreams,
} from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a dictionary and a content of 4 GB': {
    input: joinBytes([0x5d], littleEndian(fourGiB - 1n, 4), littleEndian(fourGiB, 8), [0x00], repeatedBytes(32, 0x55)),
    tag: 'outOfMemory',
  },
  'a content of 2^63 bytes': {
    input: joinBytes([0x5d], littleEndian(2n ** 16n, 4), littleEndian(2n ** 63n, 8), [0x00], repeatedBytes(32, 0x55)),
  },
};
