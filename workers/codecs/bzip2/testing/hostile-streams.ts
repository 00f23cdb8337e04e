import { asciiBytes, joinBytes, repeatedBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a block with an origin beyond it': {
    input: joinBytes(
      asciiBytes('BZh9'),
      [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
      [0, 0, 0, 0],
      [0x7f, 0xff, 0xff, 0xff],
      repeatedBytes(64, 0x55),
    ),
  },
  'the largest block, cut off': { input: joinBytes(asciiBytes('BZh9'), [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) },
};
