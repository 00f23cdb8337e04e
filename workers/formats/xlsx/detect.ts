import type { ContentLooks } from '../../own-file/content-look';

export const looks: ContentLooks = {
  zip: [
    {
      type: 'xlsx',
      // Excel writes its workbook in the folder `xl`; its place is free, and other programs write it elsewhere.
      finds: (names) => {
        const isOffice = names.includes('[Content_Types].xml');
        return names.some((name) => (isOffice ? /(?:^|\/)workbook\.xml$/iu : /^xl\/workbook\.xml$/iu).test(name));
      },
    },
  ],
};
