import type { Operation } from '../../../workers/model/plan';
import { median } from '../../../workers/model/statistics/samples';
import { type CompletedRow, isCompleted, measured, type ResultRow } from '../../figures/rows';

/** Items a second in the slowest and the fastest of the repeats of one operation, as source 003 prints them. */
export interface RepeatRates {
  readonly count: number;
  readonly slowest: number;
  readonly fastest: number;
  /** One call of each repeat, together. */
  readonly elapsedMs: number;
}

export interface RepeatsRow {
  readonly row: CompletedRow;
  readonly read: RepeatRates | null;
  readonly write: RepeatRates | null;
  /** Of the file, and of the fastest reading and writing, over those of the row that all are compared with; null where one of the two has none. */
  readonly sizeFactor: number | null;
  readonly readFactor: number | null;
  readonly writeFactor: number | null;
}

/**
 * RepeatRates of a row's operation: one is a round, in a fresh and warm worker, and its time the median of the calls in it. Null where there is none, or the timer's step hides
 * the time of any.
 */
export function repeatRates(row: CompletedRow, operation: Operation): RepeatRates | null {
  const figures = measured(row, operation);
  if (figures === null || figures.throughput === null || row.itemCount === null || row.itemCount === 0) return null;
  const times = figures.rounds.map(({ samplesMs }) => median(samplesMs));
  const [least, most] = [Math.min(...times), Math.max(...times)];
  if (times.length === 0 || !(least > 0)) return null;
  const rate = (ms: number) => (row.itemCount ?? 0) / (ms / 1_000);
  return {
    count: times.length,
    slowest: rate(most),
    fastest: rate(least),
    elapsedMs: times.reduce((sum, ms) => sum + ms, 0),
  };
}

/** Fastest reading first; what was not read comes last. `base` is compared with. */
export function repeatsRows(
  rows: readonly ResultRow[],
  operations: { readonly read: Operation; readonly write: Operation },
  base: CompletedRow | null,
): RepeatsRow[] {
  const baseRead = base === null ? null : repeatRates(base, operations.read);
  const baseWrite = base === null ? null : repeatRates(base, operations.write);
  const fastestOver = (repeats: RepeatRates | null, other: RepeatRates | null) =>
    repeats === null || other === null ? null : repeats.fastest / other.fastest;
  const made = rows.filter(isCompleted).map((row): RepeatsRow => {
    const read = repeatRates(row, operations.read);
    const write = repeatRates(row, operations.write);
    return {
      row,
      read,
      write,
      sizeFactor:
        base === null || base.sizeBytes === null || base.sizeBytes === 0 || row.sizeBytes === null
          ? null
          : row.sizeBytes / base.sizeBytes,
      readFactor: fastestOver(read, baseRead),
      writeFactor: fastestOver(write, baseWrite),
    };
  });
  return made
    .filter(({ read, write }) => read !== null || write !== null)
    .sort((a, b) => (b.read?.fastest ?? 0) - (a.read?.fastest ?? 0) || a.row.candidate - b.row.candidate);
}

/** SMILES by a parser of nothing else is what source 003 compares all with; where it was not measured, nothing is. */
export function smilesBaselineRow(rows: readonly ResultRow[]): CompletedRow | null {
  const plain = rows.filter(isCompleted).filter(({ names }) => names.formatId === 'smiles' && names.codecId === 'none');
  return plain.find(({ names }) => names.implementationId === 'formatlab') ?? plain[0] ?? null;
}
