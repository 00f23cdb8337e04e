import { ascii, join, repeated, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'literals of 16 MB': { input: join([0xf0], repeated(65_536, 0xff), [0x00]) },
  'a match of 16 MB': { input: join([0x1f, 0x61, 0x01, 0x00], repeated(65_536, 0xff), [0x00]) },
  'a match before the beginning': { input: join([0x10, 0x61, 0xff, 0xff, 0x50], ascii('hello')) },
};
