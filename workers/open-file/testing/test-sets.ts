import { expect } from 'vitest';
import type { Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { ReadingOptions } from '../../model/reading-options';
import type { FileSet } from '../../model/user-data';
import folders from '../fixtures/folders.json';
import { readOwnFile } from '../read';
import { columnValues } from './test-files';

/** Folders that pyarrow and pandas wrote and read (fixtures/make_folders.py). */

const encoded: Record<string, string> = folders;
export const folderFileBytes = (path: string) =>
  Uint8Array.from(atob(encoded[path] ?? ''), (character) => character.charCodeAt(0));

export const setOf = (files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): FileSet => {
  const made = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
  return { name: 'files', size: made.reduce((sum, { file }) => sum + file.size, 0), files: made, leftOut: [] };
};
export const folderSet = (name: string) =>
  setOf(
    Object.fromEntries(
      Object.keys(encoded).flatMap((path) =>
        path.startsWith(`${name}/`) ? [[path.slice(name.length + 1), folderFileBytes(path)] as const] : [],
      ),
    ),
  );

export async function readSet(set: FileSet, reading: ReadingOptions = {}) {
  const { dataset, report, fileCount, packing } = await readOwnFile(set, {
    fileName: set.name,
    type: null,
    columnTypes: null,
    reading,
  });
  expect([fileCount, packing]).toEqual([set.files.length, null]);
  return { table: dataset as Table, report };
}

export async function setRefusal(set: FileSet, reading: ReadingOptions = {}) {
  try {
    await readSet(set, reading);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('The set was read.');
}

export const rowsOf = (table: Table) => table.columns.map(({ name }) => [name, columnValues(table, name)]);
