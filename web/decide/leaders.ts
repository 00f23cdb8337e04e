import type { RunResult } from '../../workers/model/result';
import { looksOf } from '../../workers/model/statistics/looks';
import { resultRows } from '../figures/rows';
import type { Situation } from '../view/situation';
import { answerOf } from './answer';
import { isSettledTie } from './certainty';
import { contendersOf } from './contenders';
import { requirementsOf } from './contending';
import { createReplicates } from './replicates';

/**
 * The candidates of a run's first dataset that can still be the best for the situation: the best so far, and those that are neither behind nor
 * far behind it (rule 26), in the order of their totals. With a budget, those that are settled to be as good as the best are no longer among them. None if expected native times decide, since a single round can't settle those.
 */
export function leadersOf(result: RunResult, situation: Situation): readonly number[] {
  const { plan, datasets } = result;
  const info = datasets[0];
  if (info?.status !== 'ready' || (situation.timesOf === 'native' && situation.goal !== 'size')) return [];
  const { contenders } = contendersOf(
    resultRows(result, true).filter(({ dataset }) => dataset === 0),
    situation,
    requirementsOf(plan.candidates, info.schema),
  );
  const { standings } = answerOf(contenders, situation, {
    replicates: createReplicates(plan.seed),
    seed: plan.seed,
    looks: looksOf(plan),
  });
  return standings.flatMap((standing) =>
    standing.verdict === 'behind' ||
    standing.verdict === 'farBehind' ||
    (plan.budget !== undefined && isSettledTie(standing))
      ? []
      : [standing.contender.row.candidate],
  );
}
