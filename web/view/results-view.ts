import * as v from 'valibot';
import { operationSchema } from '../../workers/model/plan';

/** How results are looked at. All of it is in the URL. */
export const scaleSchema = v.picklist(['log', 'linear']);

const ids = v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64));

export const resultsViewSchema = v.strictObject({
  /** Index into the plan's datasets: which size of a sweep the charts and the table show. */
  dataset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  /** Whose throughput the scatter's axis shows. */
  operation: operationSchema,
  throughputScale: scaleSchema,
  ratioScale: scaleSchema,
  /** Of the bars of times; sizes are always from zero. */
  timeScale: scaleSchema,
  /** What is hidden, by id ('none' for no codec); empty shows all. Filters never change a colour. */
  hiddenFormats: ids,
  hiddenCodecs: ids,
  /** `codec@level`, see `levelKey`. */
  hiddenLevels: ids,
  /** candidateKey of the baseline that factors are taken against; null is the uncompressed one. */
  baseline: v.nullable(v.pipe(v.string(), v.maxLength(1_000))),
  showPublished: v.boolean(),
  sort: v.strictObject({ column: v.pipe(v.string(), v.maxLength(64)), descending: v.boolean() }),
});
export type ResultsView = v.InferOutput<typeof resultsViewSchema>;

export const defaultResultsView: ResultsView = {
  dataset: 0,
  operation: 'encode',
  throughputScale: 'log',
  ratioScale: 'log',
  timeScale: 'log',
  hiddenFormats: [],
  hiddenCodecs: [],
  hiddenLevels: [],
  baseline: null,
  showPublished: true,
  sort: { column: 'ratio', descending: true },
};
