import * as v from 'valibot';

/** In the metadata of a sample that was fetched of a Parquet file at an address: what the whole file has. */
export const sampleOriginKey = 'formatlab:sample-of';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const originSchema = v.strictObject({
  rows: count,
  rowGroups: count,
  /** The bytes of the fetched columns in all row groups, and of the footer. */
  bytes: count,
});

/** What the file has of which another one is a sample. */
export type SampleOrigin = v.InferOutput<typeof originSchema>;

/** What the metadata of a file say of the whole of which it is a sample. Null if they don't say that it is one. */
export function originOfSample(
  entries: readonly { readonly key: string; readonly value?: string | undefined }[] | undefined,
): SampleOrigin | null {
  const value = entries?.find(({ key }) => key === sampleOriginKey)?.value;
  if (value === undefined) return null;
  try {
    return v.parse(originSchema, JSON.parse(value));
  } catch {
    // Another program wrote something else by this name.
    return null;
  }
}
