import type { ContentLooks } from '../../own-file/content-look';
import { isJson } from './open/json-parse';

const begins = /^[{[]/;

export const looks: ContentLooks = {
  text: [
    {
      type: 'ndjson',
      order: 10,
      finds: ({ text, lines }) =>
        begins.test(text) &&
        lines.length > 1 &&
        lines.slice(0, 5).every((line) => /^\s*[{[]/.test(line) && isJson(line))
          ? 'certain'
          : null,
    },
    {
      type: 'json',
      order: 20,
      finds: ({ text, whole }) =>
        /^(\[\s*([[{"\d\-tfnNI\]]|$)|\{\s*("|\}|$))/.test(text) ? (whole && isJson(text) ? 'certain' : 'likely') : null,
    },
  ],
};
