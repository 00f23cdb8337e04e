import type { FoundFile } from '../../workers/model/search-choice';
import { parquetReads, placesOf } from '../../workers/model/remote/parquet-reads';
import { partialRequests } from '../decide/partial-requests';
import { readerRequests } from '../decide/reader-requests';
import type { Situation } from '../view/situation';
import type { CandidateFigures } from '../decide/totals';
import { requestsOfPart } from '../figures/network-reads';

/**
 * The figures that a run is expected to measure of a file that was found: rule 30 of docs/measurement.md. What a reader asks for over a network
 * is that of the written file, whose columns have the same bytes as alone; only the footer's size is predicted.
 * @param columns all columns in the order of the table
 * @param readColumn the column that is read alone; null if there is none
 * @param reader who reads the file, and at which gap
 */
export function predictedFigures(
  { trials, sizeBytes, encodeMs, decodeMs }: FoundFile,
  columns: readonly string[],
  readColumn: string | null,
  reader: Pick<Situation, 'reader' | 'gapBytes'>,
): CandidateFigures {
  const chosen = columns.flatMap((name) => trials.get(name) ?? []);
  const counts = parquetReads(
    placesOf(
      chosen.map(({ parts }) => parts),
      readColumn === null ? -1 : columns.indexOf(readColumn),
      sizeBytes,
    ),
  );
  const asked = readerRequests(counts, sizeBytes, reader);
  const part = (operation: 'open' | 'project' | 'lookup') => requestsOfPart(counts, operation, sizeBytes);
  const lookupTimes = chosen.map(({ lookupMs }) => lookupMs);
  return {
    sizeBytes,
    encodeMs,
    decodeMs,
    columnMs: readColumn === null ? null : (trials.get(readColumn)?.decodeMs ?? null),
    lookupMs: lookupTimes.includes(null) ? null : lookupTimes.reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
    ...partialRequests(asked?.column ?? part('project'), asked?.row ?? part('lookup'), asked?.toOpen ?? part('open')),
  };
}
