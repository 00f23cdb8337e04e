import { type Leading, nobodyKnows } from '../../workers/model/leading';
import type { Operation } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { looksOf } from '../../workers/model/statistics/looks';
import { resultRows } from '../figures/rows';
import { userFileOf } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { answerOf } from './answer';
import { canStillWin } from './certainty';
import { contendersOf } from './contenders';
import { requirementsOf } from './contending';
import { neededOperations } from './needed-operations';
import { createReplicates } from './replicates';
import { canFileBeAsGood } from './user-file-total';

/**
 * What can still change the answer for the situation (rule 26), of a run's first dataset: the best candidate so far, and those that are neither behind nor
 * far behind it, in the order of their totals; the operations that their totals contain; and whether the user's file can be as good. With a budget, those
 * that are settled to be as good as the best are no longer among them. Nobody knows if expected native times decide, since a single round can't settle those.
 */
export function leadingOf(result: RunResult, situation: Situation): Leading {
  const { plan, datasets } = result;
  const info = datasets[0];
  if (info?.status !== 'ready' || (situation.timesOf === 'native' && situation.goal !== 'size')) return nobodyKnows;
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
  const open = standings.filter(
    (standing) =>
      standing.verdict === 'best' ||
      canStillWin(standing) ||
      (plan.budget === undefined && standing.verdict === 'tied'),
  );
  const userFile = userFileOf(result, 0);
  const best = standings[0]?.contender;
  return {
    candidates: open.flatMap(({ contender, openBySize }) => (openBySize ? [] : [contender.row.candidate])),
    openBySize: open.flatMap(({ contender, openBySize }) => (openBySize ? [contender.row.candidate] : [])),
    operations: operationsOf(situation),
    userFile: userFile === null || best === undefined || canFileBeAsGood(userFile, best, situation),
  };
}

/** A read of one column, and look-ups, are compared with decoding the whole file, which can be faster (rule 21). Of sizes, no time is needed. */
function operationsOf(situation: Situation): readonly Operation[] {
  const needed = new Set<Operation>(neededOperations(situation));
  if (needed.has('project') || needed.has('lookup')) needed.add('decode');
  return [...needed];
}
