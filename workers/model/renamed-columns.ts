/** What the notes on a file begin with that say which names of columns the page changed, since they were empty or repeated. */
const start = 'Column names that were ';

/** @param why what the names were, such as `empty or repeated` */
export const renamedColumnsNote = (why: string, changes: string): string => `${start}${why} were changed: ${changes}.`;

/** The note on changed names of columns. Null if no name was changed. */
export const renamedColumnsNoteIn = (notes: readonly string[]): string | null =>
  notes.find((note) => note.startsWith(start)) ?? null;
