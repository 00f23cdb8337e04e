import { type ReactNode, useCallback } from 'react';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { AnswerCard } from './AnswerCard';
import { answerId } from './answer-id';
import styles from './Decision.module.css';
import type { FurtherRun } from './MeasureOn';
import { type Asked, useAnswer } from './use-answer';

interface DecisionProps extends Asked {
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
  /**
   * Encodes a candidate's file again and downloads it. Null where that is not possible.
   *
   * @throws {FormatlabError} If the file can't be made.
   */
  readonly onDownload: ((candidate: number) => Promise<void>) | null;
  /** What else stands in the card's menu, such as sharing and saving. */
  readonly more: ReactNode;
  /** How the run goes on, if it has ended. Null where it can't. */
  readonly further: FurtherRun | null;
  /** What stands below the bars of the card. Null where nothing does. */
  readonly predicted: ((standings: readonly Standing[], situation: Situation) => ReactNode) | null;
}

/** The answer for the situation. */
export function Decision({ notes, onSituation, onDownload, more, further, predicted, ...asked }: DecisionProps) {
  const given = useAnswer(asked);
  const { situation } = asked;
  const { candidates, schema, userFile, measuredBy } = asked.measured;
  const onTimes = useCallback(
    (timesOf: Situation['timesOf']) => onSituation({ ...situation, timesOf }),
    [situation, onSituation],
  );
  return (
    <section className={styles.decision} aria-label="Answer" id={answerId} tabIndex={-1}>
      <AnswerCard
        given={given}
        progress={asked.progress}
        candidates={candidates}
        schema={schema}
        notes={notes}
        userFile={userFile}
        onTimes={measuredBy === 'native' || situation.goal === 'size' ? null : onTimes}
        onDownload={onDownload}
        more={more}
        further={further}
        predicted={predicted}
      />
    </section>
  );
}
