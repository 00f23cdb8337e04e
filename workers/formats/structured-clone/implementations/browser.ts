import type { FormatModule } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';

/**
 * Converts with one call, as PyCall does. A message through a MessageChannel would go there and back and so convert twice, and its time would include waiting in the event loop. The
 * use of the heap is the same, because both ends of the channel would be in the same worker.
 */
export const format: FormatModule = {
  async open() {
    return {
      convert(dataset) {
        try {
          return structuredClone(dataset);
        } catch (cause) {
          throw new FormatlabError(
            {
              tag: 'outOfMemory',
              stage: 'encode',
              format: 'structured-clone',
              message: 'The browser could not clone the data, most likely for lack of memory.',
              remedy: 'Choose fewer items.',
            },
            { cause },
          );
        }
      },
    };
  },
};
