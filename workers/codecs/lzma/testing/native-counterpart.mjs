import { noOptions, range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  native: {
    library: 'liblzma',
    parameters: (level, { extreme }) => [1, level, extreme === true ? 1 : 0, 0],
    levels: [6],
    fullLevels: range(0, 9),
    options: noOptions,
    fullOptions: [() => ({}), () => ({ extreme: true })],
  },
};
