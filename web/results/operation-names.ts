import type { Operation } from '../../workers/model/plan';

export const operationNames: Readonly<Record<Operation, string>> = {
  encode: 'Encode',
  decode: 'Decode',
  project: 'Read one column',
  lookup: 'Look up',
  warmLookup: 'Look up, warm',
  store: 'Encode and store',
  load: 'Load and decode',
};

/** What each operation is, for a title beside its name. */
export const operationHelp: Readonly<Record<Operation, string>> = {
  encode: 'The dataset in memory to the bytes of a file',
  decode: 'The bytes of a file to the dataset in memory',
  project: 'One column out of the file’s bytes',
  lookup: 'Random rows, ids or keys out of the opened file, nothing kept between them',
  warmLookup: 'The same with all pages read and decompressed beforehand',
  store: 'Encode, and write to the browser’s private file system',
  load: 'Read from the browser’s private file system, and decode',
};
