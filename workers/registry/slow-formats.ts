/** Formats whose contract tests take longest, by the test file that has them (`formats-<name>.contract.browser.test.ts`): the rest are in one file. */
export const slowFormats = {
  arrow: ['arrow'],
  hashdbm: ['hashdbm'],
  hdf5: ['hdf5'],
  parquet: ['parquet'],
  root: ['root', 'rntuple'],
  treedbm: ['treedbm'],
} as const;
