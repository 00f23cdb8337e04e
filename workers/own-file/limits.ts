import type { FileType } from '../model/file-type';
import { unreadableFileError } from './refusal';

const MiB = 1_048_576;

/**
 * The largest readable file of any type (a type's `file-type.ts` has its own limit). Measuring holds a dataset about four times (the dataset, the library's
 * copy, the encoded file, the decoded dataset), and WASM libraries address at most 4 GiB. A molecule takes about ten times its SMILES in memory, and
 * molecules are measured as JavaScript objects, too.
 */
const largestFileBytes = 512 * MiB;

/** JSON that is no list, or is joined with other files, becomes objects of about ten times its size. */
const wholeJsonLimitBytes = 128 * MiB;

/**
 * Checks the size of JSON that must be read as a whole.
 * @throws `tooLarge` if it exceeds the limit
 */
export function checkWholeJson(sizeBytes: number): void {
  if (sizeBytes <= wholeJsonLimitBytes) return;
  throw unreadableFileError(
    `It has ${inMiB(sizeBytes)} of JSON that is read as a whole; at most ${inMiB(wholeJsonLimitBytes)} can be, since it becomes objects of about ten times its size.`,
    'Write it as one list of records, [{"a": 1}, …], or with one record a line (NDJSON), which are read piece by piece.',
    { tag: 'tooLarge', format: 'json' },
  );
}

/** The largest dataset to which a compressed file may decompress. */
export const decodedLimitBytes = 1_024 * MiB;

/**
 * Checks the data of a part of a large file whose rows can’t be read alone.
 * @param why follows “since”
 * @throws `tooLarge` if they exceed the limit for a file
 */
export function checkPartReadWhole(part: string, sizeBytes: number, why: string, type: FileType): void {
  if (sizeBytes <= type.size.limitBytes) return;
  throw unreadableFileError(
    `${part.slice(0, 200)} takes ${inMiB(sizeBytes)} in memory, and no sample of it is read, since ${why}; at most ${inMiB(type.size.limitBytes)} can be read. ${reasonOf(type)}`,
    'Choose another part, or save this one as Parquet or CSV, of which a sample is measured, whatever its size.',
    { tag: 'tooLarge', format: type.id },
  );
}

const inMiB = (bytes: number) => `${Math.ceil(bytes / MiB).toLocaleString('en')} MiB`;
const reason = 'Measuring holds about four copies of the data in this tab, whose libraries address at most 4 GiB.';
const remedy = 'Use a part of it: fewer rows, columns or molecules.';
const sampleRemedy = 'Measure a sample of it, or use a part of it: fewer rows, columns or molecules.';
const archiveRemedy =
  'Unpack it and choose the folder of its files, of which a sample is measured, whatever their size.';
const unpackRemedy = 'Unpack it first and choose its content, of which a sample is measured, whatever its size.';
const reasonOf = (type: FileType | null) => type?.size.reason ?? reason;
const remedyOf = (type: FileType | null) =>
  type === null ? remedy : type.size.remedy === 'sample' ? sampleRemedy : type.size.remedy;

/**
 * Checks a file's size before anything is read.
 * @throws `tooLarge` if the file exceeds the limit for its type.
 */
export function checkFileSize(fileName: string, sizeBytes: number, type: FileType | null): void {
  const limitBytes = unpackedLimitBytes(type);
  if (sizeBytes <= limitBytes) return;
  throw unreadableFileError(
    `${fileName} has ${inMiB(sizeBytes)}; at most ${inMiB(limitBytes)} of ${type?.size.noun ?? 'a file'} can be read. ${reasonOf(type)}`,
    remedyOf(type),
    {
      tag: 'tooLarge',
      ...(type === null ? {} : { format: type.id }),
    },
  );
}

/** How much a file may unpack to. The type is null while it is not known yet. */
export const unpackedLimitBytes = (type: FileType | null): number => type?.size.limitBytes ?? largestFileBytes;

/**
 * Checks the size of all files of an archive together, as it states them.
 * @throws `tooLarge` if they exceed the limit for a file
 */
export function checkArchiveSize(fileName: string, sizeBytes: number, fileCount: number): void {
  if (sizeBytes <= largestFileBytes) return;
  throw unreadableFileError(
    `The ${fileCount.toLocaleString('en')} files in ${fileName} take ${inMiB(sizeBytes)} when they are unpacked; at most ${inMiB(largestFileBytes)} of an archive can be read. ${reason}`,
    archiveRemedy,
    { tag: 'tooLarge' },
  );
}

/**
 * Checks the size of the content unpacked so far. Of an npz file, that is one array.
 * @throws `tooLarge` if it exceeds the limit for a file of the type.
 */
export function checkUnpackedSize(fileName: string, sizeBytes: number, type: FileType | null): void {
  const limitBytes = unpackedLimitBytes(type);
  if (sizeBytes <= limitBytes) return;
  throw unreadableFileError(
    `${fileName} is larger than ${inMiB(limitBytes)} when it is unpacked, the limit for ${type === null ? 'any file' : (type.size.unpackedNoun ?? type.size.noun)}. ${reasonOf(type)}`,
    type?.size.remedy === 'sample' ? unpackRemedy : remedyOf(type),
    { tag: 'tooLarge', ...(type === null ? {} : { format: type.id }) },
  );
}

/**
 * Checks the size of one part of a workbook, as its archive states it, before the part is unpacked.
 * @throws `tooLarge` if it exceeds the limit for a part
 */
export function checkWorkbookPart(path: string, sizeBytes: number): void {
  if (sizeBytes <= largestFileBytes) return;
  throw unreadableFileError(
    `Its part ${path.slice(0, 200)} takes ${inMiB(sizeBytes)} when it is unpacked; at most ${inMiB(largestFileBytes)} of a part of a workbook can be read. ${reason}`,
    remedy,
    { tag: 'tooLarge', format: 'xlsx' },
  );
}

/**
 * Checks the size that a file's header claims.
 * @throws `tooLarge` if the decoded content would exceed the limit.
 */
export function checkDecodedSize(sizeBytes: number, format: string): void {
  if (sizeBytes <= decodedLimitBytes) return;
  throw unreadableFileError(
    `Its content would take ${inMiB(sizeBytes)} in memory; at most ${inMiB(decodedLimitBytes)} can be held. ${reason}`,
    remedy,
    {
      tag: 'tooLarge',
      format,
    },
  );
}
