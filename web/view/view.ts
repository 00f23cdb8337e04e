import * as v from 'valibot';
import { planSchema } from '../../workers/model/plan';
import { resultsViewSchema } from './results-view';
import { situationSchema } from './situation';

/** The id of a published source in an address. The page says so if there is no such source. */
export const sourceIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,40}$/, 'is not the id of a source'));

/** The tabs over the results. */
const resultTabs = ['answer', 'compare', 'columns', 'bytes', 'details'] as const;
export type ResultTab = (typeof resultTabs)[number];

/** The panels that open over the page: how the data is read, the figures of the situation, and what is measured. */
export const drawers = ['data', 'situation', 'plan'] as const;
export type DrawerId = (typeof drawers)[number];

/** Everything that the user has chosen on the page. The URL's fragment contains it, so that the Back button undoes a choice. */
export const viewSchema = v.strictObject({
  page: v.picklist(['explore', 'published', 'formats', 'codecs', 'native', 'about']),
  /** The published source whose page is open. Null: the index of the sources, or another page. */
  source: v.nullable(sourceIdSchema),
  plan: planSchema,
  /** What will be done with the data. */
  situation: situationSchema,
  results: resultsViewSchema,
  /** The tab of the results that is open. */
  tab: v.picklist(resultTabs),
  /** The panel that is open over the page. */
  drawer: v.nullable(v.picklist(drawers)),
});
export type View = v.InferOutput<typeof viewSchema>;
