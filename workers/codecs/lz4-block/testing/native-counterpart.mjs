import { noLevel, noOptions, range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** @type {Counterpart['parameters']} */
const rawBlock = (level) => [1, level ?? 1];

/** By implementation. Null: not measured. @type {Record<string, Counterpart | null>} */
export const counterparts = {
  native: {
    library: 'lz4',
    keepsHistory: true,
    parameters: rawBlock,
    levels: [1, 9],
    fullLevels: [-99, -9, -4, -1, ...range(1, 12)],
    options: noOptions,
  },
  lz4js: { library: 'lz4', parameters: rawBlock, ...noLevel },
  // A reader that checks the output of others by the rules, slowly.
  specification: null,
};
