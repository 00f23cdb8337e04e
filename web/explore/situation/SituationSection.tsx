import { useId, useState } from 'react';
import {
  type NamedSituationId,
  namedSituationOf,
  namedSituations,
  offeredSituationIds,
} from '../../view/named-situations';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationSection.module.css';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyPart } from '../../ui/part-of-page';

/** The fields load when somebody opens them. */
const SituationFields = lazyPart(() => import('./SituationFields'));

/** The user says what will be done with the data. The answer depends on it; what is measured does not. */
export function SituationSection({ situation, onSituation }: SituationFieldsProps) {
  const named = namedSituationOf(situation);
  const [opened, setOpened] = useState(false);
  const name = useId();
  const titleId = useId();
  const choose = (id: NamedSituationId) =>
    onSituation({ ...namedSituations[id].situation, timesOf: situation.timesOf });
  return (
    <section className={styles.situation} aria-labelledby={titleId}>
      <fieldset className={styles.named}>
        <legend className={styles.question}>
          <h2 id={titleId}>What will be done with the data?</h2>
        </legend>
        {offeredSituationIds.map((id) => (
          <label key={id} className={styles.option}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={id}
              checked={named === id}
              onChange={() => choose(id)}
            />
            <span>{namedSituations[id].label}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.description}>
        {named === null ? 'Your own situation: the figures below.' : namedSituations[named].description}
      </p>
      <details className={styles.details} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>Change its figures and requirements</summary>
        {opened && (
          <ErrorBoundary
            what="The figures of the situation"
            loading={<p className={styles.description}>Loading the figures…</p>}
          >
            <SituationFields situation={situation} onSituation={onSituation} />
          </ErrorBoundary>
        )}
      </details>
    </section>
  );
}
