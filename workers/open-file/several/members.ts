import { findFileType, isMoleculeFile } from '../../registry/file-types';
import { FormatlabError } from '../../model/errors';
import type { OwnFileType } from '../../model/plan';
import { type FileSet, maxSetFiles } from '../../model/user-data';
import { openFile, startOf } from '../open-file';
import { checkFileSize } from '../../own-file/limits';
import { plural } from '../../model/plural';
import { type PackedFile, unpackFile } from '../../own-file/packed/unpack';
import { unreadableFileError } from '../../own-file/refusal';
import { phraseOf } from '../sniff';
import { agreeing, type FileFinding } from './agreement';

/** A file of the set whose type is known, unpacked. */
export interface Member {
  readonly path: string;
  readonly content: Blob;
  readonly packed: PackedFile | null;
}

/** @throws `tooLarge` if these are more files than one dataset may have */
export function checkFileCount(count: number): void {
  if (count <= maxSetFiles) return;
  throw unreadableFileError(
    `These are ${plural(count, 'file')}; at most ${maxSetFiles.toLocaleString('en')} can be read as one dataset.`,
    'Choose fewer files, or a folder further down.',
    { tag: 'tooLarge' },
  );
}

/** Checks the number and the size of the files, before anything is read. */
export function checkSet({ files, size, name }: FileSet, type: OwnFileType | null): void {
  if (files.length === 0)
    throw unreadableFileError('There is no file to read.', 'Choose files that hold data.', { tag: 'malformedInput' });
  checkFileCount(files.length);
  if (type === 'bytes')
    throw unreadableFileError(
      'Several files are read as one table, not as plain bytes.',
      'Choose another type, or open one of the files alone.',
      { tag: 'unsupported', format: 'bytes' },
    );
  checkFileSize(name, size, type === null ? null : findFileType(type));
}

/**
 * The files with their common type, unpacked.
 * @throws FormatlabError that lists the files that are of another type, empty or unreadable
 */
export async function membersOf(
  { files, name }: FileSet,
  chosen: OwnFileType | null,
  onStage: (stage: string) => void,
): Promise<{ readonly type: OwnFileType; readonly members: readonly Member[] }> {
  const findings: FileFinding<{ readonly type: OwnFileType; readonly packed: PackedFile | null }>[] = [];
  for (const [index, { path, file }] of files.entries()) {
    onStage(`Looking at file ${(index + 1).toLocaleString('en')} of ${files.length.toLocaleString('en')}`);
    findings.push(await lookedAt(path, file, chosen));
  }
  const types = agreeing(
    files.map(({ path }) => path),
    findings,
    {
      keyOf: ({ type }) => type,
      difference: (own, others) => `it is ${phraseOf(own.type)}; the others are each ${phraseOf(others.type)}`,
    },
  );
  const type = types[0]?.type ?? 'bytes';
  const members: Member[] = [];
  let totalBytes = 0;
  for (const [index, { path, file }] of files.entries()) {
    const packed = types[index]?.packed ?? null;
    if (packed !== null)
      onStage(`Reading file ${(index + 1).toLocaleString('en')} of ${files.length.toLocaleString('en')}: unpacking it`);
    const content = packed === null ? file : await named(path, () => unpackFile(packed, findFileType(type)));
    totalBytes += content.size;
    checkFileSize(name, totalBytes, findFileType(type));
    members.push({ path, content, packed });
  }
  return { type, members };
}

async function lookedAt(
  path: string,
  file: Blob,
  chosen: OwnFileType | null,
): Promise<FileFinding<{ readonly type: OwnFileType; readonly packed: PackedFile | null }>> {
  if (file.size === 0) return { problem: 'it is empty' };
  try {
    const { type, packed } = await openFile(await startOf(file, path, chosen));
    if (type === 'bytes') return { problem: 'no table was found in it' };
    if (isMoleculeFile(type)) return { problem: 'it holds molecules, and only tables are read from several files' };
    return { value: { type, packed } };
  } catch (thrown) {
    return { problem: problemOf(thrown, path) };
  }
}

/** What is wrong with a file, without its name. Other failures than those of the file itself are thrown. */
export function problemOf(thrown: unknown, path: string): string {
  if (!(thrown instanceof FormatlabError) || thrown.record.tag === 'outOfMemory') throw thrown;
  const { message } = thrown.record;
  return message.startsWith(`${path} `) ? `it ${message.slice(path.length + 1)}` : message;
}

/** Does what may fail because of one file, whose name is then in front of the error. */
export async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof FormatlabError)) throw thrown;
    const { message, ...record } = thrown.record;
    throw new FormatlabError(
      { ...record, message: `“${path.slice(0, 200)}”: ${message}`.slice(0, 2_000) },
      { cause: thrown },
    );
  }
}
