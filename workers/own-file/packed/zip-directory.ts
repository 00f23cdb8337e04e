import {
  compressionMethods,
  type FileHeader,
  fileHeaderSignature,
  localHeaderBytes,
  longestEndBytes,
  readEndOfCentralDirectory,
  readFileHeader,
  readLocalHeader,
} from '../../libraries/zip-records';
import { unreadableFileError } from '../refusal';

/** The maximum number of bytes of a central directory that are read. */
const directoryLimitBytes = 16 * 1_048_576;

/** A member of a Zip archive, as the archive's directory has it. */
export interface ZipEntry extends Omit<FileHeader, 'nameBytes'> {
  readonly name: string;
}

/** True if Formatlab can unpack the member: it is stored or deflated, and not encrypted. */
export const isReadableEntry = ({ method, isEncrypted }: ZipEntry): boolean =>
  !isEncrypted && (method === compressionMethods.stored || method === compressionMethods.deflated);

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());
const unread = () => null;

/**
 * The members of a Zip archive, without folders. Null if the directory can't be read completely. Sizes and offsets are what the file claims.
 * @throws FormatlabError if two members have one name, of which most programs keep the last
 */
export async function zipEntries(file: Blob): Promise<readonly ZipEntry[] | null> {
  const tailStart = Math.max(0, file.size - longestEndBytes);
  const end = readEndOfCentralDirectory(await viewOf(file.slice(tailStart)), tailStart, unread);
  if (end === null) return null;
  const { entryCount, directoryAt, directoryBytes } = end;
  if (directoryAt + directoryBytes > file.size || directoryBytes > directoryLimitBytes) return null;
  const directory = await viewOf(file.slice(directoryAt, directoryAt + directoryBytes));
  const entries: ZipEntry[] = [];
  // By their bytes: names in another encoding than UTF-8 may look alike.
  const names = new Set<string>();
  const decoder = new TextDecoder();
  let at = 0;
  for (let index = 0; index < entryCount; index += 1) {
    const header = readFileHeader(directory, at, unread);
    if (header === null) return null;
    const { nameBytes, ...entry } = header;
    const name = decoder.decode(nameBytes);
    const ownName = nameBytes.join();
    if (names.has(ownName)) throw twoOfOneName(name);
    names.add(ownName);
    if (!name.endsWith('/')) entries.push({ ...entry, name });
    at += entry.bytes;
  }
  // With a count that is too small, the members after it would be left out without a word.
  return at + 4 <= directory.byteLength && directory.getUint32(at, true) === fileHeaderSignature ? null : entries;
}

const twoOfOneName = (name: string) =>
  unreadableFileError(
    `The Zip archive holds two files of one name, “${name.slice(0, 200)}”, and does not say which of them is meant.`,
    'Unpack it and choose the file that is meant, or measure its bytes as they are.',
  );

/** The packed bytes of a member. Null if they do not lie in the file. */
export async function packedPart(file: Blob, { localHeaderAt, packedBytes }: ZipEntry): Promise<Blob | null> {
  const head = await viewOf(file.slice(localHeaderAt, localHeaderAt + localHeaderBytes));
  const header = readLocalHeader(head, 0, unread);
  if (header === null) return null;
  const start = localHeaderAt + header.bytes;
  return start + packedBytes > file.size ? null : file.slice(start, start + packedBytes);
}
