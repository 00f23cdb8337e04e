import type { MalformedChoice, OwnFileType } from '../../../workers/model/plan';
import { fileTypes } from '../../../workers/registry/file-types';
import { Segmented } from '../../ui/Segmented';
import styles from './MalformedChooser.module.css';

interface MalformedChooserProps {
  readonly type: OwnFileType;
  readonly value: MalformedChoice;
  readonly onChange: (value: MalformedChoice) => void;
}

/** The choice of what to do with molecules that can't be read: stop, or leave them out. */
export function MalformedChooser({ type, value, onChange }: MalformedChooserProps) {
  const label = fileTypes.get(type)?.hasMoleculePerLine === true ? 'Malformed lines' : 'Malformed molecules';
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Segmented
        label={label}
        value={value}
        options={[
          { value: 'fatal', label: 'Stop at the first', meaning: 'The file can be used only after it is corrected.' },
          {
            value: 'skip',
            label: 'Leave out and count',
            meaning: 'All readable molecules are used. The others are listed with their lines.',
          },
        ]}
        onChange={onChange}
      />
    </div>
  );
}
