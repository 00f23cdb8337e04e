import type { MappedFiles } from '../../model/file-type';

const hashSignature = { bytes: 'TkrzwHDB\n' };
export const skipSignature = { bytes: 'TkrzwSDB\n' };

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures: [hashSignature, skipSignature] };
