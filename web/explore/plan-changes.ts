import type { Plan } from '../../workers/model/plan';
import { hasSameData } from '../links/same-data';
import type { Services } from '../state/services';
import type { Situation } from '../view/situation';
import type { View } from '../view/view';
import { schemaOfPlan, viewOfData } from './plan-checks';
import { planForSituation } from './plan-for-situation';
import type { RunOfChangedData } from './run-of-changed-data';
import type { PlannedRun } from './use-planned-run';

type Change<T> = (next: T, options?: { readonly replace?: boolean }) => void;

/** How the page's plan is changed. */
export interface PlanChanges {
  readonly onPlan: Change<Plan>;
  /** Other data, with the candidates and the situation that suit them. A run of the former data ends. */
  readonly onData: Change<Plan>;
  /** Another situation, with the operations and the candidates that it needs. */
  readonly onSituation: Change<Situation>;
}

export function planChanges(
  { view: views }: Pick<Services, 'view'>,
  view: View,
  { plan, schema, ownFile, takesMs, suggesting }: PlannedRun,
  { active, runOfChangedData }: { readonly active: boolean; readonly runOfChangedData: RunOfChangedData },
): PlanChanges {
  return {
    onPlan: (next, options) => views.set({ ...views.get().view, plan: next }, options),
    onData: (next, options) => {
      if (active && !hasSameData(next, plan)) void runOfChangedData.leave().then(runOfChangedData.startSoon);
      views.set(viewOfData(views.get().view, next, schema, schemaOfPlan(next, ownFile), takesMs), options);
    },
    onSituation: (situation, options) =>
      views.set(
        { ...views.get().view, situation, plan: planForSituation(view, situation, schema, suggesting) },
        options,
      ),
  };
}
