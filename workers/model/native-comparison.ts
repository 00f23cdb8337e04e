import * as v from 'valibot';
import { runResultSchema } from './result';

/**
 * A plan run in a browser and by native programs on the same machine. One file for each plan in `fixtures/native/`, made by `npm run make:native`; nothing in it is computed:
 * factors are a pure function of the raw samples of the runs (web/published/native/factors.ts).
 */

export const nativeComparisonFormat = 'formatlab.native';

const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** What two runs must have in common, so that cell stands beside cell. */
const sameQuestion = ({ plan }: { readonly plan: v.InferOutput<typeof runResultSchema>['plan'] }) =>
  JSON.stringify([plan.datasets, plan.candidates, plan.operations, plan.effort]);

export const nativeComparisonSchema = v.pipe(
  v.strictObject({
    format: v.literal(nativeComparisonFormat),
    version: v.literal(1),
    /** Whose recipe it is. */
    source: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
    /** Of the source. */
    workload: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    browser: runResultSchema,
    /** Of a cell that several of them measured, the first's figures stand. `by`: “Python”, “Java”. */
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
