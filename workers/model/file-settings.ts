import * as v from 'valibot';

/** How the user's file is written, as far as it tells. */
export const fileSettingsSchema = v.strictObject({
  /** The program that wrote it, in its own words; null where the file names none. */
  writer: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  /** In words, in the order in which they are shown. */
  facts: v.pipe(
    v.array(
      v.strictObject({
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
        value: v.pipe(v.string(), v.maxLength(300)),
      }),
    ),
    v.maxLength(20),
  ),
});
export type FileSettings = v.InferOutput<typeof fileSettingsSchema>;
