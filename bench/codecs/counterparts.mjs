/** Which native library, with which parameters, does the work of each implementation in the registry, and what of it is measured. */

/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { OptionValues } from '../../workers/model/options' */

/** @typedef {(level: number | null, options: OptionValues) => (number | null)[]} Parameters */
/** @typedef {(data: CodecBenchCell['data']) => OptionValues} OptionsOf */

/**
 * @typedef {{
 *   library: string,
 *   parameters: Parameters,
 *   levels: (number | null)[],
 *   fullLevels: (number | null)[],
 *   options: OptionsOf[],
 *   fullOptions?: OptionsOf[],
 *   elementBytes?: (data: CodecBenchCell['data']) => number,
 *   keepsHistory?: boolean,
 *   ownScale?: boolean,
 * }} Counterpart
 */

/** @type {(from: number, to: number) => number[]} */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** @type {(container: number) => Parameters} */
const zlibParameters = (container) => (level) => [container, level ?? 6, 0, 15, 8];
/** @type {(container: number) => Parameters} */
const libdeflateParameters = (container) => (level) => [container, level ?? 6];
const containers = { 'deflate-raw': 0, deflate: 1, gzip: 2 };
/** @type {Parameters} */
const frames = (level) => [0, level ?? 1, 4, 1, 0, 0];
/** @type {Parameters} */
const rawBlock = (level) => [1, level ?? 1];
/** @type {Parameters} */
const zstd = (level) => [level ?? 3, 0, 0, 0];

const shuffles = ['none', 'byte', 'bit'];
const compressors = { blosclz: 0, lz4: 1, lz4hc: 2, zlib: 4, zstd: 5 };
const pcoElements = { int64: 0, float64: 4, uint16: 7 };

/** @typedef {{ typesize: number, shuffle: string, compressor: keyof typeof compressors }} BloscOptions */

/**
 * Upstream's numbers for what `codecs/blosc/meta.ts` calls by name.
 * @type {Parameters}
 */
const blosc = (level, options) => {
  const { typesize, shuffle, compressor } = /** @type {BloscOptions} */ (options);
  return [level, typesize, shuffles.indexOf(shuffle), compressors[compressor], 0];
};
/**
 * Elements are of 8 bytes, text of 1.
 * @type {(shuffle: string, compressor: string) => OptionsOf}
 */
const bloscOptions = (shuffle, compressor) => (data) => ({ typesize: data === 'json' ? 1 : 8, shuffle, compressor });

/** @type {OptionsOf[]} */
const one = [() => ({})];
const noLevel = { levels: [null], fullLevels: [null], options: one };

/**
 * What gzip, zlib and raw deflate have in common; the containers differ by a few bytes and a checksum, so the default run takes all levels of gzip alone.
 * @param {keyof typeof containers} codec
 * @returns {Record<string, Counterpart>}
 */
function deflateFamily(codec) {
  const container = containers[codec];
  const gzip = codec === 'gzip';
  const registry = {
    library: 'zlib',
    parameters: zlibParameters(container),
    levels: gzip ? [1, 6, 9] : [6],
    fullLevels: range(1, 9),
    options: one,
  };
  return {
    [`${codec}/libdeflate`]: {
      library: 'libdeflate',
      parameters: libdeflateParameters(container),
      levels: gzip ? [1, 6, 9, 12] : [6],
      fullLevels: range(0, 12),
      options: one,
    },
    [`${codec}/zlib`]: {
      library: 'zlib',
      parameters: zlibParameters(container),
      levels: gzip ? [1, 6, 9] : [6],
      fullLevels: range(0, 9),
      options: one,
    },
    [`${codec}/fflate`]: { ...registry, ownScale: true },
    [`${codec}/pako`]: registry,
    // Chromium's own zlib at level 6.
    [`${codec}/compression-stream`]: { library: 'zlib', parameters: zlibParameters(container), ...noLevel },
  };
}

/**
 * By 'codec/implementation'. `levels` are the default run's, `fullLevels` those of --full; `options` each give the options for a dataset; `parameters` are those of
 * native/<library>. A null level is the library's default one on the native side. `keepsHistory`: the bytes depend a little on what was compressed before with the same
 * context (LZ4's fast levels: the zeros of an unused table point to the beginning of the data, where a match may be), so each cell begins with a new one. `ownScale`: its levels are not those of upstream's scale, so
 * that what it compresses to says beside which of ours it is to be held.
 * @type {Readonly<Record<string, Counterpart>>}
 */
export const counterparts = {
  'zstd/native': {
    library: 'zstd',
    parameters: zstd,
    levels: [-5, 1, 3, 9, 19],
    fullLevels: [-100, -50, -20, ...range(-10, -1), ...range(1, 22)],
    options: one,
  },
  'zstd/bokuweb': { library: 'zstd', parameters: zstd, levels: [1, 3, 9, 19], fullLevels: range(1, 22), options: one },
  'zstd/fzstd': { library: 'zstd', parameters: zstd, ...noLevel },
  'lz4/native': {
    library: 'lz4',
    keepsHistory: true,
    parameters: frames,
    levels: [-9, 1, 3, 9, 12],
    fullLevels: [-99, -9, -4, -1, ...range(1, 12)],
    options: one,
  },
  'lz4/lz4js': { library: 'lz4', parameters: frames, ...noLevel },
  'lz4-block/native': {
    library: 'lz4',
    keepsHistory: true,
    parameters: rawBlock,
    levels: [1, 9],
    fullLevels: [-99, -9, -4, -1, ...range(1, 12)],
    options: one,
  },
  'lz4-block/lz4js': { library: 'lz4', parameters: rawBlock, ...noLevel },
  ...deflateFamily('gzip'),
  ...deflateFamily('deflate'),
  ...deflateFamily('deflate-raw'),
  'brotli/native': {
    library: 'brotli',
    parameters: (level) => [level, 22, 0],
    levels: [0, 1, 6, 9, 11],
    fullLevels: range(0, 11),
    options: one,
  },
  'xz/native': {
    library: 'liblzma',
    parameters: (level, { extreme }) => [0, level, extreme === true ? 1 : 0, 4],
    levels: [0, 6, 9],
    fullLevels: range(0, 9),
    options: one,
    fullOptions: [() => ({}), () => ({ extreme: true })],
  },
  'lzma/native': {
    library: 'liblzma',
    parameters: (level, { extreme }) => [1, level, extreme === true ? 1 : 0, 0],
    levels: [6],
    fullLevels: range(0, 9),
    options: one,
    fullOptions: [() => ({}), () => ({ extreme: true })],
  },
  'bzip2/native': {
    library: 'bzip2',
    parameters: (level) => [level],
    levels: [1, 9],
    fullLevels: range(1, 9),
    options: one,
  },
  'blosc/native': {
    library: 'blosc',
    parameters: blosc,
    levels: [5],
    fullLevels: range(0, 9),
    options: [bloscOptions('byte', 'blosclz'), bloscOptions('bit', 'lz4'), bloscOptions('byte', 'zstd')],
    fullOptions: Object.keys(compressors).flatMap((compressor) =>
      shuffles.map((shuffle) => bloscOptions(shuffle, compressor)),
    ),
  },
  'snappy/native': { library: 'snappy', parameters: () => [], ...noLevel },
  'snappy/snappyjs': { library: 'snappy', parameters: () => [], ...noLevel },
  // Text is no number: it is taken for pairs of bytes, which both sides do alike.
  'pco/native': {
    library: 'pco',
    parameters: (level, { element }) => [pcoElements[/** @type {keyof typeof pcoElements} */ (element)], level],
    levels: [1, 8, 12],
    fullLevels: range(0, 12),
    options: [(data) => ({ element: data === 'json' ? 'uint16' : data })],
    elementBytes: (data) => (data === 'json' ? 2 : 8),
  },
  'fsst/native': { library: 'fsst', parameters: () => [], ...noLevel },
};

/** Readers that are there to check others' output, by the rules and slowly: no contenders. */
export const notMeasured = new Set(['lz4/specification', 'lz4-block/specification']);

/**
 * @param {string} key 'codec/implementation'
 * @returns {Counterpart}
 */
export function counterpartOf(key) {
  const counterpart = counterparts[key];
  if (counterpart === undefined) throw new Error(`bench/codecs/counterparts.mjs names no native library for ${key}.`);
  return counterpart;
}
