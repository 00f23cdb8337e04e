import * as v from 'valibot';
import { operationSchema } from '../../workers/model/plan';

/** The settings with which the page shows results. The URL contains all of them. */
const scaleSchema = v.picklist(['log', 'linear']);

/** The id of a field, such as `ratio` or `option.encoding`: see `web/results/fields/`. */
const fieldId = v.pipe(v.string(), v.maxLength(100), v.regex(/^[A-Za-z][A-Za-z0-9.-]*$/, 'must be the id of a field'));

const ids = v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64));

export const resultsViewSchema = v.strictObject({
  /** The index of the plan's dataset, such as one size of a sweep, that the charts and the table show. */
  dataset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  /** The operation that the main chart shows, if its fields follow the operation. */
  operation: operationSchema,
  /** The fields of the main chart: its axes, its colours, and the panels that it is divided into (`none` for one panel). */
  xField: fieldId,
  yField: fieldId,
  colorField: fieldId,
  facetField: fieldId,
  /** True if a line joins the levels of one codec. */
  joinLevels: v.boolean(),
  /** The scale of the main chart's x axis, which shows throughput unless another field is chosen. */
  throughputScale: scaleSchema,
  /** The scale of the main chart's y axis, which shows the ratio unless another field is chosen. */
  ratioScale: scaleSchema,
  /** The scale of the bars for times. Bars for sizes always start at zero. */
  timeScale: scaleSchema,
  /** The ids of hidden formats, codecs ('none' for no codec) and levels. Empty lists show all. Hiding never changes the colours of others. */
  hiddenFormats: ids,
  hiddenCodecs: ids,
  /** Keys of the form `codec@level`, see `levelKey`. */
  hiddenLevels: ids,
  /** The `candidateKey` of the baseline that factors are taken against. Null means the uncompressed candidate. */
  baseline: v.nullable(v.pipe(v.string(), v.maxLength(1_000))),
  showPublished: v.boolean(),
  sort: v.strictObject({ column: v.pipe(v.string(), v.maxLength(64)), descending: v.boolean() }),
});
export type ResultsView = v.InferOutput<typeof resultsViewSchema>;

export const defaultResultsView: ResultsView = {
  dataset: 0,
  operation: 'encode',
  xField: 'throughput',
  yField: 'ratio',
  colorField: 'codec',
  facetField: 'none',
  joinLevels: false,
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
