import { noOptions, range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  native: {
    library: 'bzip2',
    parameters: (level) => [level],
    levels: [1, 9],
    fullLevels: range(1, 9),
    options: noOptions,
  },
};
