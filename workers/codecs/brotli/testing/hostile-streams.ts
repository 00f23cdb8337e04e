import { joinBytes, repeatedBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  // RFC 7932 9.1: window bits 0x11 are reserved; Google's extension reads a window of up to 2^62 bytes from what follows.
  'a window larger than the format has': { input: joinBytes([0x11, 0x3f], repeatedBytes(40, 0xff)) },
  'a meta-block of 16 MB that is not there': { input: joinBytes([0x0b, 0xff, 0xff, 0xff], repeatedBytes(16, 0x55)) },
};
