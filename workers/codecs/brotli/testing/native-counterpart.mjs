import { noOptions, range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  native: {
    library: 'brotli',
    parameters: (level) => [level, 22, 0],
    levels: [0, 1, 6, 9, 11],
    fullLevels: range(0, 11),
    options: noOptions,
  },
};
