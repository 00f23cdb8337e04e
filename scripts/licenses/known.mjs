/** Facts that the packages’ own files do not state: the purpose of each, the software inside it, and the licence text if the package has none. */

/**
 * Direct dependencies by name. A dependency without an entry is an error. `inside` lists software compiled into the package, under its licence or
 * another one.
 * @type {Readonly<Record<string, { use: string, inside?: string, license?: string, text?: string }>>}
 */
export const packages = {
  '@bokuweb/zstd-wasm': { use: 'zstd, a second implementation', inside: 'libzstd', text: 'bokuweb-zstd-wasm.txt' },
  '@duckdb/duckdb-wasm': { use: 'reading CSV files', inside: 'DuckDB', text: 'duckdb-wasm.txt' },
  '@msgpack/msgpack': { use: 'MessagePack' },
  '@rdkit/rdkit': {
    use: 'molecules: SMILES, RDKit’s binary',
    inside: 'RDKit, Boost, CoordGen, InChI, RapidJSON and FreeType',
    text: 'rdkit.txt',
  },
  '@sqlite.org/sqlite-wasm': { use: 'reading SQLite databases', inside: 'SQLite', text: 'sqlite-wasm.txt' },
  'apache-arrow': { use: 'Arrow files' },
  'chrome-launcher': { use: 'finding Chrome, on the command line' },
  'chrome-remote-interface': { use: 'steering Chrome, on the command line' },
  fflate: { use: 'gzip, zlib, deflate, ZIP archives of numpy’s arrays' },
  fzstd: { use: 'zstd, reading' },
  h5wasm: { use: 'HDF5 files', inside: 'libhdf5 and zlib', license: 'NIST notice; HDF5’s BSD-style' },
  'hash-wasm': { use: 'SHA-256, XXH32, XXH64 and CRC-32' },
  hyparquet: { use: 'Parquet files, reading' },
  'hyparquet-compressors': { use: 'codecs inside Parquet' },
  'hyparquet-writer': { use: 'Parquet files, writing' },
  idb: { use: 'keeping results in the browser' },
  lz4js: { use: 'LZ4', text: 'lz4js.txt' },
  openchemlib: { use: 'molecules: SMILES, idCodes, drawings' },
  pako: { use: 'gzip, zlib, deflate' },
  papaparse: { use: 'CSV files' },
  'parquet-wasm': { use: 'Parquet and Arrow files', inside: 'arrow-rs' },
  react: { use: 'the page' },
  'react-dom': { use: 'the page' },
  recharts: { use: 'charts' },
  snappyjs: { use: 'Snappy' },
  valibot: { use: 'checking what comes from outside' },
};

/**
 * Licences of packages whose metadata names none, read from their licence files.
 * @type {Readonly<Record<string, string>>}
 */
export const licencesFromTexts = { 'json-bignum': 'MIT' };

/**
 * Upstream libraries inside our modules, by their name in the manifest. Their licence texts are in workers/wasm/licenses.
 * @type {Readonly<Record<string, { text: string, license: string }>>}
 */
export const upstreamLibraries = {
  zstd: { text: 'zstd.txt', license: 'BSD-3-Clause' },
  LZ4: { text: 'lz4.txt', license: 'BSD-2-Clause' },
  libdeflate: { text: 'libdeflate.txt', license: 'MIT' },
  zlib: { text: 'zlib.txt', license: 'Zlib' },
  brotli: { text: 'brotli.txt', license: 'MIT' },
  liblzma: { text: 'liblzma.txt', license: '0BSD' },
  bzip2: { text: 'bzip2.txt', license: 'bzip2-1.0.6' },
  'c-blosc': { text: 'c-blosc.txt', license: 'BSD-3-Clause' },
  BloscLZ: { text: 'c-blosc.txt', license: 'BSD-3-Clause; FastLZ’s MIT' },
  snap: { text: 'snap.txt', license: 'BSD-3-Clause' },
  pco: { text: 'apache-2.0.txt', license: 'Apache-2.0' },
  'fsst-rs': { text: 'apache-2.0.txt', license: 'Apache-2.0' },
  parquet: { text: 'apache-2.0.txt', license: 'Apache-2.0' },
  'csv-core': { text: 'csv-core.txt', license: 'Unlicense OR MIT' },
  memchr: { text: 'csv-core.txt', license: 'Unlicense OR MIT' },
  jiter: { text: 'jiter.txt', license: 'MIT' },
  rmp: { text: 'rmp.txt', license: 'MIT' },
  'ryu-js': { text: 'apache-2.0.txt', license: 'Apache-2.0 OR BSL-1.0' },
  itoa: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0' },
};

/**
 * Further crates that are compiled into our Rust modules. Their versions are in workers/wasm/rust/Cargo.lock.
 * @type {Readonly<Record<string, { text: string, license: string, use: string }>>}
 */
export const compiledCrates = {
  better_io: { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in pco' },
  'cfg-if': { text: 'cfg-if.txt', license: 'MIT OR Apache-2.0', use: 'in pco' },
  dtype_dispatch: { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in pco' },
  half: { text: 'half.txt', license: 'MIT OR Apache-2.0', use: 'in pco' },
  rand_core: { text: 'rand_core.txt', license: 'MIT OR Apache-2.0', use: 'in pco' },
  rand_xoshiro: { text: 'rand_xoshiro.txt', license: 'MIT OR Apache-2.0', use: 'in pco' },
  'rustc-hash': { text: 'rustc-hash.txt', license: 'Apache-2.0 OR MIT', use: 'in FSST' },
  zerocopy: { text: 'zerocopy.txt', license: 'BSD-2-Clause OR Apache-2.0 OR MIT', use: 'in pco' },
  ahash: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'arrow-array': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet, CSV, JSON and MessagePack' },
  'arrow-buffer': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet, CSV, JSON and MessagePack' },
  'arrow-cmp': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet' },
  'arrow-data': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet, CSV, JSON and MessagePack' },
  'arrow-ipc': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet' },
  'arrow-schema': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet, CSV, JSON and MessagePack' },
  'arrow-select': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet' },
  base64: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  bitvec: { text: 'bitvec.txt', license: 'MIT', use: 'in jiter' },
  funty: { text: 'funty.txt', license: 'MIT', use: 'in jiter' },
  radium: { text: 'radium.txt', license: 'MIT', use: 'in jiter' },
  tap: { text: 'tap.txt', license: 'MIT', use: 'in jiter' },
  wyz: { text: 'bitvec.txt', license: 'MIT', use: 'in jiter' },
  'lexical-parse-float': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in jiter' },
  'lexical-parse-integer': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in jiter' },
  'lexical-util': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in jiter' },
  smallvec: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in jiter' },
  memchr: { text: 'csv-core.txt', license: 'Unlicense OR MIT', use: 'in csv-core' },
  bitflags: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  bytes: { text: 'bytes.txt', license: 'MIT', use: 'in Parquet' },
  chrono: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'compu-brotli-sys': { text: 'compu-brotli-sys.txt', license: 'BSL-1.0', use: 'in Parquet' },
  'const-random': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  flatbuffers: { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet' },
  getrandom: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  hashbrown: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'libdeflate-sys': { text: 'apache-2.0.txt', license: 'Apache-2.0', use: 'in Parquet' },
  libm: { text: 'libm.txt', license: 'MIT', use: 'in Parquet' },
  'lz4-sys': { text: 'lz4-sys.txt', license: 'MIT', use: 'in Parquet' },
  lz4_flex: { text: 'lz4_flex.txt', license: 'MIT', use: 'in Parquet' },
  'num-bigint': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'num-complex': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'num-integer': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'num-traits': { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  once_cell: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  simdutf8: { text: 'apache-2.0.txt', license: 'MIT OR Apache-2.0', use: 'in Parquet' },
  'twox-hash': { text: 'twox-hash.txt', license: 'MIT', use: 'in Parquet' },
  zstd: { text: 'zstd-rs.txt', license: 'BSD-3-Clause', use: 'in Parquet' },
  'zstd-safe': { text: 'zstd-rs.txt', license: 'BSD-3-Clause', use: 'in Parquet' },
  'zstd-sys': { text: 'zstd-rs.txt', license: 'BSD-3-Clause', use: 'in Parquet' },
};

/** Crates that run only during compilation, or that are for other targets. They are not shipped. */
export const unshippedPackages = [
  'android_system_properties',
  'autocfg',
  'bumpalo',
  'cc',
  'const-random-macro',
  'core-foundation-sys',
  'crunchy',
  'find-msvc-tools',
  'futures-core',
  'futures-task',
  'futures-util',
  'iana-time-zone',
  'iana-time-zone-haiku',
  'jobserver',
  'js-sys',
  'libc',
  'log',
  'pin-project-lite',
  'pkg-config',
  'proc-macro2',
  'quote',
  'r-efi',
  'rustc_version',
  'rustversion',
  'semver',
  'seq-macro',
  'shlex',
  'slab',
  'syn',
  'tiny-keccak',
  'unicode-ident',
  'version_check',
  'wasi',
  'wasip2',
  'wasm-bindgen',
  'wasm-bindgen-macro',
  'wasm-bindgen-macro-support',
  'wasm-bindgen-shared',
  'windows-core',
  'windows-implement',
  'windows-interface',
  'windows-link',
  'windows-result',
  'windows-strings',
  'wit-bindgen',
  'zerocopy-derive',
];

/** Runtime libraries that compilers link into every module. Their versions are in the manifest. */
export const linkedRuntimes = [
  {
    name: 'wasi-libc',
    version: 'zig',
    license: 'MIT; parts BSD-2-Clause, CC0-1.0',
    use: 'memory and strings, in the C modules',
    text: 'wasi-libc.txt',
  },
  {
    name: 'Zig’s compiler-rt',
    version: 'zig',
    license: 'MIT',
    use: 'arithmetic, in the C modules',
    text: 'zig-compiler-rt.txt',
  },
  {
    name: 'Rust’s standard library',
    version: 'rust',
    license: 'MIT OR Apache-2.0',
    use: 'in the Rust modules',
    text: 'rust-std.txt',
  },
];
