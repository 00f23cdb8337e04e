import * as v from 'valibot';
import { tools } from '../../workers/model/tools';

/**
 * What will be done with the data. The answer is the best candidate for it. The URL contains the situation. A field that came later is filled in
 * with what counted before there was such a field, so that an old link keeps its totals.
 */

const count = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9));
const price = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e6));
/** From 1 byte to 1 TB a second. Null: there is no link, and the transfer takes no time. */
const bytesPerSecond = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(1e12)));
const limit = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(1e15)));

export const goals = ['time', 'money', 'size'] as const;
export type Goal = (typeof goals)[number];

/** Who reads parts of a file over a link. `none`: nobody in particular, and the fastest way counts, as before readers were modelled. */
export const readerIds = ['none', 'pyarrow', 'duckdb', 'hyparquet'] as const;
export type ReaderId = (typeof readerIds)[number];

/** The gaps for which a run counts requests. */
export const gapChoices = [0, 8_192, 65_536, 1_048_576] as const;

export const situationSchema = v.strictObject({
  /** What is to be smallest: the total time, the total cost, or the size of the file. */
  goal: v.picklist(goals),
  /** Whose times count: those measured in the browser, or those expected of native libraries. */
  timesOf: v.picklist(['browser', 'native']),
  /** How often each of these is done over the life of the data. */
  writes: count,
  reads: count,
  columnReads: count,
  lookups: count,
  uploadBytesPerSecond: bytesPerSecond,
  downloadBytesPerSecond: bytesPerSecond,
  /** The time until the first byte of a request arrives. */
  latencyMs: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e6)),
  /**
   * True if the file is encoded or decoded while it is transferred, so that only the slower of the two counts. Without a reader, also if requests
   * that do not wait for one another are sent at once.
   */
  pipelined: v.boolean(),
  reader: v.optional(v.picklist(readerIds), 'none'),
  /** How many requests that do not wait for one another the reader sends at the same time. */
  requestsAtOnce: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
  /** The reader takes parts of a Parquet file in one request if at most so many bytes lie between them; 0: each row group has a request of its own. */
  gapBytes: v.optional(v.picklist(gapChoices), 65_536),
  /** True if the reader opens the file once for all reads of it. */
  keepsFooter: v.optional(v.boolean(), false),
  months: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1_200)),
  /**
   * How much of such data there is: in files like the user's own or, of generated data, in memory. It scales what the answer says, and changes neither totals nor
   * their order. Null: no more than was measured.
   */
  amountBytes: v.optional(limit, null),
  storagePerGbMonth: price,
  egressPerGb: price,
  corePerHour: price,
  /** Of requests that read, and of those that write. */
  per1000Reads: v.optional(price, 0),
  per1000Writes: v.optional(price, 0),
  /** Of each byte that is read, whether or not it leaves the data centre. */
  retrievalPerGb: v.optional(price, 0),
  /** Tools that must be able to read the file. */
  readableBy: v.pipe(v.array(v.picklist(tools)), v.maxLength(tools.length)),
  needsOneColumn: v.boolean(),
  needsOneRow: v.boolean(),
  needsEveryValue: v.boolean(),
  maxSizeBytes: limit,
  maxMemoryBytes: limit,
  maxWriteMs: limit,
});
export type Situation = v.InferOutput<typeof situationSchema>;
