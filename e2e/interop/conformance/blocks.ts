import { readLz4Frame } from '../../../workers/codecs/lz4/frame';
import type { Codec } from '../../../workers/model/entry';
import { decompressCase } from './matrix';
import type { ReferenceServer } from './reference';

/** Puts a number to what is wrong with lz4js's blocks: how many of these, which anyone can make again from the seed, does the reference reject? */

export const blocksSeed = 20_261_121;
export const blocksTried = 2_000;
const minBytes = 651;
const maxBytes = 4_096;

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
    const sizeBytes = minBytes + below(maxBytes - minBytes + 1);
    let text = '';
    while (text.length < sizeBytes)
      text += `{"id":${below(100_000)},"name":"${names[below(names.length)]}","tags":["${names[below(names.length)]}","${names[below(names.length)]}"],"value":${below(1_000)}.${below(100)}},`;
    return encoder.encode(text).slice(0, sizeBytes);
  });
}

/** The only block of a frame of so little data; null where the writer stored it as it is. */
function blockOfFrame(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const [block, ...more] = readLz4Frame(file).blocks;
  if (block === undefined || more.length > 0) throw new Error('A frame of a small text has one block.');
  return block.compressed ? file.slice(block.start, block.end) : null;
}

/** `writer` writes raw blocks, or frames whose blocks are then judged alone. Throws where the native LZ4 in the page and the reference disagree on any block. */
export async function rejectedBlocks(
  writer: Codec,
  writes: 'blocks' | 'frames',
  native: Codec,
  server: ReferenceServer,
) {
  const blocks: { data: Uint8Array<ArrayBuffer>; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const data of jsonLikeTexts(blocksSeed, blocksTried)) {
    const file = await writer.compress(data, null);
    const bytes = writes === 'blocks' ? file : blockOfFrame(file);
    if (bytes !== null) blocks.push({ data, bytes });
  }
  const verdicts = await server.checkBlocks('lz4-block', blocks);
  for (const [index, { data, bytes }] of blocks.entries()) {
    const reference = verdicts[index]?.message ?? null;
    const here = (await decompressCase(native, bytes, data)).refusal;
    if ((reference === null) !== (here === null))
      throw new Error(
        `Block ${index} of seed ${blocksSeed}: the reference says ${reference ?? 'accepted'}, LZ4 in the page ${here ?? 'accepted'}.`,
      );
  }
  const of = `JSON-like texts of ${minBytes} to ${maxBytes.toLocaleString('en')} bytes`;
  return {
    seed: blocksSeed,
    tried: blocks.length,
    rejected: verdicts.filter(({ message }) => message !== null).length,
    what:
      writes === 'blocks'
        ? `Raw blocks of ${of}, decoded at their exact size.`
        : `The blocks in frames of ${of}, each taken out and decoded at its exact size; a frame's reader has more room and does not notice.`,
  };
}
