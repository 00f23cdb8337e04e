import type { ReactNode } from 'react';
import styles from './controls.module.css';
import { Field } from './Field';

interface TextFieldProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly help?: string | undefined;
  readonly error?: string | null;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
  /** Called when the field loses the focus. */
  readonly onLeave?: () => void;
  readonly onEnter?: () => void;
}

/** A text field of one line, without the browser's autocompletion and spelling check. */
export function TextField({
  label,
  note,
  help,
  error = null,
  value,
  maxLength,
  onChange,
  onLeave,
  onEnter,
}: TextFieldProps) {
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(ids) => (
        <input
          {...ids}
          className={styles.control}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onLeave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onEnter?.();
          }}
        />
      )}
    </Field>
  );
}
