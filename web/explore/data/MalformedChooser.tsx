import type { MalformedChoice, OwnFileType } from '../../../workers/model/plan';
import { Segmented } from '../../ui/Segmented';
import styles from './MalformedChooser.module.css';

interface MalformedChooserProps {
  readonly type: OwnFileType;
  readonly value: MalformedChoice;
  readonly onChange: (value: MalformedChoice) => void;
}

/** What becomes of molecules that can't be read. */
export function MalformedChooser({ type, value, onChange }: MalformedChooserProps) {
  const label = type === 'smiles' ? 'Malformed lines' : 'Malformed molecules';
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Segmented
        label={label}
        value={value}
        options={[
          { value: 'fatal', label: 'Stop at the first', meaning: 'The file can’t be read before it is corrected.' },
          {
            value: 'skip',
            label: 'Leave out and count',
            meaning: 'What can be read is taken; the rest is listed with its lines.',
          },
        ]}
        onChange={onChange}
      />
    </div>
  );
}
