import { useDeferredValue, useMemo } from 'react';
import type { Operation } from '../../workers/model/plan';
import type { Look } from '../../workers/model/statistics/looks';
import type { Situation } from '../view/situation';
import { type Answer, answerOf } from './answer';
import { type MissingOperation, missingOperations } from './card-text';
import { type Change, changesOf } from './changes';
import type { Contender, Excluded } from './contenders';
import { contendersFor, type MeasuredDataset } from './contending';
import type { Elsewhere, Times } from './elsewhere';
import { isCompared } from './native/native-contenders';
import { createReplicates } from './replicates';
import { bestOf, type RequirementChange, requirementChanges } from './requirement-changes';
import { factorOverRounds } from './round-totals';
import { type AnswerProgress, type SaidAnswer, saidAnswer } from './said-answer';
import { useContenders } from './use-contenders';

/** The answer for a situation, with what it says, what would change it, and what it leaves out. */
export interface GivenAnswer {
  readonly situation: Situation;
  readonly answer: Answer;
  /** Null without an answer. */
  readonly said: SaidAnswer | null;
  /** The figures of the situation at which another candidate wins. */
  readonly changes: readonly Change[];
  /** The further requirements with which another candidate wins. */
  readonly furtherRequirements: readonly RequirementChange[];
  readonly excluded: readonly Excluded[];
  /** The operations that the answer needs and the run did not measure, with the reason if no candidate supports one. */
  readonly missing: readonly MissingOperation[];
  readonly times: Times;
  /** What the other times say. Null if there are none. */
  readonly elsewhere: Elsewhere | null;
  /** Why the benchmarks that compare with native could not be loaded. */
  readonly benchmarkProblem: string | null;
}

export interface Asked {
  readonly measured: MeasuredDataset;
  /** The operations that the run measured. */
  readonly operations: readonly Operation[];
  /** Those of a run with a budget; null where the number of rounds was fixed. */
  readonly looks: readonly Look[] | null;
  readonly progress: AnswerProgress;
  readonly situation: Situation;
}

/** The answer for the situation. It stays the same object while nothing of it changes, and follows a slider a little later. */
export function useAnswer({ measured, operations, looks, progress, situation }: Asked): GivenAnswer {
  const { rows, candidates, schema, seed, userFile, measuredBy } = measured;
  const { running, plannedRounds, remainingMs } = progress;
  const { contenders, excluded, contendersOfSituation, wantsNative, requirements, factors, loaded } = useContenders(
    measured,
    situation,
  );
  const replicates = useMemo(() => createReplicates(seed), [seed]);
  const now = useMemo(
    () => ({ contenders, contendersOfSituation, excluded, situation, wantsNative }),
    [contenders, contendersOfSituation, excluded, situation, wantsNative],
  );
  // The card resamples, which takes longer than a frame.
  const calm = useDeferredValue(now);
  const answer = useMemo(
    () => answerOf(calm.contenders, calm.situation, { replicates, seed, looks }),
    [calm, replicates, seed, looks],
  );
  const said = useMemo(
    () =>
      saidAnswer({
        answer,
        situation: calm.situation,
        excluded: calm.excluded,
        candidates,
        schema,
        userFile,
        running,
        seed,
        plannedRounds,
        remainingMs,
      }),
    [answer, calm, candidates, schema, userFile, running, seed, plannedRounds, remainingMs],
  );
  const changes = useMemo(
    () => (running ? [] : changesOf(calm.contendersOfSituation, calm.situation, replicates)),
    [calm, replicates, running],
  );
  const furtherRequirements = useMemo(() => {
    const best = running ? null : bestOf(calm.contenders, calm.situation);
    if (best === null) return [];
    const timesOf = calm.wantsNative ? 'native' : 'browser';
    return requirementChanges(
      best,
      calm.situation,
      (changed) => contendersFor(timesOf, rows, changed, requirements, factors).contenders,
    );
  }, [calm, running, rows, requirements, factors]);
  const elsewhere = useMemo((): Elsewhere | null => {
    if (measuredBy === 'native' || calm.situation.goal === 'size' || factors.size === 0) return null;
    const other = contendersFor(calm.wantsNative ? 'browser' : 'native', rows, calm.situation, requirements, factors);
    const best = bestOf(other.contenders, calm.situation);
    const factor = factorToBest(bestOf(calm.contenders, calm.situation), best, other.contenders, calm.situation);
    if (calm.wantsNative) return best === null ? null : { best, factor, notCompared: [] };
    const notCompared = calm.contenders.filter((contender) => !isCompared(contender, factors.get(contender.row.key)));
    return { best, factor, notCompared };
  }, [calm, measuredBy, rows, requirements, factors]);
  const missing = useMemo(
    () => missingOperations(calm.situation, operations, candidates, schema),
    [calm, operations, candidates, schema],
  );
  const times = measuredBy === 'native' ? 'native' : calm.wantsNative ? 'expected' : measuredBy;
  const benchmarkProblem = loaded.status === 'failed' ? loaded.message : null;
  return useMemo(
    () => ({
      situation: calm.situation,
      answer,
      said,
      changes,
      furtherRequirements,
      excluded: calm.excluded,
      missing,
      times,
      elsewhere,
      benchmarkProblem,
    }),
    [calm, answer, said, changes, furtherRequirements, missing, times, elsewhere, benchmarkProblem],
  );
}

/** The factor of the contender to the best one, both by the times of `contenders`. Null if either has no total. */
function factorToBest(
  contender: Contender | null,
  best: Contender | null,
  contenders: readonly Contender[],
  situation: Situation,
): number | null {
  const same = contenders.find(({ row }) => row.key === contender?.row.key);
  return best === null || same === undefined ? null : factorOverRounds(same, best, situation);
}
