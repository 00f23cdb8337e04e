import type { Candidate } from '../model/plan';
import type { DatasetInfo } from '../model/result';
import { userFileResult } from './merge-trial';
import { findFormat, type MeasuringRegistry } from './registry';
import type { LedgerOutcome } from './supervised-trial';

type Ready = Extract<DatasetInfo, { status: 'ready' }>;

/** The trials of a run that read the user's files themselves (rule 27). */
export class UserFileReadings {
  readonly #registry: Pick<MeasuringRegistry, 'formats'>;
  readonly #verified = new Map<number, string | null>();

  constructor(registry: Pick<MeasuringRegistry, 'formats'>) {
    this.#registry = registry;
  }

  /** The SHA-256 of the user's file of this dataset, once a trial has verified it; null before. */
  verified(dataset: number): string | null {
    return this.#verified.get(dataset) ?? null;
  }

  /** The dataset with what the trial tells of its file. */
  take(
    dataset: number,
    info: Ready,
    decoder: Candidate,
    outcome: Exclude<LedgerOutcome, { type: 'discarded' | 'overBudget' }>,
  ): Ready {
    const found = findFormat(this.#registry, decoder.format, decoder.implementation);
    const reader = found === null ? null : `${found.format.label} (${found.implementation.label})`;
    if (outcome.type === 'done' && outcome.result.status === 'measured')
      this.#verified.set(dataset, outcome.result.encodedSha256);
    return { ...info, fileDecode: userFileResult(info.fileDecode, reader, outcome) };
  }
}

/** False if an earlier trial has shown that the user's file of this dataset can't be timed. */
export function canReadUserFile(info: DatasetInfo | undefined): boolean {
  if (info?.status !== 'ready') return false;
  const { fileDecode } = info;
  return fileDecode === undefined || (fileDecode.result.status === 'measured' && fileDecode.endedBy === undefined);
}
