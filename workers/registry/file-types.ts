import { FormatlabError } from '../model/errors';
import { type FileType, hasBytes, mapHeadBytes, type MappedFiles } from '../model/file-type';
import { formatFolders } from './metadata';

/**
 * The types of users' files, and what files have a map of their bytes, as `file-type.ts` in the formats' folders says. It is small, and both the page and
 * the workers load it. What reads and maps the files is found by `workers/open-file/roles.ts`.
 */

interface FileTypeModule {
  readonly fileTypes?: readonly FileType[];
  readonly mapped?: MappedFiles;
}

const modules = Object.entries(
  import.meta.glob<FileTypeModule>(['../formats/*/file-type.ts', '../formats/*/*/file-type.ts'], { eager: true }),
).map(([path, module]) => ({ folder: path.slice('../formats/'.length, -'/file-type.ts'.length), ...module }));

const inOrder = modules
  .flatMap(({ fileTypes: types = [] }) => types)
  .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));

/** The types by their ids, in their order under “Read as”. */
export const fileTypes: ReadonlyMap<string, FileType> = new Map(inOrder.map((type) => [type.id, type]));
if (fileTypes.size < inOrder.length) throw new Error('Two types of file have the same id.');

/** @throws `invalidPlan` if this version has no such type */
export function findFileType(id: string): FileType {
  const type = fileTypes.get(id);
  if (type !== undefined) return type;
  throw new FormatlabError({
    tag: 'invalidPlan',
    stage: 'import',
    message: `This version of Formatlab reads no files as “${id.slice(0, 100)}”. Choose how the file is to be read.`,
  });
}

/** The name of a type under “Read as”; its id if a newer version wrote it and this one has no such type. */
export const labelOf = (id: string): string => fileTypes.get(id)?.label ?? id;

/** True for types of file that hold molecules. Only they offer the choice of what to do with those that cannot be read. */
export const isMoleculeFile = (id: string | null): boolean => id !== null && fileTypes.get(id)?.text === 'molecules';

/**
 * The folder of the format whose `map.ts` explains the bytes of a file. Null if files like it have no map.
 * @throws DOMException if the file cannot be read
 */
export async function mapFolderOf(file: Blob): Promise<string | null> {
  const headOf = async (at: number, bytes: number) => new Uint8Array(await file.slice(at, at + bytes).arrayBuffer());
  const head = await headOf(0, mapHeadBytes);
  const kinds = modules.flatMap(({ folder, mapped }) => (mapped === undefined ? [] : [{ folder, ...mapped }]));
  const found =
    kinds.find(({ signatures }) => signatures.some((signature) => hasBytes(head, signature))) ??
    kinds.find(({ begins }) => begins?.(head) === true);
  if (found !== undefined) return found.folder;
  for (const { folder, signatures, laterPlaces } of kinds)
    for (const at of laterPlaces?.(file.size) ?? [])
      for (const { bytes } of signatures) if (hasBytes(await headOf(at, bytes.length), { bytes })) return folder;
  return null;
}

/** The type whose signature stands farther back in a file than where types are detected, behind bytes of the user's; null if there is none. */
export async function typeFartherBack(file: Blob): Promise<FileType | null> {
  for (const { fileTypes: [type] = [], mapped } of modules)
    for (const at of type === undefined ? [] : (mapped?.laterPlaces?.(file.size) ?? []))
      for (const { bytes } of mapped?.signatures ?? [])
        if (
          type !== undefined &&
          hasBytes(new Uint8Array(await file.slice(at, at + bytes.length).arrayBuffer()), { bytes })
        )
          return type;
  return null;
}

/** Whether the files of a format have a map of their bytes: its own folder has one, or its family's. */
export function hasMap(formatId: string): boolean {
  const own = formatFolders.get(formatId);
  return modules.some(
    ({ folder, mapped }) => mapped !== undefined && (own === folder || own?.startsWith(`${folder}/`)),
  );
}
