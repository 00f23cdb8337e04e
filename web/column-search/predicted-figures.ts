import type { FoundFile } from '../../workers/model/search-choice';
import { parquetReads, placesOf } from '../../workers/model/remote/parquet-reads';
import { partialRequests } from '../decide/partial-requests';
import type { CandidateFigures } from '../decide/totals';
import { requestsOfPart } from '../figures/network-reads';

/**
 * The figures that a run is expected to measure of a file that was found: rule 30 of docs/measurement.md. What a reader asks for over a network
 * is that of the written file, whose columns have the same bytes as alone; only the footer's size is predicted.
 * @param columns all columns in the order of the table
 * @param readColumn the column that is read alone; null if there is none
 */
export function predictedFigures(
  { trials, sizeBytes, encodeMs, decodeMs }: FoundFile,
  columns: readonly string[],
  readColumn: string | null,
): CandidateFigures {
  const chosen = columns.flatMap((name) => trials.get(name) ?? []);
  const counts = parquetReads(
    placesOf(
      chosen.map(({ parts }) => parts),
      readColumn === null ? -1 : columns.indexOf(readColumn),
      sizeBytes,
    ),
  );
  const part = (operation: 'open' | 'project' | 'lookup') => requestsOfPart(counts, operation, sizeBytes);
  const lookupTimes = chosen.map(({ lookupMs }) => lookupMs);
  return {
    sizeBytes,
    encodeMs,
    decodeMs,
    columnMs: readColumn === null ? null : (trials.get(readColumn)?.decodeMs ?? null),
    lookupMs: lookupTimes.includes(null) ? null : lookupTimes.reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
    ...partialRequests(part('project'), part('lookup'), part('open')),
  };
}
