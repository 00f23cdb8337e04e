import type { FormatModule } from '../../model/entry';
import { decodeDestinationFile } from './layout/decode';
import { encodeDestinationFile } from './layout/encode';

export const format: FormatModule = {
  async open({ options }) {
    const destination = options.destination === 'Julia' ? 'Julia' : 'Python';
    return {
      encode: (dataset, allocate) => encodeDestinationFile(dataset, destination, allocate),
      decode: decodeDestinationFile,
    };
  },
};
