/** What the notes on a file begin with that name its key-value metadata, which no file that Formatlab writes keeps. A loss is told up to the colon. */
const starts = { file: 'Metadata of the file: ', columns: 'Metadata of columns: ' } as const;
const inSomeFiles = /^In [\d,]+ of [\d,]+ files: /u;

/** @param keys the keys as a list in words; of one key if `isOne` */
export const metadataNote = (of: keyof typeof starts, keys: string, isOne: boolean): string =>
  `${starts[of]}${isOne ? 'the key' : 'the keys'} ${keys} ${isOne ? 'is' : 'are'} left out of every file that is written from it.`;

/** The notes on metadata that are left out, of a file or of several. Empty if there are none. */
export const metadataNotesIn = (notes: readonly string[]): readonly string[] =>
  notes.flatMap((note) => {
    const own = note.replace(inSomeFiles, '');
    return Object.values(starts).some((start) => own.startsWith(start)) ? [own] : [];
  });
