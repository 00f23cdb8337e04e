import { noLevel, noOptions, range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** @type {Counterpart['parameters']} */
const zstd = (level) => [level ?? 3, 0, 0, 0];

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  native: {
    library: 'zstd',
    parameters: zstd,
    levels: [-5, 1, 3, 9, 19],
    fullLevels: [-100, -50, -20, ...range(-10, -1), ...range(1, 22)],
    options: noOptions,
  },
  bokuweb: { library: 'zstd', parameters: zstd, levels: [1, 3, 9, 19], fullLevels: range(1, 22), options: noOptions },
  fzstd: { library: 'zstd', parameters: zstd, ...noLevel },
};
