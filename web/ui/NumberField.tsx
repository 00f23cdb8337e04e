import { useEffect, useState } from 'react';
import styles from './controls.module.css';
import { Field } from './Field';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  readonly note?: string | undefined;
  readonly help?: string | undefined;
  readonly onChange: (value: number) => void;
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** Parses a number with or without thousands separators. Null if the text is not a number. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(/(\d)[,\u202f\u00a0_ '](?=\d{3})/g, '$1');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** What is wrong with a number that the user has typed, as a sentence. Null if nothing is. A value out of range is an error and is never clamped. */
export function numberProblem(
  text: string,
  { min, max, integer }: { readonly min: number; readonly max: number; readonly integer: boolean },
): string | null {
  const value = parseNumber(text);
  const range = `${integer ? 'a whole number' : 'a number'} from ${format.format(min)} to ${format.format(max)}`;
  if (value === null) return `Write ${range}.`;
  if (value < min || value > max || (integer && !Number.isInteger(value)))
    return `${text.trim()} can’t be used: it must be ${range}.`;
  return null;
}

/** A field for a number. While its text is invalid, it shows the problem, and the last valid value stays in effect. */
export function NumberField({ label, value, min, max, integer, note, help, onChange }: NumberFieldProps) {
  const [text, setText] = useState(() => format.format(value));
  const [editing, setEditing] = useState(false);
  useEffect(() => {
    // A new value, as from a preset or the Back button, replaces the text, except while the user is typing.
    if (!editing) setText(format.format(value));
  }, [value, editing]);
  const error = editing || parseNumber(text) !== value ? numberProblem(text, { min, max, integer }) : null;
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(ids) => (
        <input
          {...ids}
          className={`${styles.control} ${styles.number}`}
          type="text"
          inputMode={integer ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={text}
          onFocus={() => setEditing(true)}
          onBlur={() => setEditing(false)}
          onChange={(event) => {
            setText(event.target.value);
            const next = parseNumber(event.target.value);
            if (next !== null && numberProblem(event.target.value, { min, max, integer }) === null && next !== value)
              onChange(next);
          }}
        />
      )}
    </Field>
  );
}
