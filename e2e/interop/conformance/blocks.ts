import type { Codec } from '../../../workers/model/entry';
import { decompressed } from './matrix';
import type { ReferenceServer } from './reference';

/** Puts a number to what is wrong with lz4js's blocks: how many of these, which anyone can make again from the seed, does the reference reject? */

export const blocksSeed = 20_261_121;
export const blocksTried = 2_000;
const leastBytes = 651;
const mostBytes = 4_096;

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];

/** Text of JSON records, cut off at a random length as a page of a file is. xorshift32 from the seed decides everything. */
export function jsonLikeTexts(seed: number, count: number): Uint8Array<ArrayBuffer>[] {
  let state = seed;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const encoder = new TextEncoder();
  return Array.from({ length: count }, () => {
    const sizeBytes = leastBytes + below(mostBytes - leastBytes + 1);
    let text = '';
    while (text.length < sizeBytes) text += `{"id":${below(100_000)},"name":"${names[below(names.length)]}","tags":["${names[below(names.length)]}","${names[below(names.length)]}"],"value":${below(1_000)}.${below(100)}},`;
    return encoder.encode(text).slice(0, sizeBytes);
  });
}

/** Throws where the native LZ4 in the page and the reference disagree on any block. */
export async function rejectedBlocks(writer: Codec, native: Codec, server: ReferenceServer) {
  const blocks = await Promise.all(jsonLikeTexts(blocksSeed, blocksTried).map(async (data) => ({ data, bytes: await writer.compress(data, null) })));
  const verdicts = await server.checkBlocks('lz4-block', blocks);
  for (const [index, { data, bytes }] of blocks.entries()) {
    const reference = verdicts[index]?.message ?? null;
    const here = (await decompressed(native, bytes, data)).refusal;
    if ((reference === null) !== (here === null)) throw new Error(`Block ${index} of seed ${blocksSeed}: the reference says ${reference ?? 'accepted'}, LZ4 in the page ${here ?? 'accepted'}.`);
  }
  return {
    seed: blocksSeed,
    tried: blocks.length,
    rejected: verdicts.filter(({ message }) => message !== null).length,
    what: `Raw blocks of JSON-like texts of ${leastBytes} to ${mostBytes.toLocaleString('en')} bytes, decoded at their exact size.`,
  };
}
