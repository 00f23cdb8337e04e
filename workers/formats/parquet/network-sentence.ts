/** How the requests over a network are counted. */
export const networkSentence =
  'Parquet: the last 64 KiB, the rest of the footer if that is longer, then the column chunks, or the pages that the offset index names. Parts with at most 64 KiB between them are one request.';
