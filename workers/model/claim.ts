import * as v from 'valibot';
import { operationSchema } from './plan';
import { publishedCheckSchema } from './published';
import { quantitySchema } from './quantity';

/**
 * The claims of a published source, each a comparison of two cells, with what a run needs to test it. One file per source in
 * `fixtures/published/claims/`. Every claim is about one quotient: a quantity of one system divided by the same quantity of another.
 */

const sentence = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));
const key = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9./-]{0,79}$/, 'must be a key of letters, digits, dots, hyphens and slashes'),
);

/** One side of a claim: a system of the source on one of its workloads. A plan tests it as a cell. */
const claimSideSchema = v.strictObject({
  /** If several systems are listed, the one with the smallest quantity counts. */
  systems: v.pipe(v.array(key), v.minLength(1)),
  /** The quantity of this system is subtracted: a file's time minus the format's own time is the codec's time. Null to subtract nothing. */
  less: v.nullable(key),
  workload: key,
  /** For a time: the operations whose best samples are added up. Empty for a size. */
  operations: v.pipe(v.array(operationSchema), v.maxLength(4)),
  /** Items, as a share of the largest size that fits the time limit. 1, or less if the claim is about growth with size. */
  sizeShare: v.pipe(v.number(), v.minValue(1e-6), v.maxValue(1)),
});
export type ClaimSide = v.InferOutput<typeof claimSideSchema>;

const claimSchema = v.strictObject({
  /** The id of the claim, unique in its source. */
  id: key,
  /** The heading of the source's section, translated. */
  section: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** The claim in our words, with the source's number. */
  says: sentence,
  quantity: quantitySchema,
  of: claimSideSchema,
  than: claimSideSchema,
  /** The quotient that the source claims, computed from its printed figures: `of` divided by `than`. */
  published: v.strictObject({
    operation: publishedCheckSchema.entries.operation,
    terms: publishedCheckSchema.entries.terms,
  }),
  /**
   * - `about`: the quotient is close to the published one.
   * - `atLeast`, `atMost`: the quotient is no less, or no more, than the published one.
   * - `same`: there is no difference, whatever the last digits of the figures say.
   */
  relation: v.picklist(['about', 'atLeast', 'atMost', 'same']),
  /** The number of items that the claim names or depends on. The claim is judged at that size only. */
  atItems: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The machine that the claim names. The claim is judged only if the run's machine label contains these words. */
  machine: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  /** How our test differs from the source's experiment in a way that may matter; null if it does not. */
  note: v.nullable(sentence),
});
export type Claim = v.InferOutput<typeof claimSchema>;

const claimsFormat = 'formatlab.claims';

export const claimsSchema = v.strictObject({
  format: v.literal(claimsFormat),
  version: v.literal(1),
  /** The id of the source, three digits. */
  source: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
  claims: v.pipe(v.array(claimSchema), v.minLength(1)),
});
export type Claims = v.InferOutput<typeof claimsSchema>;
