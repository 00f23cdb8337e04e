import type { DatasetSpec } from '../model/plan';
import { type FileSet, isFileSet, type UserData } from '../model/user-data';
import type { OwnFileResult } from '../open-file/report';

export type OwnFileSpec = Extract<DatasetSpec, { source: 'ownFile' }>;

/**
 * A name for a file whose own is not to be told, since messages of it stand in results. It keeps the extension, without which a Brotli file is not
 * known as one.
 */
const unnamed = (file: UserData): string =>
  file instanceof File ? `file${/\.[a-z\d]{1,10}$/iu.exec(file.name)?.[0] ?? ''}` : '';

/** The set with numbers for the paths, but with the folders that may be columns, and the extensions. */
const unnamedFiles = (set: FileSet): FileSet => ({
  ...set,
  files: set.files.map(({ path, file }, index) => {
    const folders = path
      .split('/')
      .slice(0, -1)
      .filter((folder) => folder.includes('='));
    const extension = /\.[a-z\d]{1,10}(?:\.[a-z\d]{1,5})?$/iu.exec(path)?.[0] ?? '';
    return { path: [...folders, `file ${index + 1}${extension}`].join('/'), file };
  }),
});

/** Reads the user's file as the plan says. `onlyData`: without what the page says of it. */
export async function readOwn(spec: OwnFileSpec, file: UserData, onlyData = false): Promise<OwnFileResult> {
  const { readOwnFile } = await import('../open-file/read');
  return readOwnFile(isFileSet(file) ? unnamedFiles(file) : file, {
    fileName: spec.fileName ?? unnamed(file),
    type: spec.type,
    columnTypes: spec.columnTypes,
    malformed: spec.malformed ?? 'fatal',
    reading: spec.reading ?? {},
    sample: spec.sample ?? null,
    countsEffects: false,
    onlyData,
  });
}
