import { asciiBytes, joinBytes, repeatedBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'literals of 16 MB': { input: joinBytes([0xf0], repeatedBytes(65_536, 0xff), [0x00]) },
  'a match of 16 MB': { input: joinBytes([0x1f, 0x61, 0x01, 0x00], repeatedBytes(65_536, 0xff), [0x00]) },
  'a match before the beginning': { input: joinBytes([0x10, 0x61, 0xff, 0xff, 0x50], asciiBytes('hello')) },
};
