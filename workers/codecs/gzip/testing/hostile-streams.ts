import {
  fourGiB,
  joinBytes,
  littleEndian,
  repeatedBytes,
  type HostileStreams,
} from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a length of 4 GB in its trailer': {
    input: joinBytes(
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
      [0x4b, 0x04, 0x00],
      littleEndian(0xe8b7be43n, 4),
      littleEndian(fourGiB - 1n, 4),
    ),
  },
  'a header field that never ends': {
    input: joinBytes([0x1f, 0x8b, 8, 0x08, 0, 0, 0, 0, 0, 3], repeatedBytes(70_000, 0x61)),
  },
};
