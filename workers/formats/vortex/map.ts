import type { MapFile } from '../../byte-map/map-file';

export const map: MapFile = async (source) => (await import('./map/vortex')).mapVortex(source);
