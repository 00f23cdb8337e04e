import type { CodecImplementationMeta } from '../model/entry';

/** MB a second at the level, by the metadata: towards the highest, speed falls about as a geometric series. */
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
