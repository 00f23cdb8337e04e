import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate, Operation } from '../../workers/model/plan';
import type { Look } from '../../workers/model/statistics/looks';
import type { Tool } from '../../workers/model/tools';
import type { ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { answerOf } from './answer';
import { answerId } from './answer-id';
import { AnswerCard, type Elsewhere } from './AnswerCard';
import { BreakEven } from './BreakEven';
import { changesOf } from './changes';
import { awaitedCount, type Contender, contenderSituation, contendersOf, type Requirements } from './contenders';
import { neededOperations } from './needed-operations';
import styles from './Decision.module.css';
import { isCompared, nativeContenders, nativeFactorsOf } from './native/native-contenders';
import type { NativeFactors } from './native/native-factors';
import { useBenchmarks } from './native/use-benchmarks';
import { createReplicates } from './replicates';
import { unreadableReason } from './readers';
import { bestOf, requirementChanges } from './requirement-changes';
import { factorOverRounds } from './round-totals';
import { saidAnswer } from './said-answer';
import { useStable } from './use-stable';

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
  /** The rounds of a run with a fixed number of them. Null if a budget decides. */
  readonly plannedRounds: number | null;
  /** The time until the run ends. Absent or null if it has ended, or if that is not known. */
  readonly remainingMs?: number | null;
  readonly running: boolean;
  readonly userFile: UserFile | null;
  readonly measuredBy: MeasuredBy;
  /** The factors to native runs that the user imported, by the row’s key. They go before those of the benchmarks. */
  readonly importedFactors: ReadonlyMap<string, NativeFactors>;
  readonly situation: Situation;
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
}

/** Where the times are from: this browser, a browser elsewhere, or native libraries, whose figures were imported. */
export type MeasuredBy = 'here' | 'elsewhere' | 'native';

/** Time after the last change by a slider until the page stores the situation, ms. */
const storeAfterMs = 200;

/** The answer for the situation, and how it depends on the situation's figures. */
export function Decision({
  rows,
  candidates,
  schema,
  notes,
  operations,
  seed,
  looks,
  plannedRounds,
  remainingMs = null,
  running,
  userFile,
  measuredBy,
  importedFactors,
  situation: stored,
  onSituation,
}: DecisionProps) {
  const { situation, onDraft } = useDraft(stored, onSituation);
  const requirements = useMemo(
    () => ({
      candidates,
      unreadableReason: (candidate: Candidate, tool: Tool) => unreadableReason(candidate, tool, schema),
      unsupportedReason: (candidate: Candidate, operation: Operation) =>
        whyOperationUnsupported(operation, [candidate], schema),
    }),
    [candidates, schema],
  );
  const loaded = useBenchmarks();
  const benchmarks = loaded.status === 'loaded' && measuredBy !== 'native' ? loaded.benchmarks : null;
  const factors = useMemo(() => {
    if (measuredBy === 'native' || schema === null) return noFactors;
    const ofBenchmarks = benchmarks === null ? [] : nativeFactorsOf(rows, candidates, schema.kind, benchmarks);
    const all = new Map(ofBenchmarks);
    for (const [key, own] of importedFactors) all.set(key, { ...all.get(key), ...own });
    return all;
  }, [measuredBy, benchmarks, rows, candidates, schema, importedFactors]);
  const wantsNative = situation.timesOf === 'native' && measuredBy !== 'native' && situation.goal !== 'size';
  // Most movements of a slider leave the contenders as they are, and with them the lines of the chart.
  const required = useStable(contenderSituation(situation));
  const { contenders, excluded } = useMemo(
    () => contendersFor(wantsNative ? 'native' : 'browser', rows, required, requirements, factors),
    [wantsNative, rows, required, requirements, factors],
  );
  const contendersOfSituation = useCallback(
    (changed: Situation) =>
      contendersFor(wantsNative ? 'native' : 'browser', rows, contenderSituation(changed), requirements, factors)
        .contenders,
    [wantsNative, rows, requirements, factors],
  );
  const replicates = useMemo(() => createReplicates(seed), [seed]);
  // The card resamples, which takes longer than a frame, so it follows a slider once that rests.
  const isDraft = situation !== stored;
  const now = useMemo(
    () => ({ contenders, contendersOfSituation, excluded, situation, wantsNative }),
    [contenders, contendersOfSituation, excluded, situation, wantsNative],
  );
  const [settled, setSettled] = useState(now);
  if (!isDraft && settled !== now) setSettled(now);
  const calm = useDeferredValue(settled);
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
    (timesOf: Situation['timesOf']) => onSituation({ ...stored, timesOf }),
    [stored, onSituation],
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
        userFile={userFile}
        times={measuredBy === 'native' ? 'native' : calm.wantsNative ? 'expected' : measuredBy}
        elsewhere={elsewhere}
        benchmarkProblem={loaded.status === 'failed' ? loaded.message : null}
        onTimes={measuredBy === 'native' || situation.goal === 'size' ? null : onTimes}
        candidates={candidates}
        said={said}
        schema={schema}
        notes={notes}
      />
      {contenders.length > 1 && situation.goal !== 'size' && awaitedCount(excluded, running) === 0 && (
        <BreakEven
          contenders={contenders}
          contendersOfSituation={contendersOfSituation}
          situation={situation}
          userFile={userFile}
          replicates={replicates}
          isDraft={isDraft}
          onDraft={onDraft}
        />
      )}
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

const noFactors: ReadonlyMap<string, NativeFactors> = new Map();

/** The contenders with the times of the browser, or with those that native libraries are expected to take. */
function contendersFor(
  timesOf: Situation['timesOf'],
  rows: readonly ResultRow[],
  situation: Situation,
  requirements: Requirements,
  factors: ReadonlyMap<string, NativeFactors>,
) {
  const measured = contendersOf(rows, { ...situation, timesOf }, requirements);
  if (timesOf === 'browser') return measured;
  const native = nativeContenders(measured.contenders, situation, factors);
  return { contenders: native.contenders, excluded: [...native.excluded, ...measured.excluded] };
}

/** The situation while a slider moves. It is stored in the address once the slider rests. */
function useDraft(stored: Situation, onSituation: DecisionProps['onSituation']) {
  const [draft, setDraft] = useState<{ readonly of: Situation; readonly value: Situation } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const onDraft = useCallback(
    (value: Situation) => {
      setDraft({ of: stored, value });
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(() => onSituation(value, { replace: true }), storeAfterMs);
    },
    [stored, onSituation],
  );
  // A draft made from an earlier situation no longer counts once another one is stored.
  return { situation: draft !== null && draft.of === stored ? draft.value : stored, onDraft };
}
