import type { CodecImplementationMeta } from '../model/entry';

/**
 * Estimated compression speed in MB/s at a level. Speed falls roughly geometrically towards the highest level, for which the metadata has a
 * figure.
 */
export function compressMBps({ levels, estimateMBps }: CodecImplementationMeta, level: number | null): number {
  const { compress, compressAtMax } = estimateMBps;
  if (
    levels === null ||
    level === null ||
    compressAtMax === undefined ||
    level <= levels.default ||
    levels.max === levels.default
  )
    return compress;
  return compress * (compressAtMax / compress) ** ((level - levels.default) / (levels.max - levels.default));
}
