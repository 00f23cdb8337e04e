import { searchBudgetMs } from '../../workers/model/budget';
import { candidateOf, type SearchEvent, type SearchPlan, type TriedSetting } from '../../workers/model/column-search';
import { FormatlabError, toErrorRecord } from '../../workers/model/errors';
import { wantedColumnIndex } from '../../workers/model/operation-choices';
import { type Candidate, candidateKey, type Plan } from '../../workers/model/plan';
import { bestFileWithin, type FoundFile } from '../../workers/model/search-choice';
import { checkCandidate } from '../../workers/registry/check-plan';
import type { OwnFile } from '../state/own-file';
import type { PreparedRun, RunCoordinator } from '../state/run-controller';
import type { Situation } from '../view/situation';
import { keepRunSearch, runPermissions } from './run-search';
import { aimOf, limitsOf } from './search-goals';

/** A search ends with its time. If its workers do not, it is ended this much later, in milliseconds. */
const graceMs = 2_000;

interface RunToPrepare {
  readonly plan: Plan;
  readonly ownFile: OwnFile | null;
  readonly situation: Situation;
}

/** The best file for the situation of what was tried. Null if not all columns were tried on all rows. */
export function bestForSituation(
  trials: readonly TriedSetting[],
  search: SearchPlan,
  situation: Situation,
  plan: Pick<Plan, 'projectColumn'>,
): FoundFile | null {
  const readColumn = search.columns[wantedColumnIndex(plan.projectColumn, search.columns)] ?? null;
  const aim = aimOf('situation', situation, readColumn, search);
  return bestFileWithin(trials, aim, limitsOf(situation, null), search)?.file ?? null;
}

/** The candidate that writes a file which was found in the order of the data and with its types. */
export function candidateOfFound({ trials, variant }: FoundFile): Candidate {
  const settings = new Map([...trials].map(([name, { setting }]) => [name, setting]));
  return checkCandidate(candidateOf(settings, variant.layout));
}

/**
 * The stage of a run before its rounds: searches the best settings of each column for its share of the budget, and adds the best file for the
 * situation to the plan. A search that fails leaves the plan as it is.
 * @throws `cancelled` if the run is stopped meanwhile
 */
export async function searchForRun(
  { plan, ownFile, situation }: RunToPrepare,
  coordinator: Pick<RunCoordinator, 'searchColumns'>,
  signal: AbortSignal,
): Promise<PreparedRun> {
  const { budget } = plan;
  if (budget === undefined) throw new RangeError('A run that searches first has a budget.');
  const budgetMs = searchBudgetMs(budget);
  const trials: TriedSetting[] = [];
  let search: SearchPlan | null = null;
  let startMs: number | null = null;
  const onEvent = (event: SearchEvent) => {
    // The budget begins when the data can be read, as that of the rounds does.
    startMs ??= performance.now();
    if (event.type === 'plan') search = event.plan;
    else if (event.type === 'trial' && event.trial !== null) trials.push(event.trial);
  };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), budgetMs + graceMs);
  const request = { plan, dataset: 0, ownFile, budgetMs, permissions: runPermissions };
  let end: 'complete' | 'budget' = 'budget';
  let error: ReturnType<typeof toErrorRecord> | null = null;
  try {
    ({ end } = await coordinator.searchColumns(request, { signal: AbortSignal.any([signal, late.signal]), onEvent }));
  } catch (thrown) {
    if (!late.signal.aborted) error = toErrorRecord(thrown, { tag: 'internal', stage: 'encode' });
  } finally {
    clearTimeout(timer);
  }
  if (signal.aborted)
    throw new FormatlabError({ tag: 'cancelled', stage: 'load', message: 'The run was stopped before it began.' });
  const spentMs = startMs === null ? 0 : performance.now() - startMs;
  const found = search === null ? null : bestForSituation(trials, search, situation, plan);
  keepRunSearch({ plan, ownFile, search, trials, end, error, measured: found === null ? [] : [found] });
  const candidate = found === null ? null : candidateOfFound(found);
  const isKnown = candidate === null || plan.candidates.some((each) => candidateKey(each) === candidateKey(candidate));
  return {
    plan: isKnown ? plan : { ...plan, candidates: [...plan.candidates, { ...candidate, foundByColumn: true }] },
    spentMs,
  };
}
