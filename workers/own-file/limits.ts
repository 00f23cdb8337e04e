import type { OwnFileType } from '../model/plan';
import { refusal } from './refusal';

const MiB = 1_048_576;

/**
 * Largest file that is read, by type. Measuring holds a dataset about four times over (the dataset, the library's copy, the encoded file, the decoded copy), in a tab whose
 * WASM libraries address 4 GiB at most. Molecules take some ten bytes in memory for each of a SMILES, and graphs are measured as objects, too. JSON becomes objects of some ten times its size, in one string that V8 ends at 512 MiB.
 */
const fileLimitBytes: Record<OwnFileType, number> = {
  csv: 512 * MiB,
  json: 128 * MiB,
  ndjson: 256 * MiB,
  parquet: 512 * MiB,
  arrow: 512 * MiB,
  npy: 512 * MiB,
  smiles: 64 * MiB,
  sdf: 256 * MiB,
  bytes: 512 * MiB,
};
export const largestFileBytes = Math.max(...Object.values(fileLimitBytes));

/** Largest dataset that a compressed file may unfold to. */
export const decodedLimitBytes = 1_024 * MiB;

const inMiB = (bytes: number) => `${Math.ceil(bytes / MiB).toLocaleString('en')} MiB`;
const reason = 'Measuring holds the data about four times over in this tab, whose libraries address at most 4 GiB.';
const remedy = 'Take a part of it: fewer rows or fewer columns, fewer molecules.';

/** Throws `tooLarge` before anything of the file is read. */
export function checkFileSize(fileName: string, sizeBytes: number, type: OwnFileType | null): void {
  const limitBytes = type === null ? largestFileBytes : fileLimitBytes[type];
  if (sizeBytes <= limitBytes) return;
  const what = type === null ? 'a file' : `a ${type} file`;
  throw refusal(
    `${fileName} has ${inMiB(sizeBytes)}; at most ${inMiB(limitBytes)} of ${what} can be read. ${reason}`,
    remedy,
    {
      tag: 'tooLarge',
      ...(type === null ? {} : { format: type }),
    },
  );
}

/** Throws `tooLarge` where what has been unpacked so far is more than a file of the type may have. */
export function checkUnpackedSize(fileName: string, sizeBytes: number, type: OwnFileType): void {
  const limitBytes = fileLimitBytes[type];
  if (sizeBytes <= limitBytes) return;
  throw refusal(
    `${fileName} has more than ${inMiB(limitBytes)} when it is unpacked, which is the most of a ${type} file that can be read. ${reason}`,
    remedy,
    { tag: 'tooLarge', format: type },
  );
}

/** Throws `tooLarge` where a file's own header says that its content would not fit. */
export function checkDecodedSize(sizeBytes: number, format: string): void {
  if (sizeBytes <= decodedLimitBytes) return;
  throw refusal(
    `Its content would take ${inMiB(sizeBytes)} in memory; at most ${inMiB(decodedLimitBytes)} can be held. ${reason}`,
    remedy,
    {
      tag: 'tooLarge',
      format,
    },
  );
}
