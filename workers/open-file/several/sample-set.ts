import { FormatlabError } from '../../model/errors';
import type { FileSample, OwnFileType } from '../../model/plan';
import type { DatasetSample } from '../../model/result';
import { drawUnits } from '../../model/strata';
import type { FileSet } from '../../model/user-data';
import { openFile, startOf } from '../open-file';
import { isReadWhole } from '../../own-file/sample/cut';
import { findFileType } from '../../registry/file-types';
import { cutSample } from '../sample/cut-sample';

/** So many files are taken at least, if there are more: then each is cut to its part of the sample. */
const fewestFiles = 16;
/** More files would take longer to open than to measure. */
const mostFiles = 400;
/** How many times their bytes the data of compressed files usually take. */
const compressionFactor = 3;

/** A file of a set that is opened only if it is chosen. */
interface UnopenedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Its type, and whether it is compressed as a whole. */
  readonly typed: (chosen: OwnFileType | null) => Promise<{ readonly type: OwnFileType; readonly isPacked: boolean }>;
  /** The file, or a sample of it. `wholeItems`: the items of the whole; null if it is whole. */
  readonly take: (
    type: OwnFileType,
    part: FileSample | null,
  ) => Promise<{ readonly file: Blob; readonly wholeItems: number | null }>;
}

/** A set whose files are not all opened. */
export interface UnopenedSet extends Omit<FileSet, 'files'> {
  readonly files: readonly UnopenedFile[];
}

export const unopened = (set: FileSet): UnopenedSet => ({
  ...set,
  files: set.files.map(({ path, file }) => ({
    path,
    sizeBytes: file.size,
    typed: async (chosen) => {
      const { type, packed } = await openFile(await startOf(file, path, chosen));
      return { type, isPacked: packed !== null };
    },
    take: async (type, part) => {
      const cut = part === null ? null : await cutSample(file, type, part);
      return { file: cut?.file ?? file, wholeItems: cut?.totalItems ?? null };
    },
  })),
});

/** Some files of a set, cut if they are large. */
interface SampledSet {
  readonly set: FileSet;
  /** The number of each file in the whole set. */
  readonly numbers: readonly number[];
  /** The items of each whole file; null for a file that is not cut. */
  readonly wholeItems: readonly (number | null)[];
  /** The bytes of the chosen files before they were cut. */
  readonly chosenBytes: number;
}

/**
 * Chooses files of a set, one of each stratum of neighbouring files, and cuts those that are larger than their part of the sample. Only the chosen ones are
 * opened, and the first. Null if the set is small.
 */
export async function sampleSet(
  set: UnopenedSet,
  chosen: OwnFileType | null,
  sample: FileSample,
): Promise<SampledSet | null> {
  const [first] = set.files;
  if (first === undefined) return null;
  const { type, isPacked } = await first.typed(chosen);
  const factor = isPacked || findFileType(type).isCompressedInside === true ? compressionFactor : 1;
  if (isReadWhole(set.size * factor, sample)) return null;
  const fitting = Math.round((sample.targetBytes * set.files.length) / (set.size * factor));
  const numbers = drawUnits(set.files.length, Math.min(mostFiles, Math.max(fewestFiles, fitting)), sample.seed);
  const part = { seed: sample.seed, targetBytes: Math.ceil(sample.targetBytes / numbers.length) };
  const files: FileSet['files'][number][] = [];
  const wholeItems: (number | null)[] = [];
  let chosenBytes = 0;
  for (const number of numbers) {
    const member = set.files[number];
    if (member === undefined) continue;
    const taken = await member.take(type, isPacked ? null : part);
    files.push({ path: member.path, file: taken.file });
    wholeItems.push(taken.wholeItems);
    chosenBytes += member.sizeBytes;
  }
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  return { set: { ...set, files, size }, numbers, wholeItems, chosenBytes };
}

/** What the result says of a sampled set. `rowCounts`: the rows that were read of each chosen file; null if they are not known. */
export function setSampleInfo(
  { numbers, wholeItems, chosenBytes }: SampledSet,
  whole: UnopenedSet,
  itemCount: number,
  rowCounts: readonly number[] | null,
): DatasetSample {
  const unitItems = rowCounts ?? evenly(itemCount, numbers.length);
  const chosenItems = unitItems.reduce((sum, items, index) => sum + (wholeItems[index] ?? items), 0);
  const isAll = numbers.length === whole.files.length;
  const totalItems = isAll ? chosenItems : Math.round((chosenItems * whole.size) / Math.max(1, chosenBytes));
  return {
    unitKind: 'files',
    unitItems: [...unitItems],
    unitCount: whole.files.length,
    totalItems,
    isTotalEstimated: !isAll || rowCounts === null,
    isFirstPart: false,
    fileBytes: totalItems === 0 ? 0 : Math.round((whole.size * itemCount) / totalItems),
  };
}

const evenly = (items: number, units: number): number[] =>
  Array.from(
    { length: units },
    (_, unit) => Math.floor(((unit + 1) * items) / units) - Math.floor((unit * items) / units),
  );

/** An error that names chosen files by their numbers in the whole set. */
export function numberedInSet(thrown: unknown, { numbers }: SampledSet): unknown {
  if (!(thrown instanceof FormatlabError) || thrown.record.differingFiles === undefined) return thrown;
  const numberOf = (index: number) => numbers[index] ?? index;
  const differingFiles = thrown.record.differingFiles.map((file) => ({
    ...file,
    index: numberOf(file.index),
    ...(file.group === undefined ? {} : { group: numberOf(file.group) }),
  }));
  return new FormatlabError({ ...thrown.record, differingFiles }, { cause: thrown });
}
