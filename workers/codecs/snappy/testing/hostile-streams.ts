import { asciiBytes, joinBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a content of 4 GB': { input: joinBytes([0xff, 0xff, 0xff, 0xff, 0x0f], [0x00, 0x61]) },
  'a length of more than 32 bits': { input: joinBytes([0xff, 0xff, 0xff, 0xff, 0x7f], [0x00, 0x61]) },
  'a literal of 4 GB': { input: joinBytes([0x05], [0xfc, 0xff, 0xff, 0xff, 0xff], asciiBytes('hello')) },
  'a copy from before the beginning': { input: joinBytes([0x08], [0x00, 0x61], [0x0e, 0xff, 0xff], [0x00]) },
};
