import { range } from '../../../../bench/codecs/counterpart.mjs';

/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

const elements = { int64: 0, float64: 4, uint16: 7 };

/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {
  // Text is no number: it is taken for pairs of bytes, which both sides do alike.
  native: {
    library: 'pco',
    parameters: (level, { element }) => [elements[/** @type {keyof typeof elements} */ (element)], level],
    levels: [1, 8, 12],
    fullLevels: range(0, 12),
    options: [(data) => ({ element: data === 'json' ? 'uint16' : data })],
    elementBytes: (data) => (data === 'json' ? 2 : 8),
  },
};
