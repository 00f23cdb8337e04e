import { noLevel, noOptions, range } from './counterpart.mjs';

/** @import { Counterpart, Parameters } from './counterpart.mjs' */

/** @type {(container: number) => Parameters} */
const zlibParameters = (container) => (level) => [container, level ?? 6, 0, 15, 8];
/** @type {(container: number) => Parameters} */
const libdeflateParameters = (container) => (level) => [container, level ?? 6];
const containers = { 'deflate-raw': 0, deflate: 1, gzip: 2 };

/**
 * The counterparts that gzip, zlib's format and raw deflate share. Their containers differ by a few bytes and a checksum, so the default run takes all levels of gzip alone.
 * @param {keyof typeof containers} codec
 * @returns {Record<string, Counterpart>}
 */
export function deflateFamily(codec) {
  const container = containers[codec];
  const gzip = codec === 'gzip';
  const registry = {
    library: 'zlib',
    parameters: zlibParameters(container),
    levels: gzip ? [1, 6, 9] : [6],
    fullLevels: range(1, 9),
    options: noOptions,
  };
  return {
    libdeflate: {
      library: 'libdeflate',
      parameters: libdeflateParameters(container),
      levels: gzip ? [1, 6, 9, 12] : [6],
      fullLevels: range(0, 12),
      options: noOptions,
    },
    zlib: {
      library: 'zlib',
      parameters: zlibParameters(container),
      levels: gzip ? [1, 6, 9] : [6],
      fullLevels: range(0, 9),
      options: noOptions,
    },
    fflate: { ...registry, ownScale: true },
    pako: registry,
    // Chromium's own zlib at level 6.
    'compression-stream': { library: 'zlib', parameters: zlibParameters(container), ...noLevel },
  };
}
