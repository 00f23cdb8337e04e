import { createXXHash32 } from 'hash-wasm';
import type { CodecModule } from '../../model/entry';
import { compressFailedError, damagedDataError, overLimitError } from '../../model/codec-failures';
import { decodeSequences } from '../lz4-sequences';
import { readLz4Frame } from './frame';

/** A second decoder that enforces all rules of the LZ4 block and frame formats. A writer whose output it rejects does not conform. */
export const codec: CodecModule = {
  async create() {
    const hasher = await createXXHash32(0);
    const checksum = (bytes: Uint8Array) => Number.parseInt(hasher.init().update(bytes).digest('hex'), 16);
    return {
      compress: () => {
        throw compressFailedError('lz4', 'The LZ4 specification check only decodes.');
      },
      decompress: (input, limitBytes) => {
        const frame = readLz4Frame(input);
        const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
        if (frame.hasDictionary) throw damagedDataError('lz4', 'its frame needs a dictionary, and none was given.');
        const expect = (found: number, bytes: Uint8Array, what: string) => {
          if (found !== checksum(bytes)) throw damagedDataError('lz4', `the checksum of its ${what} is wrong.`);
        };
        if (view.getUint8(frame.descriptorEnd) !== ((checksum(input.subarray(4, frame.descriptorEnd)) >> 8) & 0xff))
          throw damagedDataError('lz4', 'the checksum of its header is wrong.');
        if ((frame.contentBytes ?? 0) > limitBytes) throw overLimitError('lz4', limitBytes);
        const output = new Uint8Array(Math.min(frame.boundBytes, limitBytes));
        let sizeBytes = 0;
        for (const block of frame.blocks) {
          const bytes = input.subarray(block.start, block.end);
          if (frame.hasBlockChecksums) expect(view.getUint32(block.end, true), bytes, 'block');
          if (block.compressed) {
            sizeBytes = decodeSequences({
              codec: 'lz4',
              input,
              start: block.start,
              end: block.end,
              output,
              outputStart: sizeBytes,
              linked: !frame.blocksIndependent,
              maxBlockBytes: frame.maxBlockBytes,
              limitBytes,
            });
          } else {
            if (sizeBytes + bytes.length > output.length) throw overLimitError('lz4', limitBytes);
            output.set(bytes, sizeBytes);
            sizeBytes += bytes.length;
          }
        }
        if (frame.contentBytes !== null && frame.contentBytes !== sizeBytes)
          throw damagedDataError('lz4', `${sizeBytes} bytes came out, but its header declares ${frame.contentBytes}.`);
        const decoded = output.length === sizeBytes ? output : output.slice(0, sizeBytes);
        if (frame.hasContentChecksum) expect(view.getUint32(input.length - 4, true), decoded, 'content');
        return decoded;
      },
    };
  },
};
