import { asciiBytes, joinBytes, type HostileStreams, repeatedBytes } from '../../../model/testing/hostile-bytes';

/** pco’s standalone container (https://github.com/pcodec/pcodec/blob/main/docs/format.md): magic, versions, and chunks of a number type and 24 bits of how many numbers follow. */
export const hostileStreams: HostileStreams = {
  'a version that does not exist': { input: joinBytes(asciiBytes('pco!'), repeatedBytes(40, 0xff)) },
  'no chunk at all': { input: joinBytes(asciiBytes('pco!')) },
  'sixteen million numbers in one byte': {
    input: joinBytes(asciiBytes('pco!'), [3, 0, 4, 1], [1, 0xff, 0xff, 0xff, 0x00]),
  },
};
