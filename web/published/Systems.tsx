import type { ClockScope } from '../../workers/model/entry';
import type { PublishedSource } from '../../workers/model/published';
import { nameCandidates } from '../figures/candidate-names';
import { formatClock } from '../figures/clock-scope';
import styles from './PublishedPage.module.css';
import { supportedCandidates } from './plan-of';

const clockWords = (clock: readonly ClockScope[] | null) => (clock === null ? 'not stated' : formatClock(clock));

/** The systems that a source compares, what each clock included, and the candidate here that corresponds to each. */
export function Systems({ source }: { readonly source: PublishedSource }) {
  const known = supportedCandidates(source);
  const names = nameCandidates(known);
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>Systems compared</h3>
      <ul className={styles.systems}>
        {source.systems.map((system) => {
          const here = system.candidate === null ? null : (names[known.indexOf(system.candidate)]?.label ?? null);
          return (
            <li key={system.id} className={styles.system}>
              <p className={styles.systemName}>{system.label}</p>
              <p className={styles.text}>{system.description}</p>
              <dl className={styles.facts}>
                <dt>Write clock</dt>
                <dd>{clockWords(system.clock.writeTime)}</dd>
                <dt>Read clock</dt>
                <dd>{clockWords(system.clock.readTime)}</dd>
                <dt>Candidate here</dt>
                <dd>{[here ?? 'none yet', system.candidateNote].filter((text) => text !== null).join('. ')}</dd>
              </dl>
              <p className={styles.small}>{system.clock.explanation}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
