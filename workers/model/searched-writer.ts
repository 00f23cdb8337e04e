/** Parquet by the library that the page suggests, and whose settings a search by column tries. */
export const searchedWriter = { format: 'parquet', implementation: 'arrow-rs' } as const;
