/** The gaps for which the requests for a column's chunks of a Parquet file are counted. */
export const countedGaps = [0, 8_192, 65_536, 1_048_576] as const;

/** The names of the counts of a gap. */
export const gapCountNames = (gap: number) =>
  ({ requests: `networkRequestsOfChunksGap${gap}`, bytes: `networkBytesOfChunksGap${gap}` }) as const;
