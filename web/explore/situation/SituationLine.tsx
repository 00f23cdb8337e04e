import { useId } from 'react';
import {
  type NamedSituationId,
  namedSituationOf,
  namedSituations,
  offeredSituationIds,
} from '../../view/named-situations';
import { formatBytes } from '../../figures/figures';
import { Button } from '../../ui/Button';
import { Select } from '../../ui/Select';
import styles from '../lines/lines.module.css';
import type { SituationFieldsProps } from './situation-fields';

interface SituationLineProps extends SituationFieldsProps {
  readonly onEdit: () => void;
}

const own = 'own';

/** The user says in one line what will be done with the data. The answer depends on it; what is measured does not. */
export function SituationLine({ situation, onSituation, onEdit }: SituationLineProps) {
  const named = namedSituationOf(situation);
  const group = useId();
  const amount = situation.amountBytes === null ? null : formatBytes(situation.amountBytes);
  const labelOf = (id: NamedSituationId) =>
    named === id && amount !== null ? `${namedSituations[id].label}, for ${amount}` : namedSituations[id].label;
  const choose = (id: NamedSituationId) =>
    onSituation({
      ...namedSituations[id].situation,
      timesOf: situation.timesOf,
      amountBytes: situation.amountBytes,
    });
  return (
    <section className={styles.line} aria-label="What will be done with the data">
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">What will be done with the data?</legend>
        {offeredSituationIds.map((id) => (
          <label key={id} className={styles.chip}>
            <input
              type="radio"
              className={styles.input}
              name={group}
              value={id}
              checked={named === id}
              onChange={() => choose(id)}
            />
            <span>{namedSituations[id].label}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.select}>
        <Select
          aria-label="What will be done with the data?"
          value={named ?? own}
          options={[
            ...offeredSituationIds.map((id) => ({ value: id, label: labelOf(id) })),
            ...(named === null ? [{ value: own, label: 'Your own figures' }] : []),
          ]}
          onChange={(value) => {
            const id = offeredSituationIds.find((each) => each === value);
            if (id !== undefined) choose(id);
          }}
        />
      </div>
      <p className={styles.note}>
        {amount !== null && <strong>{`For ${amount}. `}</strong>}
        {named === null ? 'Your own figures' : namedSituations[named].description}
      </p>
      <Button size="small" className={styles.end} onClick={onEdit}>
        Edit …
      </Button>
    </section>
  );
}
