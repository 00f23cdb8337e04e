import { range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** @import { OptionsOf } from '../../../../bench/codecs/counterpart.mjs' */

const shuffles = ['none', 'byte', 'bit'];
const compressors = { blosclz: 0, lz4: 1, lz4hc: 2, zlib: 4, zstd: 5 };

/** @typedef {{ typesize: number, shuffle: string, compressor: keyof typeof compressors }} BloscOptions */

/**
 * Upstream's numbers for what meta.ts calls by name.
 * @type {Counterpart['parameters']}
 */
const parameters = (level, given) => {
  const { typesize, shuffle, compressor } = /** @type {BloscOptions} */ (given);
  return [level, typesize, shuffles.indexOf(shuffle), compressors[compressor], 0];
};
/**
 * Elements have 8 bytes, text has 1.
 * @type {(shuffle: string, compressor: string) => OptionsOf}
 */
const options = (shuffle, compressor) => (data) => ({ typesize: data === 'json' ? 1 : 8, shuffle, compressor });

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  native: {
    library: 'blosc',
    parameters,
    levels: [5],
    fullLevels: range(0, 9),
    options: [options('byte', 'blosclz'), options('bit', 'lz4'), options('byte', 'zstd')],
    fullOptions: Object.keys(compressors).flatMap((compressor) =>
      shuffles.map((shuffle) => options(shuffle, compressor)),
    ),
  },
};
