import { beginsAsOldStream } from '../../libraries/arrow-messages';
import type { ContentLooks } from '../../own-file/content-look';

export const looks: ContentLooks = {
  head: [
    {
      type: 'arrow',
      phrase: 'an Arrow IPC stream',
      finds: (head, isText) => !isText && beginsAsOldStream(head),
    },
  ],
};
