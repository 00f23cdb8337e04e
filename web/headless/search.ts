import type { Coordinator } from '../../workers/client/coordinator';
import type { SearchPermissions, SearchPlan, TriedSetting } from '../../workers/model/column-search';
import type { Plan } from '../../workers/model/plan';
import { bestFile } from '../../workers/model/search-choice';

/** What a search did, and the smallest file that it found, written and verified. */
interface HeadlessSearch {
  readonly file: Blob;
  readonly fileName: string;
  readonly predictedBytes: number;
  readonly sizeBytes: number;
  readonly end: 'complete' | 'budget';
  /** From the first call to the end of the search, with the reading of the file. */
  readonly searchMs: number;
  /** The end of the first trial, from the first call on. */
  readonly firstTrialMs: number;
  readonly rewriteMs: number;
  readonly sampleTrials: number;
  readonly allRowsTrials: number;
  readonly order: TriedSetting['variant']['order'];
  readonly layout: TriedSetting['variant']['layout'];
  /** The chosen settings by column, with the bytes of the column and when it was found. */
  readonly columns: readonly (Pick<TriedSetting, 'column' | 'setting' | 'sizeBytes'> & { readonly atMs: number })[];
  /** The time and the predicted bytes of each file that was smaller than those before it. */
  readonly course: readonly { readonly atMs: number; readonly sizeBytes: number }[];
}

const smallest = { perByte: 1, perEncodeMs: 0, perDecodeMs: 1e-9 };
/** The course of a search is recorded at this interval. */
const courseMs = 1_000;

/** Searches the settings of the columns of a plan's first dataset, as the page does, for the smallest file. */
export async function search(
  coordinator: Coordinator,
  plan: Plan,
  ownFile: Blob | null,
  budgetMs: number,
  permissions: SearchPermissions,
): Promise<HeadlessSearch> {
  const start = performance.now();
  const trials: TriedSetting[] = [];
  const atMs = new Map<TriedSetting, number>();
  const course: { atMs: number; sizeBytes: number }[] = [];
  const plans: SearchPlan[] = [];
  let firstTrialMs = Number.NaN;
  const { end } = await coordinator.searchColumns(
    { plan, dataset: 0, ownFile, budgetMs, permissions },
    {
      signal: new AbortController().signal,
      onEvent: (event) => {
        const now = performance.now() - start;
        if (event.type === 'plan') plans.push(event.plan);
        if (event.type !== 'trial') return;
        if (Number.isNaN(firstTrialMs)) firstTrialMs = now;
        if (event.trial !== null) {
          trials.push(event.trial);
          atMs.set(event.trial, now);
        }
        const [searched] = plans;
        if (searched === undefined || now - (course.at(-1)?.atMs ?? 0) < courseMs) return;
        const file = bestFile(trials, smallest, searched);
        if (file !== null && file.sizeBytes < (course.at(-1)?.sizeBytes ?? Number.POSITIVE_INFINITY))
          course.push({ atMs: now, sizeBytes: file.sizeBytes });
      },
    },
  );
  const searchMs = performance.now() - start;
  const [searched] = plans;
  const chosen = searched === undefined ? null : bestFile(trials, smallest, searched);
  if (searched === undefined || chosen === null) throw new Error('The search found no file.');
  const { order, layout } = chosen.variant;
  // The order of the table: the trials are in the order in which they were made.
  const columns = searched.columns.flatMap((name) => chosen.trials.get(name) ?? []);
  const recipe = { order, layout, columns: columns.map(({ column: name, setting }) => ({ name, setting })) };
  const { file, fileName, sizeBytes } = await coordinator.rewriteTable(
    { plan, dataset: 0, ownFile, recipe },
    new AbortController().signal,
  );
  return {
    file,
    fileName,
    predictedBytes: chosen.sizeBytes,
    sizeBytes,
    end,
    searchMs,
    firstTrialMs,
    rewriteMs: performance.now() - start - searchMs,
    sampleTrials: trials.filter(({ allRows }) => !allRows).length,
    allRowsTrials: trials.filter(({ allRows }) => allRows).length,
    order,
    layout,
    columns: columns.map((trial) => ({
      column: trial.column,
      setting: trial.setting,
      sizeBytes: trial.sizeBytes,
      atMs: atMs.get(trial) ?? Number.NaN,
    })),
    course,
  };
}
