/** One of several files that the user opened together. `path` names it within what was chosen, with the folders in front. */
export interface SetFile {
  readonly path: string;
  readonly file: Blob;
}

/** Several files of the user that are one dataset, in the order in which they are read. */
export interface FileSet {
  /** In words: “12 files”. */
  readonly name: string;
  /** The sizes of all files together, in bytes. */
  readonly size: number;
  readonly files: readonly SetFile[];
  /** Files that were chosen but hold no data, or that the user left out. `reason` completes a sentence about the file. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/** What the user opened: a file, or several that are one dataset. */
export type UserData = Blob | FileSet;

export const isFileSet = (data: UserData): data is FileSet => !(data instanceof Blob);

/** The most files that are read as one dataset. */
export const maxSetFiles = 10_000;
