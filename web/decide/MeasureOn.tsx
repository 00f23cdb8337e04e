import type { Candidate } from '../../workers/model/plan';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import { nextLook } from '../../workers/model/statistics/looks';
import { formatMs } from '../figures/figures';
import { Button } from '../ui/Button';
import { canStillWin } from './certainty';
import { unmeasuredStatuses } from './said-answer';
import type { GivenAnswer } from './use-answer';

/** What a run that has ended measures when it goes on. */
interface FurtherWork {
  /** Measured for the first time. */
  readonly unmeasured: readonly Candidate[];
  /** Those that can still be the best, which are measured in each round. */
  readonly open: readonly Candidate[];
  readonly rounds: number;
}

/** How the run goes on for a further time. */
export interface FurtherRun {
  /** How long that takes, in milliseconds. */
  readonly timeOf: (work: FurtherWork) => number;
  readonly onMeasure: (furtherMs: number) => void;
}

/** Goes on with a run that has ended before its answer was sure, with the time that it takes. Nothing where more rounds would not tell more. */
export function MeasureOn({
  given,
  candidates,
  further,
}: {
  readonly given: GivenAnswer;
  readonly candidates: readonly Candidate[];
  readonly further: FurtherRun;
}) {
  const work = furtherWork(given, candidates);
  if (work === null) return null;
  const furtherMs = further.timeOf(work);
  return (
    <p>
      <Button onClick={() => further.onMeasure(furtherMs)}>{`Measure on · ~${formatMs(furtherMs, 1)} more`}</Button>
    </p>
  );
}

/** Null if the answer is sure, or if only the sample keeps it open. */
export function furtherWork(
  { answer, said, excluded }: Pick<GivenAnswer, 'answer' | 'said' | 'excluded'>,
  candidates: readonly Candidate[],
): FurtherWork | null {
  if (said === null || said.sentences.isOpenBySample) return null;
  const { word } = said.sentences.sure;
  if (word !== 'Not sure yet' && word !== 'Open') return null;
  const listed = (indices: readonly number[]) => indices.flatMap((index) => candidates[index] ?? []);
  const [best, ...rivals] = answer.standings;
  const unmeasured = excluded.flatMap(({ row }) => (unmeasuredStatuses.has(row.status) ? [row.candidate] : []));
  const leading = [...(best === undefined ? [] : [best]), ...rivals.filter(canStillWin)];
  const done = said.kept?.rounds ?? answer.roundCount ?? 0;
  const rounds = Math.max(nextLook(done), minRoundsForVerdicts) - done;
  if (rounds <= 0) return null;
  return {
    unmeasured: listed(unmeasured),
    open: listed(leading.map(({ contender }) => contender.row.candidate)),
    rounds,
  };
}
