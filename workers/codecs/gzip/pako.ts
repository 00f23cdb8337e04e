import { pakoCodec } from '../pako-streams';
import { meta } from './meta';

export const codec = pakoCodec(meta, 'gzip');
