import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate, Operation } from '../../workers/model/plan';
import type { Look } from '../../workers/model/statistics/looks';
import type { ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { answerOf } from './answer';
import { answerId } from './answer-id';
import { AnswerCard } from './AnswerCard';
import { changesOf } from './changes';
import type { Contender } from './contenders';
import { neededOperations } from './needed-operations';
import styles from './Decision.module.css';
import type { Elsewhere } from './elsewhere';
import { isCompared } from './native/native-contenders';
import type { NativeFactors } from './native/native-factors';
import { createReplicates } from './replicates';
import { bestOf, requirementChanges } from './requirement-changes';
import { factorOverRounds } from './round-totals';
import { saidAnswer } from './said-answer';
import { contendersFor, type MeasuredBy, useContenders } from './use-contenders';

interface DecisionProps {
  /** The rows of one dataset. */
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  readonly schema: DatasetSchema | null;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
  /** The operations that the run measured. */
  readonly operations: readonly Operation[];
  readonly seed: number;
  /** Those of a run with a budget; null where the number of rounds was fixed. */
  readonly looks: readonly Look[] | null;
  /** The rounds of a run with a fixed number of them. Absent or null if a budget decides. */
  readonly plannedRounds?: number | null;
  /** The time until the run ends. Absent or null if it has ended, or if that is not known. */
  readonly remainingMs?: number | null;
  readonly running: boolean;
  /** True if a run that goes on has measured for so long that an answer need not wait for all candidates. */
  readonly isDue?: boolean;
  readonly userFile: UserFile | null;
  readonly measuredBy: MeasuredBy;
  /** The factors to native runs that the user imported, by the row’s key. They go before those of the benchmarks. */
  readonly importedFactors: ReadonlyMap<string, NativeFactors>;
  readonly situation: Situation;
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
  /**
   * Encodes a candidate's file again and downloads it. Absent or null where that is not possible.
   *
   * @throws {FormatlabError} If the file can't be made.
   */
  readonly onDownload?: ((candidate: number) => Promise<void>) | null;
  /** What else stands in the card's menu, such as sharing and saving. */
  readonly more?: ReactNode;
}

/** The answer for the situation. */
export function Decision({
  rows,
  candidates,
  schema,
  notes,
  operations,
  seed,
  looks,
  plannedRounds = null,
  remainingMs = null,
  isDue = false,
  running,
  userFile,
  measuredBy,
  importedFactors,
  situation,
  onSituation,
  onDownload = null,
  more = null,
}: DecisionProps) {
  const { contenders, excluded, contendersOfSituation, wantsNative, requirements, factors, loaded } = useContenders(
    { rows, candidates, schema, measuredBy, importedFactors },
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
  /** What the other times say, if there are any. */
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
    () =>
      neededOperations(calm.situation)
        .filter((operation) => !operations.includes(operation))
        .map((operation) => ({ operation, unsupported: whyOperationUnsupported(operation, candidates, schema) })),
    [calm, operations, candidates, schema],
  );
  const onTimes = useCallback(
    (timesOf: Situation['timesOf']) => onSituation({ ...situation, timesOf }),
    [situation, onSituation],
  );
  return (
    <section className={styles.decision} aria-label="Answer" id={answerId} tabIndex={-1}>
      <AnswerCard
        answer={answer}
        changes={changes}
        furtherRequirements={furtherRequirements}
        excluded={calm.excluded}
        situation={calm.situation}
        missing={missing}
        running={running}
        isDue={isDue}
        userFile={userFile}
        times={measuredBy === 'native' ? 'native' : calm.wantsNative ? 'expected' : measuredBy}
        elsewhere={elsewhere}
        benchmarkProblem={loaded.status === 'failed' ? loaded.message : null}
        onTimes={measuredBy === 'native' || situation.goal === 'size' ? null : onTimes}
        candidates={candidates}
        said={said}
        schema={schema}
        notes={notes}
        onDownload={onDownload}
        more={more}
      />
    </section>
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
