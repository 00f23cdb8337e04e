import { nativeCodec } from '../../wasm/native-codec';
import wasmUrl from '../../wasm/built/zstd.wasm?url';
import { meta } from './meta';

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { windowLog, longDistance, checksum }) => [
    level ?? 0,
    windowLog === 'level' ? 0 : Number(windowLog),
    longDistance === true ? 1 : 0,
    checksum === true ? 1 : 0,
  ],
});
