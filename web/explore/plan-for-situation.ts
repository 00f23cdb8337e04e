import type { DatasetSchema } from '../../workers/model/dataset';
import { operations, type Plan } from '../../workers/model/plan';
import { neededOperations } from '../decide/needed-operations';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { Goal, Situation } from '../view/situation';
import type { View } from '../view/view';
import { type Suggesting, withSuggestedCandidates } from './plan-checks';

/**
 * The plan after the user has chosen another situation. One that reads single columns or looks up rows has these operations measured, if a candidate
 * supports them. One whose goal is a small file has candidates suggested for it.
 */
export function planForSituation(
  { plan, situation: before }: Pick<View, 'plan' | 'situation'>,
  situation: Situation,
  schema: DatasetSchema | null,
  suggesting: (goal: Goal) => Suggesting,
): Plan {
  const wanted = neededOperations(situation).filter(
    (operation) =>
      !plan.operations.includes(operation) && whyOperationUnsupported(operation, plan.candidates, schema) === null,
  );
  const chosen = operations.filter((each) => plan.operations.includes(each) || wanted.some((one) => one === each));
  const next = wanted.length === 0 ? plan : { ...plan, operations: chosen };
  const { goal } = situation;
  return goal === before.goal ? next : withSuggestedCandidates(next, schema, schema, suggesting(goal));
}
