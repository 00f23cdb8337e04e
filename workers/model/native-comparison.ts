import * as v from 'valibot';
import { runResultSchema } from './result';

/**
 * A plan that was run in a browser and by native programs on the same machine. One file for each plan in `fixtures/native/`, made by `npm
 * run make:native`. The file holds raw samples only; web/published/native/factors.ts computes the factors from them.
 */

export const nativeComparisonFormat = 'formatlab.native';

const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The parts of a plan that two runs must share, so that their cells can be compared. */
const sameQuestion = ({ plan }: { readonly plan: v.InferOutput<typeof runResultSchema>['plan'] }) =>
  JSON.stringify([plan.datasets, plan.candidates, plan.operations, plan.effort]);

export const nativeComparisonSchema = v.pipe(
  v.strictObject({
    format: v.literal(nativeComparisonFormat),
    version: v.literal(1),
    /** Id of the source whose recipe the plan is. */
    source: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
    /** Id of the source's workload. */
    workload: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    browser: runResultSchema,
    /** If several native runs measured a cell, the first one counts. `by` is the language: “Python”, “Java”. */
    natives: v.pipe(v.array(v.strictObject({ by: label, result: runResultSchema })), v.minLength(1), v.maxLength(4)),
  }),
  v.check(
    ({ browser, natives }) => natives.every(({ result }) => sameQuestion(result) === sameQuestion(browser)),
    'has a native run of another plan than the browser’s',
  ),
  v.check(
    ({ browser, natives }) =>
      natives.every(({ result }) =>
        result.datasets.every((info, index) => {
          const here = browser.datasets[index];
          return info.status !== 'ready' || here?.status !== 'ready' || info.sha256 === here.sha256;
        }),
      ),
    'has a native run over other data than the browser’s',
  ),
);
export type NativeComparison = v.InferOutput<typeof nativeComparisonSchema>;
