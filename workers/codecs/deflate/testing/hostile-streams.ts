import { joinBytes, type HostileStreams } from '../../../model/testing/hostile-bytes';

export const hostileStreams: HostileStreams = {
  'a stored block that is not there': { input: joinBytes([0x78, 0x01], [0x01, 0xff, 0xff, 0x00, 0x00], [1, 2, 3]) },
  'a preset dictionary': { input: joinBytes([0x78, 0xbb], [1, 2, 3, 4], [0x4b, 0x04, 0x00], [0, 0x62, 0, 0x62]) },
};
