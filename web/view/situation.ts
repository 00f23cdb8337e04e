import * as v from 'valibot';
import { tools } from '../../workers/model/tools';

/** What will be done with the data. The answer is the best candidate for it. The URL contains the situation. */

const count = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9));
const price = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e6));
/** From 1 byte to 1 TB a second. Null: there is no link, and the transfer takes no time. */
const bytesPerSecond = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(1e12)));
const limit = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(1e15)));

export const goals = ['time', 'money', 'size'] as const;
export type Goal = (typeof goals)[number];

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
   * True if the file is encoded or decoded while it is transferred, so that only the slower of the two counts, and if requests that do not wait
   * for one another are sent at once.
   */
  pipelined: v.boolean(),
  months: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1_200)),
  storagePerGbMonth: price,
  egressPerGb: price,
  corePerHour: price,
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
