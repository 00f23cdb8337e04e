import type { OwnFileType } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { formatBytes, formatFactor, formatPercent } from './figures';

/** The file that the user already has: what every candidate has to be better than. */
export interface UserFile {
  readonly sizeBytes: number;
  /** Data in memory over the file; null before the data stands. */
  readonly ratio: number | null;
  /** How it is written, as names and values in words; empty where that is not known. */
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  /** Why it has a size but no times, as sentences. */
  readonly untimed: string;
}

const timedOnTheirOwn = (format: string) =>
  `the ${format} candidates are timed only on the files that they wrote here.`;
const readTheirOwn = (format: string) =>
  `the ${format} candidates read only the layouts that they write, and are timed only on the files that they wrote here.`;

/** A trial encodes the data, verifies the file and then times calls on it: of another file there are no times. */
const untimedReasons: Readonly<Record<OwnFileType, string>> = {
  csv: readTheirOwn('CSV'),
  json: readTheirOwn('JSON'),
  ndjson: readTheirOwn('JSON'),
  parquet: timedOnTheirOwn('Parquet'),
  arrow: timedOnTheirOwn('Arrow'),
  npy: timedOnTheirOwn('npy'),
  smiles: timedOnTheirOwn('SMILES'),
  sdf: timedOnTheirOwn('SDF'),
  bytes: 'as plain bytes there is nothing in it to decode.',
};

export const userFileName = 'Your file as it is';

/** Null where the data was generated. */
export function userFileOf({ plan, datasets }: RunResult, dataset: number): UserFile | null {
  const spec = plan.datasets[dataset];
  if (spec?.source !== 'ownFile' || spec.fileSizeBytes === 0) return null;
  const info = datasets[dataset];
  const ready = info?.status === 'ready' ? info : null;
  const { writer = null, facts = [] } = ready?.fileSettings ?? {};
  return {
    sizeBytes: spec.fileSizeBytes,
    ratio: ready === null ? null : ready.dataBytes / spec.fileSizeBytes,
    untimed: `Its times are not measured: ${untimedReasons[spec.type]}`,
    settings: [...(writer === null ? [] : [{ name: 'Written by', value: writer }]), ...facts],
  };
}

/** `23 % smaller`; as large where they differ by less than a thousandth. */
export function savingAgainst(sizeBytes: number, userFile: UserFile): string {
  const factor = sizeBytes / userFile.sizeBytes;
  if (1_000 * Math.abs(sizeBytes - userFile.sizeBytes) < userFile.sizeBytes) return 'as large';
  // From twice on a factor says it better.
  if (factor >= 2) return `${formatFactor(factor)} as large`;
  return `${formatPercent(Math.abs(factor - 1))} ${factor < 1 ? 'smaller' : 'larger'}`;
}

/** For the sentence: `23 % smaller than your file of 13.5 MB`. */
export function savingInFull(sizeBytes: number, userFile: UserFile): string {
  const saving = savingAgainst(sizeBytes, userFile);
  return `${saving} ${saving.endsWith('large') ? 'as' : 'than'} ${userFileInFull(userFile)}`;
}

export const userFileInFull = ({ sizeBytes }: UserFile): string => `your file of ${formatBytes(sizeBytes)}`;
