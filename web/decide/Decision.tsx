import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate, Operation } from '../../workers/model/plan';
import type { Tool } from '../../workers/model/tools';
import type { ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { answerOf } from './answer';
import { AnswerCard } from './AnswerCard';
import { BreakEven } from './BreakEven';
import { changesOf } from './changes';
import { contendersOf, neededOperations } from './contenders';
import styles from './Decision.module.css';
import { createReplicates } from './replicates';
import { unreadableReason } from './readers';

interface DecisionProps {
  /** The rows of one dataset. */
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  readonly schema: DatasetSchema | null;
  /** The operations that the run measured. */
  readonly operations: readonly Operation[];
  readonly seed: number;
  readonly running: boolean;
  readonly userFile: UserFile | null;
  readonly situation: Situation;
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
}

/** Time after the last change by a slider until the page stores the situation, ms. */
const storeAfterMs = 200;

/** The answer for the situation, and how it depends on the situation's figures. */
export function Decision({
  rows,
  candidates,
  schema,
  operations,
  seed,
  running,
  userFile,
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
  const { contenders, excluded } = useMemo(
    () => contendersOf(rows, situation, requirements),
    [rows, situation, requirements],
  );
  const replicates = useMemo(() => createReplicates(seed), [seed]);
  // The card resamples, which takes longer than a frame, so it follows a slider a little later than the chart.
  const calm = useDeferredValue(
    useMemo(() => ({ contenders, excluded, situation }), [contenders, excluded, situation]),
  );
  const answer = useMemo(
    () => answerOf(calm.contenders, calm.situation, { replicates, seed }),
    [calm, replicates, seed],
  );
  const changes = useMemo(
    () => (running ? [] : changesOf(calm.contenders, calm.situation, replicates)),
    [calm, replicates, running],
  );
  const missing = useMemo(
    () =>
      neededOperations(calm.situation)
        .filter((operation) => !operations.includes(operation))
        .map((operation) => ({ operation, unsupported: whyOperationUnsupported(operation, candidates, schema) })),
    [calm, operations, candidates, schema],
  );
  return (
    <section className={styles.decision} aria-label="Answer">
      <AnswerCard
        answer={answer}
        changes={changes}
        excluded={calm.excluded}
        situation={calm.situation}
        missing={missing}
        running={running}
        userFile={userFile}
        candidates={candidates}
        schema={schema}
      />
      {contenders.length > 1 && situation.goal !== 'size' && (
        <BreakEven contenders={contenders} situation={situation} replicates={replicates} onDraft={onDraft} />
      )}
    </section>
  );
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
