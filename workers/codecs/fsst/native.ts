import wasmUrl from '../../wasm/built/fsst.wasm?url';
import { nativeCodec } from '../../wasm/native-codec';
import { meta } from './meta';

export const codec = nativeCodec({ meta, implementation: 'native', url: wasmUrl, parameters: () => [] });
