import wasmUrl from '../../wasm/built/liblzma.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

/** The number of the .lzma container in glue/liblzma.c. */
const container = 1;

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { extreme }) => [container, level ?? 0, extreme === true ? 1 : 0, 0],
});
