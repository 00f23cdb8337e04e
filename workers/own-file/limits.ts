import type { OwnFileType } from '../model/plan';
import { unreadableFileError } from './refusal';

const MiB = 1_048_576;

/**
 * The largest readable file by type. Measuring holds a dataset about four times (the dataset, the library's copy, the encoded file, the
 * decoded dataset), and WASM libraries address at most 4 GiB. A molecule takes about ten times its SMILES in memory, and molecules are
 * measured as JavaScript objects, too.
 */
const fileLimitBytes: Record<OwnFileType, number> = {
  csv: 512 * MiB,
  json: 512 * MiB,
  ndjson: 512 * MiB,
  parquet: 512 * MiB,
  arrow: 512 * MiB,
  avro: 512 * MiB,
  orc: 512 * MiB,
  npy: 512 * MiB,
  npz: 512 * MiB,
  xlsx: 128 * MiB,
  sqlite: 512 * MiB,
  hdf5: 512 * MiB,
  pickle: 256 * MiB,
  smiles: 64 * MiB,
  sdf: 256 * MiB,
  bytes: 512 * MiB,
};
export const largestFileBytes = Math.max(...Object.values(fileLimitBytes));

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

const inMiB = (bytes: number) => `${Math.ceil(bytes / MiB).toLocaleString('en')} MiB`;
const reason = 'Measuring holds about four copies of the data in this tab, whose libraries address at most 4 GiB.';
const moleculesReason = 'Molecules are objects in this tab, which take about ten times their text.';
const reasons: Partial<Record<OwnFileType, string>> = {
  smiles: moleculesReason,
  sdf: moleculesReason,
};
const reasonOf = (type: OwnFileType | null) => (type === null ? undefined : reasons[type]) ?? reason;

/** What the limit of a type is one of. */
const nouns: Record<OwnFileType, string> = {
  csv: 'a CSV file',
  json: 'a JSON file',
  ndjson: 'an NDJSON file',
  parquet: 'a Parquet file',
  arrow: 'an Arrow file',
  avro: 'an Avro file',
  orc: 'an ORC file',
  npy: 'an npy file',
  npz: 'an npz file',
  xlsx: 'a workbook',
  sqlite: 'an SQLite database',
  hdf5: 'an HDF5 file',
  pickle: 'a pickle',
  smiles: 'a SMILES file',
  sdf: 'an SD file',
  bytes: 'a file',
};
const remedy = 'Use a part of it: fewer rows, columns or molecules.';
const sampleRemedy = 'Measure a sample of it, or use a part of it: fewer rows, columns or molecules.';
const exportRemedy =
  'Here no part of it is read alone. Save the table as Parquet or CSV, of which a sample is measured, whatever its size.';
const hdf5Remedy =
  'The file is held in memory while a part of it is read. Copy the dataset to a file of its own, or save it as Parquet, CSV or .npy, of which a sample is measured, whatever its size.';
const archiveRemedy =
  'Unpack it and choose the folder of its files, of which a sample is measured, whatever their size.';
const unpackRemedy = 'Unpack it first and choose its content, of which a sample is measured, whatever its size.';
/** What helps against the size of a file. Of some types a sample is measured, which may be of any file. */
const remedies: Readonly<Partial<Record<OwnFileType, string>>> = {
  csv: sampleRemedy,
  ndjson: sampleRemedy,
  parquet: sampleRemedy,
  arrow: sampleRemedy,
  avro: sampleRemedy,
  orc: sampleRemedy,
  npy: sampleRemedy,
  bytes: sampleRemedy,
  smiles: sampleRemedy,
  sdf: sampleRemedy,
  json: 'Here no part of it is read alone. Write it with one record a line (NDJSON), of which a sample is measured, whatever its size.',
  npz: 'Save its largest array with numpy.save as a file of its own, of which a sample is measured, whatever its size.',
  xlsx: exportRemedy,
  sqlite: exportRemedy,
  hdf5: hdf5Remedy,
  pickle: exportRemedy,
};
const remedyOf = (type: OwnFileType | null) => (type === null ? undefined : remedies[type]) ?? remedy;

/**
 * Checks a file's size before anything is read.
 * @throws `tooLarge` if the file exceeds the limit for its type.
 */
export function checkFileSize(fileName: string, sizeBytes: number, type: OwnFileType | null): void {
  const limitBytes = type === null ? largestFileBytes : fileLimitBytes[type];
  if (sizeBytes <= limitBytes) return;
  throw unreadableFileError(
    `${fileName} has ${inMiB(sizeBytes)}; at most ${inMiB(limitBytes)} of ${nouns[type ?? 'bytes']} can be read. ${reasonOf(type)}`,
    remedyOf(type),
    {
      tag: 'tooLarge',
      ...(type === null ? {} : { format: type }),
    },
  );
}

/** How much a file may unpack to. The type is null while it is not known yet. */
export const unpackedLimitBytes = (type: OwnFileType | null): number =>
  type === null ? largestFileBytes : fileLimitBytes[type];

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
export function checkUnpackedSize(fileName: string, sizeBytes: number, type: OwnFileType | null): void {
  const limitBytes = unpackedLimitBytes(type);
  if (sizeBytes <= limitBytes) return;
  throw unreadableFileError(
    `${fileName} is larger than ${inMiB(limitBytes)} when it is unpacked, the limit for ${type === 'npz' ? 'an array of an npz file' : type === null || type === 'bytes' ? 'any file' : nouns[type]}. ${reasonOf(type)}`,
    remedyOf(type) === sampleRemedy ? unpackRemedy : remedyOf(type),
    { tag: 'tooLarge', ...(type === null ? {} : { format: type }) },
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
