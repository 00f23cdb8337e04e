import * as v from 'valibot';

/** The quantity that a claim compares: file size in bytes, or time. */
export const quantitySchema = v.picklist(['size', 'time']);
export type Quantity = v.InferOutput<typeof quantitySchema>;
