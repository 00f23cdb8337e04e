import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { efforts } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { looksOf } from '../../workers/model/statistics/looks';
import type { Standing } from '../decide/answer';
import { Decision } from '../decide/Decision';
import type { FurtherRun } from '../decide/MeasureOn';
import { type ProgressStore, useIsFirstAnswerDue, useRemainingMs } from '../state/progress-store';
import type { ShownRun } from '../state/shown-run';
import type { Situation } from '../view/situation';
import { RunWarnings } from './RunWarnings';
import type { SituationTabProps } from './tab-props';
import { useMeasuredDataset } from './use-measured-dataset';
import { useShownRows } from './use-shown-rows';

interface AnswerTabProps extends SituationTabProps {
  /** How far the run is. Absent where none can be in progress. */
  readonly progress?: ProgressStore | null;
  /** What else stands in the card's menu. */
  readonly more?: ReactNode;
  /** Encodes a candidate's file again and downloads it. Null where no file is offered. */
  readonly onEncodedFile: ((dataset: number, candidate: number) => Promise<void>) | null;
  /** What stands below the bars once the run has ended: the best settings by column, as predicted. Absent or null where nothing does. */
  readonly predictedOf?: PredictedOf | null;
  /** How the run goes on once it has ended. Absent or null where it can't. */
  readonly further?: FurtherRun | null;
}

export type PredictedOf = (result: RunResult, standings: readonly Standing[], situation: Situation) => ReactNode;

/** The answer of a run for a situation, and the warnings that say how reliable it is. */
export default function AnswerTab({
  shown: measuring,
  view,
  situation,
  onSituation,
  imported,
  progress: store = null,
  more = null,
  onEncodedFile,
  predictedOf = null,
  further = null,
}: AnswerTabProps) {
  const shown = useEndedBefore(measuring);
  const goesOn = shown !== measuring;
  const { result, running } = shown;
  const { plan } = result;
  const rows = useShownRows(shown, view);
  const measured = useMeasuredDataset(shown, rows, imported);
  const remainingMs = useRemainingMs(store);
  const isDue = useIsFirstAnswerDue(store);
  const plannedRounds = plan.budget === undefined ? efforts[plan.effort].rounds : null;
  const progress = useMemo(
    () => ({ running, goesOn, plannedRounds, remainingMs, isDue }),
    [running, goesOn, plannedRounds, remainingMs, isDue],
  );
  const { dataset } = rows.view;
  const onDownload = useCallback(
    async (candidate: number) => onEncodedFile?.(dataset, candidate),
    [onEncodedFile, dataset],
  );
  const predicted = useMemo(
    () =>
      predictedOf === null || running || goesOn
        ? null
        : (standings: readonly Standing[], judged: Situation) => predictedOf(result, standings, judged),
    [predictedOf, running, goesOn, result],
  );
  return (
    <>
      <Decision
        measured={measured}
        operations={rows.operations}
        looks={looksOf(plan)}
        notes={rows.notes}
        progress={progress}
        situation={situation}
        onSituation={onSituation}
        onDownload={onEncodedFile === null ? null : onDownload}
        more={more}
        further={running || goesOn ? null : further}
        predicted={predicted}
      />
      <RunWarnings warnings={result.warnings} />
    </>
  );
}

/** The run, or, while one that had ended goes on, what it was before: its answer stands until that of all rounds is there. */
function useEndedBefore(shown: ShownRun): ShownRun {
  const [ended, setEnded] = useState(shown);
  if (!shown.running && ended !== shown) setEnded(shown);
  const goesOn =
    shown.running &&
    !ended.running &&
    ended.result.finishedAt !== null &&
    ended.result.startedAt === shown.result.startedAt;
  return goesOn ? ended : shown;
}
