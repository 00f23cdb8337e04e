import { useId } from 'react';
import { DefinitionsTip } from './DefinitionsTip';
import styles from './Segmented.module.css';

interface SegmentedProps<T extends string> {
  /** The name of the group, visible only to screen readers. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly meaning?: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

/** A choice of one of a few options, as a row of radio buttons. Arrow keys change the choice, as in every radio group. */
export function Segmented<T extends string>({ label, value, options, onChange, disabled = false }: SegmentedProps<T>) {
  const name = useId();
  const explained = options.flatMap((option) =>
    option.meaning === undefined ? [] : [{ name: option.label, meaning: option.meaning }],
  );
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {explained.length > 0 && <DefinitionsTip about={label.toLowerCase()} definitions={explained} />}
    </fieldset>
  );
}
