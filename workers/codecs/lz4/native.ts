import { nativeCodec } from '../../wasm/native-codec';
import wasmUrl from '../../wasm/built/lz4.wasm?url';
import { meta } from './meta';

const frames = 0;

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { blockSize, linked, checksum, favorDecoding }) => [
    frames,
    level ?? 0,
    Number(blockSize),
    linked === true ? 1 : 0,
    checksum === true ? 1 : 0,
    favorDecoding === true ? 1 : 0,
  ],
});
