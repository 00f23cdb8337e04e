import type { ContentLooks } from '../../own-file/content-look';

export const looks: ContentLooks = {
  text: [{ type: 'sdf', order: 40, finds: ({ text }) => (looksLikeSdf(text) ? 'certain' : null) }],
};

/** Detects the counts line, which is the fourth, or the end of a table. It ignores the lines before, since a title may be empty. */
const looksLikeSdf = (text: string) => /^ *\d{1,6} +\d.* V[23]000 *$/mu.test(text) || /^M {2}END *$/mu.test(text);
