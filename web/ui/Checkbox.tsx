import { type ReactNode, useId } from 'react';
import styles from './controls.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** A help text, shown below the checkbox. */
  readonly help?: string | undefined;
  readonly children: ReactNode;
}

export function Checkbox({ checked, onChange, disabled = false, help, children }: CheckboxProps) {
  const helpId = useId();
  const box = (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={help === undefined ? undefined : helpId}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
  if (help === undefined) return box;
  return (
    <div>
      {box}
      <p id={helpId} className={styles.checkHelp}>
        {help}
      </p>
    </div>
  );
}
