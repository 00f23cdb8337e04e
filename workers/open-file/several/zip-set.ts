import { findFileType } from '../../registry/file-types';
import type { FileStart } from '../file-start';
import { inNaturalOrder, whyNoData } from '../../model/file-paths';
import type { FileSet, SetFile } from '../../model/user-data';
import { checkArchiveSize } from '../../own-file/limits';
import { plural } from '../../model/plural';
import { areAnyFiles } from '../../own-file/other-kinds';
import { isOfSystem, isZip } from '../packed/find-packed';
import { packedFile, type PackedFile, unpackFile, unpackHead } from '../../own-file/packed/unpack';
import { isReadableEntry } from '../../own-file/packed/zip-directory';
import { unreadableFileError } from '../../own-file/refusal';
import { contentOfZip } from '../sniff';
import { openFile, startOf } from '../open-file';
import { cutPacked } from '../sample/cut-packed';
import { checkFileCount } from './members';
import type { UnopenedSet } from './sample-set';

/** The first bytes of a file, by which its type is found. */
const headBytes = 1_048_576;

/** The files in an archive that are read, and the number of each among all files that hold data. */
interface ZipSet {
  /** Its files, of which a sample is unpacked. */
  readonly unopened: UnopenedSet;
  /** Unpacks all. @throws `tooLarge` if the files are larger than the limit together */
  readonly open: () => Promise<FileSet>;
  readonly numbers: readonly number[];
}

/**
 * The files in a Zip archive of several, unpacked, without those that hold no data or have these numbers. Null for any other file: also for formats that
 * are Zip archives themselves, and for an archive with members that can't be unpacked.
 * @throws `tooLarge` if there are too many; `invalidPlan` if a number is that of no file, or no file is left
 */
export async function filesInZip(
  { file, fileName, head, entries: found }: FileStart,
  leftOutFiles: readonly number[],
  onStage: (stage: string) => void,
): Promise<ZipSet | null> {
  if (!isZip(head)) return null;
  const all = found ?? [];
  const names = all.map(({ name }) => name);
  if (contentOfZip(names).type !== null || !areAnyFiles(names)) return null;
  const withData = all
    .filter((entry) => !isOfSystem(entry) && entry.sizeBytes > 0 && whyNoData(entry.name) === null)
    .sort((one, other) => inNaturalOrder(one.name, other.name));
  // A single file alone is a compressed file, which is read elsewhere.
  const isSingle = all.filter((entry) => !isOfSystem(entry)).length < 2;
  if (isSingle) return null;
  if (withData.length === 0)
    throw unreadableFileError(
      `${fileName} holds no file with data: “${(names[0] ?? '').slice(0, 200)}” ${names.length > 1 ? `and ${plural(names.length - 1, 'other')} are` : 'is'} left out (${whyNoData(names[0] ?? '') ?? 'it is empty'}).`,
      'Choose an archive whose files are not empty and not hidden.',
      { tag: 'unsupported' },
    );
  if (!withData.every(isReadableEntry)) return null;
  const chosenOut = new Set(leftOutFiles);
  checkLeftOut(chosenOut, withData.length);
  const numbers = withData.flatMap((_, number) => (chosenOut.has(number) ? [] : [number]));
  const entries = withData.filter((_, number) => !chosenOut.has(number));
  // Before any of them is unpacked.
  checkFileCount(entries.length);
  const size = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const paths = new Set(entries.map(({ name }) => name));
  const pathsWithData = new Set(withData.map(({ name }) => name));
  const reasonOf = (path: string) =>
    pathsWithData.has(path) ? 'it differs from the files that are read' : (whyNoData(path) ?? 'it is empty');
  const packed = entries.map((entry) => packedFile(file, fileName, 'zip', entry));
  const unpacked = (index: number, packedEntry: PackedFile) => {
    onStage(`Unpacking file ${(index + 1).toLocaleString('en')} of ${entries.length.toLocaleString('en')}`);
    return unpackFile(packedEntry, findFileType('bytes'));
  };
  const about = {
    name: fileName,
    size,
    leftOut: names.flatMap((path) => (paths.has(path) ? [] : [{ path, reason: reasonOf(path) }])),
  };
  return {
    numbers,
    unopened: {
      ...about,
      files: packed.map((each, index) => ({
        path: each.entry?.name ?? '',
        sizeBytes: each.entry?.sizeBytes ?? 0,
        typed: async (chosen) => {
          const { head: inner } = await unpackHead(each, headBytes);
          const { type, packed: packedInside } = await openFile(
            await startOf(new Blob([inner.slice()]), each.innerName, chosen),
          );
          return { type, isPacked: packedInside !== null };
        },
        take: async (type, part) => {
          if (part === null) return { file: await unpacked(index, each), wholeItems: null };
          const { content, cut } = await cutPacked(each, type, part);
          // A copy of the sample, so that the whole content is not kept.
          if (cut !== null) return { file: new Blob([await cut.file.arrayBuffer()]), wholeItems: cut.totalItems };
          return { file: content ?? (await unpacked(index, each)), wholeItems: null };
        },
      })),
    },
    open: async () => {
      checkArchiveSize(fileName, size, entries.length);
      const files: SetFile[] = [];
      for (const [index, each] of packed.entries())
        files.push({ path: each.entry?.name ?? '', file: await unpacked(index, each) });
      return { ...about, size: files.reduce((sum, each) => sum + each.file.size, 0), files };
    },
  };
}

export function checkLeftOut(numbers: ReadonlySet<number>, fileCount: number): void {
  const beyond = [...numbers].find((number) => number >= fileCount);
  if (beyond === undefined && numbers.size < fileCount) return;
  throw unreadableFileError(
    beyond === undefined
      ? `All ${plural(fileCount, 'file')} of the archive are left out.`
      : `The file ${(beyond + 1).toLocaleString('en')} can’t be left out: the archive holds ${plural(fileCount, 'file')} with data.`,
    'Choose again which files of the archive are read.',
    { tag: 'invalidPlan' },
  );
}
