import * as v from 'valibot';

/**
 * What becomes of each case of the torture table in each format and in each reader of own files, as the tests found it and the Formats page shows it.
 */

const text = v.pipe(v.string(), v.maxLength(1_000));
const id = v.pipe(v.string(), v.maxLength(100));

export const tortureOutcomeSchema = v.variant('outcome', [
  /** Every bit came back, and every type. */
  v.strictObject({ outcome: v.literal('kept') }),
  /** What came back is less, as was declared beforehand (`losses`) or said when the file was opened (`notes`). */
  v.strictObject({
    outcome: v.literal('changed'),
    what: v.array(text),
    /** Values that came back other than they went in; null where rows or columns are missing. 0: only the type is another. */
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
      /** `format`: written and read here. `reader`: written by the library named, read as a file of the user's. `reference`: written and read by the library. */
      kind: v.picklist(['format', 'reader', 'reference']),
      /** Groups the systems of one format. */
      format: id,
      label: id,
      library: text,
      /** By id of the case; a case that was not tried is missing. */
      outcomes: v.record(id, tortureOutcomeSchema),
    }),
  ),
});
export type Torture = v.InferOutput<typeof tortureSchema>;
export type TortureSystem = Torture['systems'][number];
