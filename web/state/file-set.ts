import { inNaturalOrder, whyNoData } from '../../workers/model/file-paths';
import { type FileSet, maxSetFiles, type SetFile } from '../../workers/model/user-data';
import { formatCount } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import type { OwnFile } from './own-file';

/** Files as the page gets them: from a file input, or dropped with their folders. */
export type ChosenFiles = readonly File[] | readonly FileSystemEntry[];

/** More entries of folders are not looked at. */
const maxEntries = 4 * maxSetFiles;

const isEntries = (files: ChosenFiles): files is readonly FileSystemEntry[] =>
  files.some((file) => !(file instanceof File));

/**
 * The files as one dataset, in the natural order of their paths, without those that hold no data; a single file alone.
 * @returns a sentence if there is nothing to read
 */
export async function ownFileOf(files: ChosenFiles): Promise<OwnFile | string> {
  const found = isEntries(files)
    ? await filesOfEntries(files)
    : files.map((file): SetFile => ({ path: file.webkitRelativePath || file.name, file }));
  if (found === null)
    return `The folder has more than ${formatCount(maxEntries)} files and folders, of which at most ${formatCount(maxSetFiles)} files can be read. Choose a folder further down.`;
  const root = folderOf(found);
  const leftOut = found.flatMap(({ path }) => {
    const reason = whyNoData(path, root);
    return reason === null ? [] : [{ path, reason }];
  });
  const without = new Set(leftOut.map(({ path }) => path));
  const data = found
    .filter(({ path }) => !without.has(path))
    .sort((one, other) => inNaturalOrder(one.path, other.path));
  const [only] = data;
  if (only === undefined)
    return leftOut.length === 0
      ? 'The folder is empty.'
      : `The folder holds no data: ${leftOut.length === 1 ? 'its only file' : `each of its ${formatCount(leftOut.length)} files`} is one that programs keep beside the data, such as “${leftOut[0]?.path ?? ''}”.`;
  if (data.length === 1 && leftOut.length === 0 && !only.path.includes('=') && only.file instanceof File)
    return only.file;
  return fileSet(data, leftOut);
}

/** The folder in which all of the files are; null if there is none. */
function folderOf(files: readonly SetFile[]): string | null {
  const root = files[0]?.path.split('/')[0] ?? '';
  return files.length > 0 && files.every(({ path }) => path.startsWith(`${root}/`)) ? root : null;
}

/** A set of these files, which are in order. */
export function fileSet(files: readonly SetFile[], leftOut: FileSet['leftOut']): FileSet {
  const root = folderOf(files);
  return {
    name: `${plural(files.length, 'file')}${root === null ? '' : ` of ${root}`}`.slice(0, 200),
    size: files.reduce((sum, { file }) => sum + file.size, 0),
    files,
    leftOut,
  };
}

/** The files below the entries, in any order; null if there are too many. */
async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<readonly SetFile[] | null> {
  const files: SetFile[] = [];
  const open = [...entries];
  let seen = open.length;
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (seen > maxEntries) return null;
    if (isFile(entry)) files.push({ path: entry.fullPath.replace(/^\//u, ''), file: await fileOf(entry) });
    else if (isFolder(entry)) {
      const children = await entriesOf(entry.createReader());
      seen += children.length;
      open.push(...children);
    }
  }
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader returns some entries at a time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length > maxEntries) return all;
    all.push(...some);
  }
}
