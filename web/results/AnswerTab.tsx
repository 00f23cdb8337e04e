import { type ReactNode, useCallback, useMemo } from 'react';
import { efforts } from '../../workers/model/plan';
import { looksOf } from '../../workers/model/statistics/looks';
import { Decision } from '../decide/Decision';
import { importedFactorsOf } from '../decide/native/imported-factors';
import { type ProgressStore, useIsFirstAnswerDue, useRemainingMs } from '../state/progress-store';
import { measuredBy } from './measured-by';
import { RunWarnings } from './RunWarnings';
import type { SituationTabProps } from './tab-props';
import { useShownRows } from './use-shown-rows';

interface AnswerTabProps extends SituationTabProps {
  /** How far the run is. Absent where none can be in progress. */
  readonly progress?: ProgressStore | null;
  /** What else stands in the card's menu. */
  readonly more?: ReactNode;
  /** Encodes a candidate's file again and downloads it. Null where no file is offered. */
  readonly onEncodedFile: ((dataset: number, candidate: number) => Promise<void>) | null;
}

/** The answer of a run for a situation, and the warnings that say how reliable it is. */
export default function AnswerTab({
  shown,
  view: given,
  situation,
  onSituation,
  imported,
  progress = null,
  more = null,
  onEncodedFile,
}: AnswerTabProps) {
  const { result, running } = shown;
  const { plan, view, rows, operations, schema, notes, userFile } = useShownRows(shown, given);
  const factors = useMemo(
    () => importedFactorsOf(imported, result, rows, view.dataset),
    [imported, result, rows, view.dataset],
  );
  const { dataset } = view;
  const onDownload = useCallback(
    async (candidate: number) => onEncodedFile?.(dataset, candidate),
    [onEncodedFile, dataset],
  );
  return (
    <>
      <Decision
        rows={rows}
        candidates={plan.candidates}
        schema={schema}
        notes={notes}
        operations={operations}
        seed={plan.seed}
        looks={looksOf(plan)}
        plannedRounds={plan.budget === undefined ? efforts[plan.effort].rounds : null}
        running={running}
        remainingMs={useRemainingMs(progress)}
        isDue={useIsFirstAnswerDue(progress)}
        more={more}
        userFile={userFile}
        measuredBy={measuredBy(shown)}
        importedFactors={factors}
        situation={situation}
        onSituation={onSituation}
        onDownload={onEncodedFile === null ? null : onDownload}
      />
      <RunWarnings warnings={result.warnings} />
    </>
  );
}
