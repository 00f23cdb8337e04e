import { joinBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a stored block that is not there': {
    input: joinBytes([0x01, 0xff, 0xff, 0x00, 0x00], [1, 2, 3]),
    tagBy: { libdeflate: 'tooLarge' },
  },
  'the reserved block type': { input: joinBytes([0x07, 0x00, 0x00]) },
};
