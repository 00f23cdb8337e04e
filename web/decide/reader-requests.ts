import { countedGaps, gapCountNames } from '../../workers/model/remote/gap-counts';
import type { Requests } from '../figures/network-reads';
import type { ReaderId, Situation } from '../view/situation';

/**
 * What a named reader asks for of a Parquet file (rule 29). The tests of e2e/interop/test_network_requests.py hold pyarrow and DuckDB against these.
 * A reader fetches the end of the file, and the footer if that is longer; then the chunks of a column, or for a row all chunks of its row group.
 */
interface ParquetReader {
  /** How often it asks for the file's size. */
  readonly sizeRequests: { readonly toOpen: number; readonly forEachRead: number };
  /** How often it fetches the footer to open the file. */
  readonly footerReads: number;
  /** The size of its first request, at the end of the file. */
  readonly tailBytes: (sizeBytes: number) => number;
  /** A footer that is longer than the first request: fetched as a whole, or only the rest of it. */
  readonly longFooter: 'whole' | 'rest';
  /** The most bytes of one request for neighbouring chunks. */
  readonly requestLimitBytes: number;
}

const mib = 1_048_576;

/** The least power of two that is not smaller. */
const powerOfTwo = (value: number) => 2 ** Math.ceil(Math.log2(value));

const parquetReaders: Readonly<Record<Exclude<ReaderId, 'none'>, ParquetReader>> = {
  pyarrow: {
    // A dataset opens the file to learn its columns, and once more to read.
    sizeRequests: { toOpen: 2, forEachRead: 1 },
    footerReads: 2,
    tailBytes: () => 65_536,
    longFooter: 'whole',
    requestLimitBytes: 32 * mib,
  },
  duckdb: {
    sizeRequests: { toOpen: 0, forEachRead: 1 },
    footerReads: 1,
    // A thousandth of the file, between 16 and 256 KiB.
    tailBytes: (sizeBytes) => Math.min(262_144, Math.max(16_384, powerOfTwo(sizeBytes / 1_000))),
    longFooter: 'whole',
    requestLimitBytes: Number.POSITIVE_INFINITY,
  },
  hyparquet: {
    sizeRequests: { toOpen: 1, forEachRead: 0 },
    footerReads: 1,
    tailBytes: () => 524_288,
    longFooter: 'rest',
    requestLimitBytes: 2 * mib,
  },
};

/** How often the reader asks for the file's size before each read. That holds for every format. */
export const sizeRequestsOfRead = ({ reader }: Pick<Situation, 'reader'>): number =>
  reader === 'none' ? 0 : parquetReaders[reader].sizeRequests.forEachRead;

/**
 * The requests that were counted for a library that knows the file's size. Over a link, a reader asks for that first. Without a reader it is taken as
 * known.
 */
export function withSizeRequest(counted: Requests | null, { reader }: Pick<Situation, 'reader'>): Requests | null {
  if (counted === null || reader === 'none') return counted;
  return { requests: counted.requests + 1, steps: counted.steps + 1, bytes: counted.bytes };
}

/** What a reader asks for from nothing on; and of that, what only opens the file. */
interface ReaderRequests {
  readonly toOpen: Requests;
  readonly column: Requests;
  readonly row: Requests;
}

/** Null without a reader, or if the counts are not those of a Parquet file that was counted for readers. */
export function readerRequests(
  counts: Readonly<Record<string, number>>,
  sizeBytes: number,
  { reader, gapBytes }: Pick<Situation, 'reader' | 'gapBytes'>,
): ReaderRequests | null {
  const { networkBytesOfFooter: footerBytes, networkBytesOfRowGroup: rowGroupBytes } = counts;
  const chunks = chunksAt(counts, gapBytes);
  if (reader === 'none' || footerBytes === undefined || rowGroupBytes === undefined || chunks === null) return null;
  const { sizeRequests, footerReads, tailBytes, longFooter, requestLimitBytes } = parquetReaders[reader];
  const tail = Math.min(sizeBytes, tailBytes(sizeBytes));
  const isLong = footerBytes > tail;
  const more = longFooter === 'whole' ? footerBytes : footerBytes - tail;
  const openRequests = sizeRequests.toOpen + footerReads * (isLong ? 2 : 1);
  const toOpen = {
    requests: openRequests,
    steps: openRequests,
    bytes: footerReads * (tail + (isLong ? more : 0)),
  };
  const before = sizeRequests.forEachRead;
  const then = ({ requests, bytes }: Pick<Requests, 'requests' | 'bytes'>): Requests => ({
    requests: toOpen.requests + before + requests,
    steps: toOpen.steps + before + Math.sign(requests),
    bytes: toOpen.bytes + bytes,
  });
  const row = { requests: Math.max(1, Math.ceil(rowGroupBytes / requestLimitBytes)), bytes: rowGroupBytes };
  return { toOpen, column: then(chunks), row: then(row) };
}

/** The requests for the column's chunks at a gap. A count that is left out is that of the next smaller gap. */
function chunksAt(counts: Readonly<Record<string, number>>, gapBytes: number) {
  for (const gap of countedGaps.toReversed()) {
    const names = gapCountNames(gap);
    const [requests, bytes] = [counts[names.requests], counts[names.bytes]];
    if (gap <= gapBytes && requests !== undefined && bytes !== undefined) return { requests, bytes };
  }
  return null;
}
