import * as v from 'valibot';
import { planSchema } from '../../workers/model/plan';
import { resultsViewSchema } from './results-view';

/** Everything that is chosen on the page. It lives in the URL's fragment (`share/`), so that Back undoes it. */
export const viewSchema = v.strictObject({
  page: v.picklist(['explore', 'published', 'formats', 'codecs', 'about']),
  plan: planSchema,
  results: resultsViewSchema,
});
export type View = v.InferOutput<typeof viewSchema>;
