import * as v from 'valibot';
import { operationSchema } from './plan';
import { publishedCheckSchema } from './published';

/**
 * Claims of a published source as comparisons of cells, with what it takes to test each here. One file per source in `fixtures/published/claims/`. Every claim is about one
 * quotient: a quantity of one system over the same quantity of another.
 */

const sentence = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));
const key = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9./-]{0,79}$/, 'must be a key of letters, digits, dots, hyphens and slashes'),
);

/** What is compared: bytes, which need no clock, or times. */
export const quantitySchema = v.picklist(['size', 'time']);
export type Quantity = v.InferOutput<typeof quantitySchema>;

/** A system of the source on one of its workloads: a cell, once a plan tests it. */
export const claimSideSchema = v.strictObject({
  /** Of several the one with the least of the quantity. */
  systems: v.pipe(v.array(key), v.minLength(1)),
  /** The quantity of this system is taken off: what is left of a file's time is its codec's. Null for the whole. */
  less: v.nullable(key),
  workload: key,
  /** Of a time: those of these operations together, each at its best sample. Of a size none. */
  operations: v.pipe(v.array(operationSchema), v.maxLength(4)),
  /**
   * Items, as a share of what the time allows: 1, and less where a claim is about how something grows with them.
   */
  sizeShare: v.pipe(v.number(), v.minValue(1e-6), v.maxValue(1)),
});
export type ClaimSide = v.InferOutput<typeof claimSideSchema>;

export const claimSchema = v.strictObject({
  /** Unique in the source. */
  id: key,
  /** Where it stands: the section's heading, translated. */
  section: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** In our words, with the source's number. */
  says: sentence,
  quantity: quantitySchema,
  of: claimSideSchema,
  than: claimSideSchema,
  /** The quotient that the source claims, computed from its printed figures: `of` over `than`. */
  published: v.strictObject({
    operation: publishedCheckSchema.entries.operation,
    terms: publishedCheckSchema.entries.terms,
  }),
  /**
   * - `about`: the quotient is that.
   * - `atLeast`, `atMost`: it is no less, or no more.
   * - `same`: there is no difference, whatever the figures' last digits.
   */
  relation: v.picklist(['about', 'atLeast', 'atMost', 'same']),
  /** Items that the claim is about, where it names them or its quotient follows from them: it is judged at that size alone. */
  atItems: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The machine that the claim is about, where it names one: it is judged only where the run's environment has these words in the machine's label. */
  machine: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  /** What differs here from the source's experiment in a way that may matter; null where nothing does. */
  note: v.nullable(sentence),
});
export type Claim = v.InferOutput<typeof claimSchema>;

export const claimsFormat = 'formatlab.claims';

export const claimsSchema = v.strictObject({
  format: v.literal(claimsFormat),
  version: v.literal(1),
  /** Id of the source. */
  source: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
  claims: v.pipe(v.array(claimSchema), v.minLength(1)),
});
export type Claims = v.InferOutput<typeof claimsSchema>;
