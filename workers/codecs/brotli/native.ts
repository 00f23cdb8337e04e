import wasmUrl from '../../wasm/built/brotli.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

/** The index is the number in `BrotliEncoderMode`. */
const modes = ['generic', 'text', 'font'];

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { windowLog, mode }) => [level ?? 0, Number(windowLog), modes.indexOf(String(mode))],
});
