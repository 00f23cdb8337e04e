import { rustFlags } from '../rust/flags.mjs';
import brotli from './brotli.mjs';
import zstd from './zstd.mjs';
import lz4 from './lz4.mjs';
import libdeflate from './libdeflate.mjs';

/**
 * The patches of a C module, for the same sources inside a crate of this one.
 * @param {string} crate
 * @param {import('../build/recipe').CRecipe} recipe
 */
const patchesOf = (crate, { patches = [] }) =>
  patches.flatMap((patch) => (typeof patch === 'string' ? [{ file: patch, crate }] : []));

/**
 * The Parquet reader and writer, which is a format rather than a codec, so that its exports are its own (rust/parquet/src).
 * @type {import('../build/recipe').RustRecipe}
 */
export default {
  kind: 'rust',
  package: 'formatlab-parquet',
  upstream: { name: 'parquet', version: '60.1.0', license: 'Apache-2.0', licenseFile: null },
  contains: ['zstd 1.5.7', 'LZ4 1.10.0', 'libdeflate 1.26', 'snap 1.1.2', 'brotli 1.2.0'],
  flags: rustFlags,
  cFlags: [
    '-DZSTD_TRACE=0',
    '-DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT',
    '-DNO_PREFETCH',
    '-DLZ4_FAST_DEC_LOOP=1',
    '-DBROTLI_BUILD_64_BIT',
  ],
  patches: [
    { file: 'parquet-c-codecs.patch', crate: 'parquet' },
    { file: 'parquet-dictionary-hash.patch', crate: 'parquet' },
    { file: 'parquet-buffers.patch', crate: 'parquet' },
    { file: 'snap-uninitialised-output.patch', crate: 'snap' },
    { file: 'brotli-crate.patch', crate: 'compu-brotli-sys' },
    ...patchesOf('compu-brotli-sys', brotli),
    ...patchesOf('zstd-sys', zstd),
    ...patchesOf('lz4-sys', lz4),
    ...patchesOf('libdeflate-sys', libdeflate),
  ],
};
