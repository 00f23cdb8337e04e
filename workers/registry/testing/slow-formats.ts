/**
 * Formats with the slowest contract tests, by the test file that runs them (`formats-<name>.contract.browser.test.ts`). One other file runs
 * all other formats.
 */
export const slowFormats = {
  arrow: ['arrow'],
  hashdbm: ['hashdbm'],
  hdf5: ['hdf5'],
  parquet: ['parquet'],
  root: ['root', 'rntuple'],
  treedbm: ['treedbm'],
} as const;
