import type { ByteMap } from '../model/byte-map';
import type { ByteSource } from './source';

/**
 * Says what each byte of a file is for; `map` of a format's `map.ts`.
 * @throws FormatlabError or a parser's error if the file is damaged
 */
export type MapFile = (source: ByteSource) => Promise<ByteMap>;
