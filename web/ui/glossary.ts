import text from '../../docs/GLOSSARY.md?raw';

/** The meanings of the glossary, by term. A row may have several terms: “column chunk, page, row group”. */
const meanings = new Map(
  [...text.matchAll(/^\| (.+?) \| (.+) \|$/gmu)].flatMap(([, terms = '', meaning = '']) =>
    terms.split(', ').map((term) => [term, meaning] as const),
  ),
);

/** What the glossary says of a term. Undefined if it does not have it. */
export const meaningOf = (term: string): string | undefined => meanings.get(term);
