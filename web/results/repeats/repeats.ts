import type { Operation } from '../../../workers/model/plan';
import { median } from '../../../workers/model/statistics/samples';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';

/**
 * The rates of the slowest and the fastest repeat of one operation, as in the study of Java serialization (source 003).
 */
export interface RepeatRates {
  readonly count: number;
  readonly slowestPerSecond: number;
  readonly fastestPerSecond: number;
  /** The sum of the repeats' times, each with one call. */
  readonly elapsedMs: number;
}

/**
 * The rates of one candidate, with factors against the row of SMILES (see {@link smilesBaselineRow}). A factor is null if one of the two rows has
 * no figure.
 */
export interface RepeatsRow {
  readonly row: CompletedRow;
  readonly read: RepeatRates | null;
  readonly write: RepeatRates | null;
  /** Bytes of the file divided by bytes of the baseline row's file. */
  readonly sizeFactor: number | null;
  /** The fastest rate of reading divided by that of the baseline row. */
  readonly readFactor: number | null;
  /** The fastest rate of writing divided by that of the baseline row. */
  readonly writeFactor: number | null;
}

/**
 * The repeats of a row's operation. A repeat is a round, in a fresh and warmed-up worker, and its time is the median of
 * its samples. Null if nothing was measured or a time is below the timer's resolution.
 */
export function repeatRates(row: CompletedRow, operation: Operation): RepeatRates | null {
  const figures = measuredFigures(row, operation);
  if (figures === null || figures.throughput === null || row.itemCount === null || row.itemCount === 0) return null;
  const times = figures.rounds.map(({ samplesMs }) => median(samplesMs));
  const [shortestMs, longestMs] = [Math.min(...times), Math.max(...times)];
  if (times.length === 0 || !(shortestMs > 0)) return null;
  const rate = (ms: number) => (row.itemCount ?? 0) / (ms / 1_000);
  return {
    count: times.length,
    slowestPerSecond: rate(longestMs),
    fastestPerSecond: rate(shortestMs),
    elapsedMs: times.reduce((sum, ms) => sum + ms, 0),
  };
}

/**
 * The rates of all completed rows, with factors against `base`. Sorted by the fastest reading; rows without one are
 * last.
 */
export function repeatsRows(
  rows: readonly ResultRow[],
  operations: { readonly read: Operation; readonly write: Operation },
  base: CompletedRow | null,
): RepeatsRow[] {
  const baseRead = base === null ? null : repeatRates(base, operations.read);
  const baseWrite = base === null ? null : repeatRates(base, operations.write);
  const fastestOver = (repeats: RepeatRates | null, other: RepeatRates | null) =>
    repeats === null || other === null ? null : repeats.fastestPerSecond / other.fastestPerSecond;
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
    .sort(
      (a, b) => (b.read?.fastestPerSecond ?? 0) - (a.read?.fastestPerSecond ?? 0) || a.row.candidate - b.row.candidate,
    );
}

/**
 * The row that source 003 compares the others with: SMILES without a codec, by a parser that reads only SMILES if there
 * is one. Null if SMILES was not measured.
 */
export function smilesBaselineRow(rows: readonly ResultRow[]): CompletedRow | null {
  const plain = rows.filter(isCompleted).filter(({ names }) => names.formatId === 'smiles' && names.codecId === 'none');
  return plain.find(({ names }) => names.implementationId === 'formatlab') ?? plain[0] ?? null;
}
