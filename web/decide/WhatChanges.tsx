import { MarkSwatch } from '../charts/Mark';
import { lossNaming } from '../figures/losses-summary';
import type { CompletedRow } from '../figures/rows';
import type { Situation } from '../view/situation';
import { changeCondition } from './answer-words';
import { type Change, isPlaced } from './changes';
import styles from './Decision.module.css';
import type { RequirementChange } from './requirement-changes';

/** For each parameter the nearest values at which another candidate wins, where the rounds place them. */
export function WhatChanges({
  changes,
  requirements,
  situation,
  namedBefore,
}: {
  readonly changes: readonly Change[];
  readonly requirements: readonly RequirementChange[];
  readonly situation: Situation;
  /** The candidates that the text above names with their losses, in its order. */
  readonly namedBefore: readonly CompletedRow[];
}) {
  const nameOf = lossNaming(namedBefore);
  const placed = changes.filter(({ value, band }) => isPlaced(value, band));
  return (
    <div className={styles.changes}>
      <h3 className={styles.subtitle}>What would change the answer</h3>
      {placed.length === 0 && (
        <p className={styles.quiet}>
          {situation.goal === 'size'
            ? 'Nothing but the requirements: sizes do not depend on how the file is used.'
            : 'No other value of any one figure of the situation does.'}
        </p>
      )}
      {placed.length + requirements.length > 0 && (
        <ul className={styles.changeList}>
          {placed.map((change) => (
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
    </div>
  );
}

const sentenceStart = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
