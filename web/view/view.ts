import * as v from 'valibot';
import { planSchema } from '../../workers/model/plan';
import { resultsViewSchema } from './results-view';
import { situationSchema } from './situation';

/** The id of a published source in an address. The page says so if there is no such source. */
export const sourceIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,40}$/, 'is not the id of a source'));

/** Everything that the user has chosen on the page. The URL's fragment contains it, so that the Back button undoes a choice. */
export const viewSchema = v.strictObject({
  page: v.picklist(['explore', 'published', 'formats', 'codecs', 'native', 'about']),
  /** The published source whose page is open. Null: the index of the sources, or another page. */
  source: v.nullable(sourceIdSchema),
  plan: planSchema,
  /** What will be done with the data. */
  situation: situationSchema,
  results: resultsViewSchema,
});
export type View = v.InferOutput<typeof viewSchema>;
