import type { OptionValues } from '../../workers/model/options';
import type { DatasetInfo, DatasetSample } from '../../workers/model/result';
import { countedGaps, gapCountNames } from '../../workers/model/remote/gap-counts';

/** The user's file of which only a sample was measured. Figures are of the whole file (rule 32 of docs/measurement.md). */
export interface WholeFile {
  readonly sample: DatasetSample;
  /** The items that were measured, and those of the whole file. */
  readonly sampleItems: number;
  readonly totalItems: number;
  /** The whole file's items divided by those of the sample. */
  readonly times: number;
}

/** Null if the dataset is no sample. */
export function wholeFileOf(info: DatasetInfo | undefined): WholeFile | null {
  if (info?.status !== 'ready' || info.sample === undefined || info.itemCount === 0) return null;
  const { itemCount: sampleItems, sample } = info;
  const totalItems = Math.max(sampleItems, sample.totalItems);
  return { sample, sampleItems, totalItems, times: totalItems / sampleItems };
}

/** The options that set how many rows a format stores together. */
const groupOptions = ['rowGroupRows', 'batchRows', 'chunkRows'] as const;

/** The rows that a candidate stores together; null if its options don't say. */
function groupRows(options: OptionValues): number | null {
  for (const name of groupOptions) {
    const rows = Number(options[name]);
    if (rows > 0) return rows;
  }
  return null;
}

/**
 * What a reader asks for of the whole file, as its counts in the sample's file tell (rules 29 and 32). A column has the share of the file's bytes that it
 * has in the sample. Opening takes the same requests; its bytes grow with the number of row groups or batches. After that, a column takes a request for each of
 * them where it did so in the sample. A row takes what it took, of a row group that may be larger.
 * @param sizeFactor the whole file's size divided by that of the sample's file
 */
export function wholeCounts(
  counts: Readonly<Record<string, number>>,
  options: OptionValues,
  { sampleItems, totalItems, times }: WholeFile,
  sizeFactor: number,
): Readonly<Record<string, number>> {
  const rows = groupRows(options);
  const groups = rows === null ? null : Math.ceil(totalItems / rows) / Math.ceil(sampleItems / rows);
  const growth = groups ?? times;
  const opened = counts.networkRequestsToOpen ?? 0;
  const openBytes = counts.networkBytesToOpen ?? 0;
  const changes: Record<string, (count: number) => number> = {
    networkBytesToOpen: (bytes) => bytes * growth,
    networkBytesOfFooter: (bytes) => bytes * growth,
    networkBytesOfRowGroup: (bytes) =>
      rows === null ? bytes : (bytes * Math.min(rows, totalItems)) / Math.min(rows, sampleItems),
    networkBytesForOneColumn: (bytes) => bytes * sizeFactor,
    networkBytesForOneRow: (bytes) => bytes + Math.min(bytes, openBytes) * (growth - 1),
    networkRequestsForOneColumn: (requests) => opened + requestsOfWhole(Math.max(0, requests - opened)),
  };
  for (const gap of countedGaps) {
    const names = gapCountNames(gap);
    changes[names.bytes] = (bytes) => bytes * sizeFactor;
    changes[names.requests] = requestsOfWhole;
  }
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Math.round(changes[name]?.(count) ?? count)]),
  );

  /** One request without groups is of a range that is only longer. */
  function requestsOfWhole(requests: number): number {
    return groups === null && requests <= 1 ? requests : requests * growth;
  }
}
