import type { UserFileReader } from '../model/protocol/read-file';
import type { DatasetInfo } from '../model/result';
import { userFileResult } from './merge-trial';
import { findFormat, type MeasuringRegistry } from './registry';
import type { LedgerOutcome } from './supervised-trial';

type Ready = Extract<DatasetInfo, { status: 'ready' }>;
type Readers = readonly UserFileReader[];

/** The trials of a run that read the user's files themselves (rule 27). */
export class UserFileReadings {
  readonly #registry: Pick<MeasuringRegistry, 'formats'>;
  readonly #verified = new Map<number, string | null>();
  /** How many readers of each dataset's file have failed before one read it. */
  readonly #failed = new Map<number, number>();

  constructor(registry: Pick<MeasuringRegistry, 'formats'>) {
    this.#registry = registry;
  }

  /** The SHA-256 of what stands for the user's file of this dataset, once a trial has verified it; null before. */
  verified(dataset: number): string | null {
    return this.#verified.get(dataset) ?? null;
  }

  /** What reads the file next: what has read it before, or the first of those that have not failed. Null if nothing can. */
  reader(dataset: number, info: DatasetInfo | undefined, readers: Readers): UserFileReader | null {
    if (info?.status !== 'ready') return null;
    const { fileDecode } = info;
    if (fileDecode === undefined) return readers[this.#failed.get(dataset) ?? 0] ?? null;
    if (fileDecode.result.status !== 'measured' || fileDecode.endedBy !== undefined) return null;
    return readers.find((reader) => this.#nameOf(reader) === fileDecode.reader) ?? null;
  }

  /** The dataset with what the trial tells of its file. A reader that fails leaves the file to the next one. */
  take(
    dataset: number,
    info: Ready,
    { reader, readers }: { readonly reader: UserFileReader; readonly readers: Readers },
    outcome: Exclude<LedgerOutcome, { type: 'discarded' | 'overBudget' }>,
  ): Ready {
    const isRead = outcome.type === 'done' && outcome.result.status === 'measured';
    if (isRead) this.#verified.set(dataset, outcome.result.encodedSha256);
    if (!isRead && info.fileDecode === undefined && readers.at(-1) !== reader) {
      this.#failed.set(dataset, readers.indexOf(reader) + 1);
      return info;
    }
    return { ...info, fileDecode: userFileResult(info.fileDecode, this.#nameOf(reader), outcome) };
  }

  #nameOf(reader: UserFileReader): string | null {
    if (reader.by === 'opener') return reader.name;
    const found = findFormat(this.#registry, reader.candidate.format, reader.candidate.implementation);
    return found === null ? null : `${found.format.label} (${found.implementation.label})`;
  }
}
