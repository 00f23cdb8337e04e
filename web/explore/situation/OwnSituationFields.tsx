import { useState } from 'react';
import {
  longestOwnName,
  mostOwnSituations,
  type NotSaved,
  ownSituations,
  useOwnSituations,
} from '../../state/own-situations';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/TextField';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationFields.module.css';

const reasons: Readonly<Record<NotSaved, string>> = {
  noName: `A name has 1 to ${longestOwnName} characters.`,
  tooMany: `There are ${mostOwnSituations} already. Delete one first.`,
  noStorage: 'This browser keeps nothing for this page, so it lasts until the tab is closed.',
};

/** The situations that the user has saved: choosing, saving and deleting them. They stay in this browser. */
export function OwnSituationFields({ situation, onSituation }: SituationFieldsProps) {
  const saved = useOwnSituations();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<NotSaved | null>(null);
  const save = () => {
    const reason = ownSituations().save(name, situation);
    setProblem(reason);
    if (reason === null) setName('');
  };
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>Your own situations</h3>
      {saved.length > 0 && (
        <ul className={styles.own} aria-label="Your own situations">
          {saved.map((own) => (
            <li key={own.name}>
              <Button size="small" onClick={() => onSituation(own.situation)}>
                {own.name}
              </Button>
              <Button
                size="small"
                variant="plain"
                aria-label={`Delete ${own.name}`}
                onClick={() => ownSituations().remove(own.name)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        <TextField
          label="Save this one as"
          value={name}
          maxLength={longestOwnName}
          error={problem === null ? null : reasons[problem]}
          onChange={(next) => {
            setName(next);
            setProblem(null);
          }}
          onEnter={save}
        />
        <Button onClick={save}>Save</Button>
      </div>
      <p className={styles.help}>They are kept in this browser. A link holds the figures, not the name.</p>
    </div>
  );
}
