import wasmUrl from '../../wasm/built/blosc.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

/** `BLOSC_NOSHUFFLE` …, by their numbers in blosc.h. */
const shuffles = ['none', 'byte', 'bit'];
/** `BLOSC_BLOSCLZ` …; 3 is snappy, which is not in. */
const compressors: Readonly<Record<string, number>> = { blosclz: 0, lz4: 1, lz4hc: 2, zlib: 4, zstd: 5 };

export const codec = nativeCodec({
  meta,
  implementation: 'native',
  url: wasmUrl,
  parameters: (level, { typesize, shuffle, compressor, blockSize }) => [
    level ?? 0,
    Number(typesize),
    shuffles.indexOf(String(shuffle)),
    compressors[String(compressor)] ?? -1,
    Number(blockSize),
  ],
});
