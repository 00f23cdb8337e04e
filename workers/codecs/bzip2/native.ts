import wasmUrl from '../../wasm/built/bzip2.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

export const codec = nativeCodec({ meta, implementation: 'native', url: wasmUrl, parameters: (level) => [level ?? 0] });
