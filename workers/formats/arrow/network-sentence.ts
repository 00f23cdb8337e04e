/** How the requests over a network are counted. */
export const networkSentence =
  'Arrow: as pyarrow reads a file. It reads the whole batch that holds a row, and a stream whole.';
