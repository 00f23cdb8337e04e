import type { DatasetSchema } from '../dataset';
import type { DatasetSpec } from '../plan';
import type { UserFileReader } from './read-file';

/** The call from the headless page to a worker that reads files in turns: one round of `formatlab check`. */
export interface ReadingTurnsCalls {
  /** Reports progress at least once between two calls that are timed, so that silence means that one hangs. */
  readInTurns: { in: ReadingTurnsRequest; out: ReadingTurns; progress: null };
}

export interface ReadingTurnsRequest {
  /** Each is opened and warmed up alone, also where two read the same file. */
  readonly arms: readonly ReadingArm[];
  /** From 0. It decides which arm is read first. */
  readonly round: number;
}

export interface ReadingArm {
  readonly file: File;
  readonly spec: Extract<DatasetSpec, { source: 'ownFile' }>;
  /** What an earlier round has found to read it. Null: it is found, and what it gives is compared with the data. */
  readonly known: KnownReader | null;
  /** Each call has a loop inside that takes so many milliseconds where nothing disturbs it. Only `npm run bench:check` gives one that is not 0. */
  readonly loopMs: number;
}

/** What reads a file, and what it needs to be opened. */
export interface KnownReader {
  readonly reader: UserFileReader;
  readonly schema: DatasetSchema;
  readonly dataBytes: number;
}

/** One round. */
export interface ReadingTurns {
  /** For each arm, the milliseconds of a call in each turn. */
  readonly samplesMs: readonly (readonly number[])[];
  readonly readers: readonly KnownReader[];
  /** A checksum of the results, so that the JavaScript engine cannot leave a call out. */
  readonly sink: number;
}
