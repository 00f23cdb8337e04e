import { streamCodec } from '../stream-pump';
import { meta } from './meta';

export const codec = streamCodec(meta, 'gzip');
