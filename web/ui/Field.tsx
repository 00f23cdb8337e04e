import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  /** A unit or a figure, shown in faint ink beside the label. */
  readonly note?: ReactNode;
  readonly help?: string | undefined;
  readonly error?: string | null;
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}

/** A labelled form control with its help text and its error message. */
export function Field({ label, note, help, error = null, children }: FieldProps) {
  const id = useId();
  const describedBy = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error !== null })}
      {error !== null && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}
