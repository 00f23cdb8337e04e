import * as v from 'valibot';

/** The settings with which the user's file was written, as far as the file states them. */
export const fileSettingsSchema = v.strictObject({
  /** The program that wrote the file, as the file names it; null if it names none. */
  writer: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  /** The settings in words, in the order in which the page shows them. */
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
