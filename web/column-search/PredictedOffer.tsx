import { useMemo, useSyncExternalStore } from 'react';
import type { Candidate } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { Standing } from '../decide/answer';
import { formatTotal } from '../decide/answer-words';
import { formatBytes, formatMs, formatPercent } from '../figures/figures';
import type { OwnFile } from '../state/own-file';
import { Button } from '../ui/Button';
import type { Situation } from '../view/situation';
import styles from './PredictedOffer.module.css';
import { isNotPredicted, predictedBest } from './predicted-best';
import { keepMeasured, runSearchOf, subscribeToRunSearch } from './run-search';

interface PredictedOfferProps {
  readonly result: RunResult;
  readonly ownFile: OwnFile | null;
  readonly standings: readonly Standing[];
  readonly situation: Situation;
  /** How long it takes to measure a candidate beside another one, in milliseconds. */
  readonly timeOf: (candidate: Candidate, rival: Candidate) => number;
  readonly onMeasure: (candidate: Candidate, addedMs: number) => void;
}

/** The best settings by column for a situation that came after the run, as predicted, and the way to measure them. Nothing where they would not be the answer. */
export default function PredictedOffer({
  result,
  ownFile,
  standings,
  situation,
  timeOf,
  onMeasure,
}: PredictedOfferProps) {
  const search = useSyncExternalStore(subscribeToRunSearch, () => runSearchOf(result.plan, ownFile));
  const predicted = useMemo(
    () => (search === null ? null : predictedBest(search, result, standings, situation)),
    [search, result, standings, situation],
  );
  const [best] = standings;
  if (search !== null && isNotPredicted(search, result.plan, situation))
    return (
      <p className={styles.offer} data-testid="not-predicted">
        The best settings by column are predicted for times measured here only.
      </p>
    );
  const rival = best === undefined ? undefined : result.plan.candidates[best.contender.row.candidate];
  if (predicted === null || best === undefined || rival === undefined) return null;
  const { candidate, found, total, sizeBytes, saved } = predicted;
  const addedMs = timeOf(candidate, rival);
  const figures =
    situation.goal === 'size'
      ? formatBytes(sizeBytes)
      : `${formatTotal(situation, total, 2)} with ${formatBytes(sizeBytes)}`;
  return (
    <div className={styles.offer} data-testid="predicted">
      <p>
        <strong>By column, predicted:</strong>{' '}
        {`${figures}, ${formatPercent(saved)} less than ${best.contender.row.names.label}.`}
      </p>
      <Button
        onClick={() => {
          keepMeasured(found);
          onMeasure(candidate, addedMs);
        }}
      >
        {`Measure it · ~${formatMs(addedMs, 1)}`}
      </Button>
    </div>
  );
}
