import { nativeCodec } from '../../wasm/native-codec';
import wasmUrl from '../../wasm/built/lz4.wasm?url';
import { meta } from './meta';

const rawBlocks = 1;

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level) => [rawBlocks, level ?? 0],
});
