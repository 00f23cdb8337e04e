/**
 * What the exported scripts measure: null where they do, else why not, as a sentence for the result's table. Every format and codec of the registry is named
 * (coverage.test.ts), and what is null has its adapter in Python (e2e/interop/test_native_script.py).
 */

type Coverage = Readonly<Record<string, string | null>>;

const harness = 'npm run bench:molecules-java -- --out result.json';
const java = `Java’s own objects have no writer in Python: ${harness} measures them with CDK and Kryo.`;

export const nativeFormats: Coverage = {
  raw: null,
  pickle: null,
  npy: null,
  npz: null,
  parquet: null,
  arrow: null,
  csv: null,
  json: null,
  messagepack: null,
  hdf5: null,
  destination: null,
  root: null,
  rntuple: null,
  hashdbm: null,
  treedbm: null,
  'structured-clone': 'The structured clone is the browser’s own copy in memory: Python has none.',
  'java-objects': java,
  kryo: java,
  'atom-container': `CDK’s molecules, of which the stream is made, are Java’s: ${harness} measures how Java reads it.`,
  cml: `RDKit, which this script has molecules by, reads no CML: ${harness} measures it with CDK.`,
  sdf: null,
  smiles: null,
  'smiles-coordinates': null,
  'rdkit-binary': null,
  'openchemlib-idcode':
    'Only OpenChemLib writes and reads idCodes, in Java and in JavaScript: Python has no package of it.',
};

/** Implementations of formats that are measured, by “format/implementation”, whose native counterpart is another library than the script's. */
export const otherImplementations: Readonly<Record<string, string>> = {
  'smiles/openchemlib':
    'OpenChemLib’s native counterpart is itself in Java, and Python has no package of it: RDKit’s SMILES are a candidate of their own.',
};

export const nativeCodecs: Coverage = {
  gzip: null,
  deflate: null,
  'deflate-raw': null,
  zstd: null,
  lz4: null,
  'lz4-block': null,
  brotli: null,
  xz: null,
  lzma: null,
  bzip2: null,
  blosc: null,
  snappy: null,
  pco: null,
  fsst: 'FSST has no package in Python: its authors publish a library in C++.',
};

/** Workloads that Python generates to the same bytes; null, or why their dataset file has to be downloaded. */
export const nativeWorkloads: Coverage = {
  keyedVectors: null,
  events: null,
  array: null,
  list: null,
  dict: null,
  dictionary: null,
  molecules: 'Molecules are not generated in Python: the dataset file holds them.',
};

/** Generated in Python too, but a few hundred items a second: the dataset file is offered as well. */
export const slowWorkloads: readonly string[] = ['dictionary'];

const wholeFile = 'A file of it holds the whole dataset: there is no set of parts that a reader takes for one.';

/** Formats whose files, one for each chunk, are read as one dataset; null, or why a Dask script leaves the others out. */
export const daskFormats: Coverage = Object.fromEntries(
  Object.entries(nativeFormats).map(([id, reason]) => [
    id,
    reason ?? (['parquet', 'arrow', 'csv', 'hdf5', 'npy'].includes(id) ? null : wholeFile),
  ]),
);

/** Workloads that can be generated chunk by chunk. */
export const daskWorkloads: Coverage = {
  ...nativeWorkloads,
  molecules: 'Molecules are not generated in Python, and a dataset file holds no more than one machine.',
};
