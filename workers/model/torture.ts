import * as v from 'valibot';

/**
 * Results of the torture tests, which the Formats page shows: the outcome of each case of the torture table in each format and each reader
 * of users' files.
 */

const text = v.pipe(v.string(), v.maxLength(1_000));
const id = v.pipe(v.string(), v.maxLength(100));

const tortureOutcomeSchema = v.variant('outcome', [
  /** Every bit and every type was preserved. */
  v.strictObject({ outcome: v.literal('kept') }),
  /** Something was lost, as the format declares beforehand (`losses`) or as the page says when the file is opened (`notes`). */
  v.strictObject({
    outcome: v.literal('changed'),
    what: v.array(text),
    /** Number of values that changed; null if rows or columns are missing. 0 if only the type changed. */
    changedValues: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
  v.strictObject({ outcome: v.literal('refused'), reason: text }),
]);
export type TortureOutcome = v.InferOutput<typeof tortureOutcomeSchema>;

export const tortureSchema = v.strictObject({
  format: v.literal('formatlab.torture'),
  version: v.literal(1),
  cases: v.array(v.strictObject({ id, group: id, label: id })),
  systems: v.array(
    v.strictObject({
      id,
      /**
       * `format`: written and read by Formatlab. `reader`: written by the named library and read as a user's file. `reference`: written and
       * read by the named library.
       */
      kind: v.picklist(['format', 'reader', 'reference']),
      /** The key that groups the systems of one format. */
      format: id,
      label: id,
      library: text,
      /** Outcomes by case id. Cases that were not tried are missing. */
      outcomes: v.record(id, tortureOutcomeSchema),
    }),
  ),
});
export type Torture = v.InferOutput<typeof tortureSchema>;
export type TortureSystem = Torture['systems'][number];
