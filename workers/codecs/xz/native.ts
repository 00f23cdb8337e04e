import wasmUrl from '../../wasm/built/liblzma.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

/** The numbers of the checksums in liblzma's `lzma_check`. */
const checks: Readonly<Record<string, number>> = { none: 0, crc32: 1, crc64: 4, sha256: 10 };
/** The number of the .xz container in glue/liblzma.c. */
const container = 0;

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { extreme, check }) => [
    container,
    level ?? 0,
    extreme === true ? 1 : 0,
    checks[String(check)] ?? -1,
  ],
});
