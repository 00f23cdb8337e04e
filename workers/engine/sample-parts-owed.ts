import type { ErrorRecord } from '../model/errors';
import { type CompletedCell, type DatasetInfo, sentenceLimit } from '../model/result';
import type { MeasuredTrial } from '../model/protocol/measure';
import { keyOf, type PlannedCell } from './cells';
import { partsFoundBy } from './merge-trial';
import type { LedgerOutcome } from './supervised-trial';

/** A cell whose parts of a sample are still to be encoded, and the milliseconds that this is expected to take; null if nothing is known. */
export interface OwedParts {
  readonly index: number;
  readonly ms: number | null;
}

/** Which cells of a run still need parts of their sample encoded: a first trial leaves them to a later one where they take long (rule 6). */
export class SamplePartsOwed {
  readonly #leftMs = new Map<string, number>();
  /** The cells whose parts were begun: they are begun once. */
  readonly #begun = new Set<string>();

  /** Records what a cell's first trial says of its parts: if it did not leave them, it has begun them, even if it had no time to end them. */
  tell(key: string, { partsLeftMs }: MeasuredTrial): void {
    if (partsLeftMs === undefined) this.#begun.add(key);
    else this.#leftMs.set(key, partsLeftMs);
  }

  /** The cell with its parts, after a trial that only encoded them; null if it did not. */
  take(key: string, cell: CompletedCell | undefined, outcome: LedgerOutcome): CompletedCell | null {
    this.#begun.add(key);
    if (cell === undefined || outcome.type !== 'done' || outcome.result.status !== 'measured') return null;
    return { ...cell, ...partsFoundBy(outcome.result) };
  }

  /** The cells whose parts are still to be encoded. */
  of(
    cells: readonly PlannedCell[],
    completed: ReadonlyMap<string, CompletedCell>,
    datasets: readonly DatasetInfo[],
    ended: ReadonlySet<string>,
  ): OwedParts[] {
    return cells.flatMap((place, index) => {
      const [key, info] = [keyOf(place), datasets[place.dataset]];
      const cell = completed.get(key);
      const isOwed =
        !place.isControl &&
        cell !== undefined &&
        cell.sizeBytes !== null &&
        cell.partsBytes === undefined &&
        info?.status === 'ready' &&
        info.sample !== undefined &&
        !this.#begun.has(key) &&
        !ended.has(key);
      return isOwed ? [{ index, ms: this.#leftMs.get(key) ?? null }] : [];
    });
  }
}

/** The warning that no limits of the whole file's size are known, since a part of the sample could not be encoded. */
export const partsFailed = ({ format = 'a candidate', message }: ErrorRecord): string =>
  `A part of the sample could not be encoded (${format}), so the size of the whole file has no limits: ${message}`.slice(
    0,
    sentenceLimit,
  );
