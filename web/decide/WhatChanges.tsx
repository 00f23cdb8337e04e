import { MarkSwatch } from '../charts/Mark';
import { lossNaming } from '../figures/losses-summary';
import type { CompletedRow } from '../figures/rows';
import type { Situation } from '../view/situation';
import { changeCondition, noneListedText } from './answer-words';
import { type Change, isListed } from './changes';
import styles from './Decision.module.css';
import type { RequirementChange } from './requirement-changes';

interface WhatChangesProps {
  readonly changes: readonly Change[];
  readonly requirements: readonly RequirementChange[];
  readonly situation: Situation;
  /** What other times would say, as a sentence. Null where that is the same, or not known. */
  readonly otherTimes: string | null;
  /** The candidates that the text above names with their losses, in its order. */
  readonly namedBefore: readonly CompletedRow[];
}

/** For each parameter the nearest values at which another candidate wins, where the rounds place them. The first one stands in the summary. */
export function WhatChanges({ changes, requirements, situation, otherTimes, namedBefore }: WhatChangesProps) {
  const nameOf = lossNaming(namedBefore);
  const listed = changes.filter(isListed);
  const [first] = listed;
  const [firstRequirement] = requirements;
  const inShort =
    first !== undefined
      ? `${changeCondition({ ...first, band: null })}: ${first.winner.row.names.label}`
      : firstRequirement !== undefined
        ? `${firstRequirement.condition.replace(/^If/u, 'if')}: ${firstRequirement.winner?.row.names.label ?? 'none is left'}`
        : null;
  return (
    <details className={styles.fold}>
      <summary>
        What would change this
        {inShort !== null && <span className={styles.inShort}> {inShort}</span>}
      </summary>
      <div className={styles.folded}>
        {listed.length === 0 && <p className={styles.quiet}>{noneListedText(situation.goal, changes.length > 0)}</p>}
        {listed.length + requirements.length > 0 && (
          <ul className={styles.changeList}>
            {listed.map((change) => (
              <li key={`${change.axis} ${change.direction}`}>
                <span>{sentenceStart(changeCondition(change))}</span>
                <span className={styles.changeWinner}>
                  <MarkSwatch names={change.winner.row.names} />
                  {nameOf(change.winner.row)}
                </span>
              </li>
            ))}
            {requirements.map(({ condition, winner }) => (
              <li key={condition}>
                <span>{condition}</span>
                {winner === null ? (
                  <span>no candidate of this run is left</span>
                ) : (
                  <span className={styles.changeWinner}>
                    <MarkSwatch names={winner.row.names} />
                    {nameOf(winner.row)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {otherTimes !== null && <p className={styles.quiet}>{otherTimes}</p>}
      </div>
    </details>
  );
}

const sentenceStart = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
