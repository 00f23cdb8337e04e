import wasmUrl from '../../wasm/built/blosc.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

/** The index is the number in blosc.h: `BLOSC_NOSHUFFLE`, `BLOSC_SHUFFLE`, `BLOSC_BITSHUFFLE`. */
const shuffles = ['none', 'byte', 'bit'];
/** The compressors' numbers in blosc.h (`BLOSC_BLOSCLZ` and following). 3 is snappy, which this build does not contain. */
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
