import { FormatlabError } from '../model/errors';
import type { RemoteParts } from '../model/remote/remote-parts';

/** The formats of whose files parts are read, from `remote.ts` in the formats' folders. */
const modules = import.meta.glob<RemoteParts>('../formats/*/remote.ts', { eager: true, import: 'remote' });

/** Undefined if the parts of the format's files are not known. */
export const remotePartsOf = (format: string): RemoteParts | undefined => modules[`../formats/${format}/remote.ts`];

/** @throws {FormatlabError} `internal` if the parts of the format's files are not known */
export function requireRemoteParts(format: string): RemoteParts {
  const parts = remotePartsOf(format);
  if (parts !== undefined) return parts;
  throw new FormatlabError({
    tag: 'internal',
    stage: 'import',
    message: `No parts of files of the format “${format}” can be read: workers/formats/${format} has no remote.ts.`,
  });
}
