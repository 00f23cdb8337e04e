import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';

/**
 * One call there, as PyCall converts: a message through a MessageChannel would go there and back, so convert twice, and its time would have the event loop's
 * waiting in it. The heap is the same either way, since a channel within one worker ends where it began.
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
