import type { FormatModule } from '../../../model/entry';
import { ReusedMemory } from '../../../columns/reused-memory';
import { decodeDestinationFile } from '../layout/decode';
import { encodeDestinationFile } from '../layout/encode';

export const format: FormatModule = {
  async open({ options }) {
    const destination = options.destination === 'Julia' ? 'Julia' : 'Python';
    /** The file of the last `encodeView`. Source 001 compares this format with Pickle, which reuses memory as well. */
    const fileMemory = new ReusedMemory();
    return {
      encode: (dataset, allocate) => encodeDestinationFile(dataset, destination, allocate),
      encodeView: (dataset) => encodeDestinationFile(dataset, destination, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode: decodeDestinationFile,
    };
  },
};
