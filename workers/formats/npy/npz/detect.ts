import type { ContentLooks } from '../../../own-file/content-look';

export const looks: ContentLooks = {
  zip: [{ type: 'npz', finds: (names) => names.length > 0 && names.every((name) => name.endsWith('.npy')) }],
};
