import { nativeCodec } from '../../wasm/native-codec';
import wasmUrl from '../../wasm/built/libdeflate.wasm?url';
import { deflateContainers } from '../deflate-implementations';
import { meta } from './meta';

export const codec = nativeCodec({
  meta,
  implementation: 'libdeflate',
  url: wasmUrl,
  parameters: (level) => [deflateContainers.raw, level ?? 0],
});
