import { nativeCodec } from '../../wasm/native-codec';
import wasmUrl from '../../wasm/built/zlib.wasm?url';
import { zlibParameters } from '../deflate-implementations';
import { meta } from './meta';

export const codec = nativeCodec({
  meta,
  implementation: 'zlib',
  url: wasmUrl,
  parameters: (level, options) => zlibParameters('raw', level, options),
});
