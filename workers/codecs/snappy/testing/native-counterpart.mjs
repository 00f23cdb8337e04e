import { noLevel } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  native: { library: 'snappy', parameters: () => [], ...noLevel },
  snappyjs: { library: 'snappy', parameters: () => [], ...noLevel },
};
