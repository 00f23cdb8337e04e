import type { FoundFile } from '../../workers/model/search-choice';
import { parquetReads, placesOf } from '../../workers/model/remote/parquet-reads';
import { partialRequests } from '../decide/partial-requests';
import { readerRequests } from '../decide/reader-requests';
import type { Situation } from '../view/situation';
import type { CandidateFigures } from '../decide/totals';
import { requestsOfPart } from '../figures/network-reads';
import { type WholeFile, wholeCounts } from '../figures/whole-file';
import type { OptionValues } from '../../workers/model/options';

/**
 * The figures that a run is expected to measure of a file that was found: rule 30 of docs/measurement.md. What a reader asks for over a network
 * is that of the written file, whose columns have the same bytes as alone; only the footer's size is predicted.
 * @param columns all columns in the order of the table
 * @param readColumn the column that is read alone; null if there is none
 * @param reader who reads the file, and at which gap
 * @param sampleOf the whole file if the search had a sample of it, with the options of the candidate (rule 32): sizes and times are scaled by its items
 */
export function predictedFigures(
  found: FoundFile,
  columns: readonly string[],
  readColumn: string | null,
  reader: Pick<Situation, 'reader' | 'gapBytes'>,
  sampleOf: { readonly whole: WholeFile; readonly options: OptionValues } | null = null,
): CandidateFigures {
  const { trials } = found;
  const times = sampleOf?.whole.times ?? 1;
  const [sizeBytes, encodeMs, decodeMs] = [found.sizeBytes * times, found.encodeMs * times, found.decodeMs * times];
  const chosen = columns.flatMap((name) => trials.get(name) ?? []);
  const measured = parquetReads(
    placesOf(
      chosen.map(({ parts }) => parts),
      readColumn === null ? -1 : columns.indexOf(readColumn),
      found.sizeBytes,
    ),
  );
  const counts = sampleOf === null ? measured : wholeCounts(measured, sampleOf.options, sampleOf.whole, times);
  const asked = readerRequests(counts, sizeBytes, reader);
  const part = (operation: 'open' | 'project' | 'lookup') => requestsOfPart(counts, operation, sizeBytes);
  const columnMs = readColumn === null ? undefined : trials.get(readColumn)?.decodeMs;
  const lookupTimes = chosen.map(({ lookupMs }) => lookupMs);
  return {
    sizeBytes,
    encodeMs,
    decodeMs,
    columnMs: columnMs === undefined ? null : columnMs * times,
    lookupMs: lookupTimes.includes(null) ? null : lookupTimes.reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
    ...partialRequests(asked?.column ?? part('project'), asked?.row ?? part('lookup'), asked?.toOpen ?? part('open')),
  };
}
