import type { CodecModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { completeOptions } from '../../model/options';
import wasmUrl from '../../wasm/built/pco.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta, pcoElements } from './meta';

const native = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { element }) => [pcoElements.indexOf(String(element)), level ?? 0],
});

const [implementation] = meta.implementations;

/** The native pco codec. It rejects files whose size is no multiple of the number's size before the call, with an error that says what to do. */
export const codec: CodecModule = {
  async create(options = {}) {
    const instance = await native.create(options);
    const complete = completeOptions(implementation?.options ?? [], options, meta.label);
    const elementBytes = implementation?.elementBytes?.(complete) ?? 1;
    const requireWholeElements = (sizeBytes: number) => {
      if (sizeBytes % elementBytes === 0) return;
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        codec: meta.id,
        message: `pco codes whole numbers of ${elementBytes} bytes; this file has ${sizeBytes.toLocaleString('en')} bytes.`,
        remedy:
          'Choose a number type whose size divides the file, a format that writes such numbers and nothing else (npy; Uncompressed where the data has no text), or another codec.',
      });
    };
    return {
      compress: (input, level) => {
        requireWholeElements(input.length);
        return instance.compress(input, level);
      },
      compressView: (input, level) => {
        requireWholeElements(input.length);
        return instance.compressView(input, level);
      },
      decompress: (input, limitBytes) => instance.decompress(input, limitBytes),
      decompressView: (input, limitBytes) => instance.decompressView(input, limitBytes),
      input: instance.input,
      blocks: {
        ...instance.blocks,
        compress: (input, level) => {
          requireWholeElements(input.length);
          return instance.blocks.compress(input, level);
        },
        compressPart: (offset, sizeBytes, level) => {
          requireWholeElements(sizeBytes);
          return instance.blocks.compressPart(offset, sizeBytes, level);
        },
      },
      wasmMemoryBytes: () => instance.wasmMemoryBytes(),
    };
  },
};
