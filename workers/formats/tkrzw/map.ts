import type { MapFile } from '../../byte-map/map-file';
import { hasBytes } from '../../model/file-type';
import { skipSignature } from './file-type';

export const map: MapFile = async (source) =>
  hasBytes(await source.read(0, skipSignature.bytes.length), skipSignature)
    ? (await import('./map/skip')).mapSkipDatabase(source)
    : (await import('./map/tkrzw')).mapTkrzw(source);
