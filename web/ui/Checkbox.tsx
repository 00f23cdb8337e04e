import type { ReactNode } from 'react';
import styles from './controls.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function Checkbox({ checked, onChange, disabled = false, title, children }: CheckboxProps) {
  return (
    <label className={styles.check} title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
