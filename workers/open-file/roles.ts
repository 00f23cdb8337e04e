import type { MapFile } from '../byte-map/map-file';
import type { ContentLooks } from '../own-file/content-look';
import type { FileReader, FileReaders } from '../own-file/file-reader';

/**
 * What the formats' folders have for users' files, beside `file-type.ts`: `detect.ts`, `open.ts` and `map.ts`. These files load their libraries and parsers
 * when they are called.
 */

const readerModules = import.meta.glob<FileReaders>(['../formats/*/open.ts', '../formats/*/*/open.ts'], {
  eager: true,
  import: 'readers',
});
const maps = import.meta.glob<MapFile>(['../formats/*/map.ts', '../formats/*/*/map.ts'], {
  eager: true,
  import: 'map',
});
const lookModules = import.meta.glob<ContentLooks>(['../formats/*/detect.ts', '../formats/*/*/detect.ts'], {
  eager: true,
  import: 'looks',
});
for (const [path, exported] of Object.entries({ ...readerModules, ...maps, ...lookModules } as Record<string, unknown>))
  if (exported === undefined)
    throw new Error(`${path} does not export what its name promises (workers/open-file/roles.ts). Rename it.`);

const readers: ReadonlyMap<string, FileReader> = new Map(
  Object.values(readerModules).flatMap((each) => Object.entries(each)),
);

/** The reader of a type of file that `file-type.ts` declares. */
export function readerOf(type: string): FileReader {
  const reader = readers.get(type);
  if (reader === undefined) throw new Error(`No open.ts reads files of type “${type}”.`);
  return reader;
}

/** The byte map of the files that `file-type.ts` in a folder below `workers/formats` declares. */
export function mapOf(folder: string): MapFile {
  const map = maps[`../formats/${folder}/map.ts`];
  if (map === undefined) throw new Error(`workers/formats/${folder} has no map.ts.`);
  return map;
}

/** How the types of file are told where no signature does. */
export const contentLooks: readonly ContentLooks[] = Object.values(lookModules);
