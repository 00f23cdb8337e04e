import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Situation } from '../view/situation';
import { BreakEven } from './BreakEven';
import { awaitedCount } from './contenders';
import type { MeasuredDataset } from './contending';
import { createReplicates } from './replicates';
import { useContenders } from './use-contenders';

interface BreakEvenPartProps {
  readonly measured: MeasuredDataset;
  readonly running: boolean;
  readonly situation: Situation;
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
}

/** Time after the last change by a slider until the page stores the situation, ms. */
const storeAfterMs = 200;

/** How the totals depend on a figure of the situation. Nothing until every candidate is measured, or where no time counts. */
export function BreakEvenPart({ measured, running, situation: stored, onSituation }: BreakEvenPartProps) {
  const { seed, userFile } = measured;
  const { situation, onDraft } = useDraft(stored, onSituation);
  const { contenders, excluded, contendersOfSituation } = useContenders(measured, situation);
  const replicates = useMemo(() => createReplicates(seed), [seed]);
  if (contenders.length < 2 || situation.goal === 'size' || awaitedCount(excluded, running) > 0) return null;
  return (
    <BreakEven
      contendersOfSituation={contendersOfSituation}
      situation={situation}
      userFile={userFile}
      replicates={replicates}
      isDraft={situation !== stored}
      onDraft={onDraft}
    />
  );
}

/** The situation while a slider moves. It is stored in the address once the slider rests. */
function useDraft(stored: Situation, onSituation: BreakEvenPartProps['onSituation']) {
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
