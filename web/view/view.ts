import * as v from 'valibot';
import { planSchema } from '../../workers/model/plan';
import { resultsViewSchema } from './results-view';
import { situationSchema } from './situation';

/** Everything that the user has chosen on the page. The URL's fragment contains it, so that the Back button undoes a choice. */
export const viewSchema = v.strictObject({
  page: v.picklist(['explore', 'published', 'formats', 'codecs', 'about']),
  plan: planSchema,
  /** What will be done with the data. */
  situation: situationSchema,
  results: resultsViewSchema,
});
export type View = v.InferOutput<typeof viewSchema>;
