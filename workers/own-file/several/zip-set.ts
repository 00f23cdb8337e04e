import { inNaturalOrder, whyNoData } from '../../model/file-paths';
import type { FileSet, SetFile } from '../../model/user-data';
import { checkFileSize } from '../limits';
import { areAnyFiles } from '../other-kinds';
import { isOfSystem, isZip } from '../packed/find-packed';
import { packedFile, unpackFile } from '../packed/unpack';
import { isReadableEntry, zipEntries } from '../packed/zip-directory';
import { contentOfZip } from '../sniff';
import { checkFileCount } from './members';

/**
 * The files in a Zip archive of several, unpacked, without those that hold no data. Null for any other file: also for formats that are Zip archives
 * themselves, and for an archive with members that can't be unpacked.
 * @throws `tooLarge` if the files are larger than the limit together
 */
export async function filesInZip(
  file: Blob,
  fileName: string,
  onStage: (stage: string) => void,
): Promise<FileSet | null> {
  if (!isZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) return null;
  const all = (await zipEntries(file)) ?? [];
  const names = all.map(({ name }) => name);
  if (contentOfZip(names).type !== null || !areAnyFiles(names)) return null;
  const entries = all
    .filter((entry) => !isOfSystem(entry) && entry.sizeBytes > 0 && whyNoData(entry.name) === null)
    .sort((one, other) => inNaturalOrder(one.name, other.name));
  // A single file alone is a compressed file, which is read elsewhere.
  const isSingle = all.filter((entry) => !isOfSystem(entry)).length < 2;
  if (isSingle || entries.length === 0 || !entries.every(isReadableEntry)) return null;
  // Before any of them is unpacked.
  checkFileCount(entries.length);
  checkFileSize(
    fileName,
    entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    null,
  );
  const files: SetFile[] = [];
  for (const [index, entry] of entries.entries()) {
    onStage(`Unpacking file ${(index + 1).toLocaleString('en')} of ${entries.length.toLocaleString('en')}`);
    files.push({ path: entry.name, file: await unpackFile(packedFile(file, fileName, 'zip', entry), 'bytes') });
  }
  const paths = new Set(files.map(({ path }) => path));
  return {
    name: fileName,
    size: files.reduce((sum, each) => sum + each.file.size, 0),
    files,
    leftOut: names.flatMap((path) => (paths.has(path) ? [] : [{ path, reason: whyNoData(path) ?? 'it is empty' }])),
  };
}
