/// <reference path="../../lz4js.d.ts" />
import lz4 from 'lz4js';
import type { CodecModule } from '../../model/entry';
import { damagedDataError, overLimitError, requireNoLevel } from '../../model/codec-failures';
import { blockContentBytes } from '../lz4-sequences';
import { meta } from './meta';

/** lz4js's hash table has 2^16 entries; its caller must allocate it. */
const tablePlaces = 65_536;

/** An LZ4 block without matches: a token, the rest of the length, and the literals. lz4js returns no bytes for input without a match. */
function literalsOnly(input: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = input.length;
  const continued = length < 15 ? 0 : Math.floor((length - 15) / 255) + 1;
  const block = new Uint8Array(1 + continued + length);
  block[0] = Math.min(length, 15) << 4;
  if (continued > 0) {
    block.fill(255, 1, continued);
    block[continued] = (length - 15) % 255;
  }
  block.set(input, 1 + continued);
  return block;
}

export const codec: CodecModule = {
  async create() {
    const table = new Uint32Array(tablePlaces);
    let target = new Uint8Array(0);
    return {
      compress: (input, level) => {
        requireNoLevel(meta, 'lz4js', level);
        const bound = lz4.compressBound(input.length);
        if (target.length < bound) target = new Uint8Array(bound);
        table.fill(0);
        const sizeBytes = lz4.compressBlock(input, target, 0, input.length, table);
        return sizeBytes === 0 ? literalsOnly(input) : target.slice(0, sizeBytes);
      },
      decompress: (input, limitBytes) => {
        // The size is computed first, because lz4js neither checks the block nor limits its output.
        const contentBytes = blockContentBytes('lz4-block', input);
        if (contentBytes > limitBytes) throw overLimitError('lz4-block', limitBytes);
        const output = new Uint8Array(contentBytes);
        const sizeBytes = lz4.decompressBlock(input, output, 0, input.length, 0);
        if (sizeBytes !== contentBytes)
          throw damagedDataError('lz4-block', `${sizeBytes} bytes came out where its sequences hold ${contentBytes}.`);
        return output;
      },
    };
  },
};
