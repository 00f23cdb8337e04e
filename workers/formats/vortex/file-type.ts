import type { MappedFiles } from '../../model/file-type';

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures: [{ bytes: 'VTXF' }] };
