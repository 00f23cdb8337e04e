import type { OperationResult, RunResult } from '../../workers/model/result';
import { smallestValue } from '../../workers/model/statistics/samples';
import { type Summary, summarise } from '../../workers/model/statistics/summary';
import { scaledTimes } from './scaled-times';
import { wholeFileOf } from './whole-file';
import { formatBytes, formatFactor, formatPercent } from './figures';
import { plural } from '../../workers/model/plural';

/** The user's file with the data of a run. Results compare each candidate's size with it. */
export interface UserFile {
  /** What stands for it in tables and charts: “Your file as it is”. */
  readonly name: string;
  /** Within a sentence: “your file”. */
  readonly phrase: string;
  readonly sizeBytes: number;
  /** Bytes of the data in memory divided by bytes of the file. Null until the file has been read. */
  readonly ratio: number | null;
  /** The settings with which the file was written, such as its codec. Empty if they are unknown. */
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  /** True for plain bytes, which are read as they are. */
  readonly needsNoDecoding: boolean;
  /** The times in which the file itself is read: by a candidate's decoder, or by the reader that opened it. Null if they were not measured. */
  readonly decode: Summary | null;
  /** The same for reading one column alone. */
  readonly project: Summary | null;
  /** Bytes of that column in memory; 0 if it was not read alone. */
  readonly columnDataBytes: number;
  /** The same for a call of look-ups. */
  readonly lookup: Summary | null;
  /** The best time of each round: of a call, or of one look-up, in milliseconds. Empty for what was not measured. */
  readonly roundBestMs: Readonly<Partial<Record<'decode' | 'project' | 'lookup', ReadonlyMap<number, number>>>>;
  /** How many look-ups a call makes. */
  readonly lookupsPerCall: number;
  /** What was counted in the file, such as the requests of a reader over a network. */
  readonly counts: Readonly<Record<string, number>>;
  /** By what the file was read, or why it has no times, as sentences. */
  readonly timesNote: string;
}

/** Why a later round did not read the user's file. */
const endedWords = {
  failed: 'Reading it failed in a later round.',
  timedOut: 'Reading it took too long in a later round.',
};

/** The user's file of a dataset. Null if the dataset was generated. */
export function userFileOf({ plan, datasets, environment }: RunResult, dataset: number): UserFile | null {
  const spec = plan.datasets[dataset];
  if (spec?.source !== 'ownFile' || spec.fileSizeBytes === 0) return null;
  const info = datasets[dataset];
  const ready = info?.status === 'ready' ? info : null;
  // Only its sample is decoded: the times are scaled, as those of the candidates are.
  const times = wholeFileOf(info)?.times ?? 1;
  const { writer = null, facts = [] } = ready?.fileSettings ?? {};
  const { reader = null, result: read, parts = {}, counts = {}, endedBy } = ready?.fileDecode ?? {};
  const summaryOf = (result: OperationResult | undefined, scale = 1) =>
    result?.status === 'measured' ? summarise(scaledTimes(result, scale), environment) : null;
  const decode = summaryOf(read, times);
  const itemsOf = (result: OperationResult | undefined) => (result?.status === 'measured' ? result.itemsPerCall : 0);
  const lookupsPerCall = Math.max(1, itemsOf(parts.lookup));
  /** `perItem`: how many items a time is divided by. */
  const bestsOf = (result: OperationResult | undefined, perItem: number) =>
    new Map(
      (result?.status === 'measured' ? result.rounds : [])
        .filter(({ samplesMs }) => samplesMs.length > 0)
        .map(({ round, samplesMs }) => [round, smallestValue(samplesMs) / perItem]),
    );
  const { fileCount = 1 } = spec;
  const isSet = fileCount > 1;
  return {
    name: isSet ? `Your ${plural(fileCount, 'file')} as they are` : 'Your file as it is',
    phrase: isSet ? `your ${plural(fileCount, 'file')}` : 'your file',
    sizeBytes: spec.fileSizeBytes,
    ratio: ready === null ? null : (ready.dataBytes * times) / spec.fileSizeBytes,
    needsNoDecoding: spec.type === 'bytes',
    decode,
    project: summaryOf(parts.project, times),
    columnDataBytes: Math.round(itemsOf(parts.project) * times),
    lookup: summaryOf(parts.lookup),
    roundBestMs: {
      decode: bestsOf(read, 1 / times),
      project: bestsOf(parts.project, 1 / times),
      lookup: bestsOf(parts.lookup, lookupsPerCall),
    },
    lookupsPerCall,
    // What was counted in a sample's file is not asked for in the whole one.
    counts: times === 1 ? counts : {},
    timesNote:
      decode !== null
        ? `It is read by ${reader ?? 'a decoder'}, which gives the data that were measured. Another program wrote it, so its time to write is not known.${endedBy === undefined ? '' : ` ${endedWords[endedBy]} Its times are those of the rounds before.`}`
        : spec.type === 'bytes'
          ? 'Plain bytes are read as they are.'
          : `Its time to read is not measured: ${read?.status === 'unsupported' ? read.reason : 'no trial of this run read it.'}`,
    settings: [...(writer === null ? [] : [{ name: 'Written by', value: writer }]), ...facts],
  };
}

/** A size compared with the user's file: `23 % smaller`. A difference below 0.1 % gives `as large`. */
export const sizeAgainstUserFile = (sizeBytes: number, userFile: UserFile): string =>
  sizeAgainst(sizeBytes, userFile.sizeBytes);

/** A size compared with another one: `23 % smaller`. A difference below 0.1 % gives `as large`. */
export function sizeAgainst(sizeBytes: number, otherBytes: number): string {
  const factor = sizeBytes / otherBytes;
  if (1_000 * Math.abs(sizeBytes - otherBytes) < otherBytes) return 'as large';
  // From twice the size, a factor is easier to read than a percentage.
  if (factor >= 2) return `${formatFactor(factor).slice(0, -1)} times as large`;
  return `${formatPercent(Math.abs(factor - 1))} ${factor < 1 ? 'smaller' : 'larger'}`;
}

/** As {@link sizeAgainstUserFile}, for the summary sentence: `23 % smaller than your file of 13.5 MB`. */
export function sizeAgainstUserFilePhrase(sizeBytes: number, userFile: UserFile): string {
  const saving = sizeAgainstUserFile(sizeBytes, userFile);
  return `${saving} ${saving.endsWith('large') ? 'as' : 'than'} ${userFilePhrase(userFile)}`;
}

export const userFilePhrase = ({ sizeBytes, phrase }: UserFile): string => `${phrase} of ${formatBytes(sizeBytes)}`;
