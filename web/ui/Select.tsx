import type { ComponentProps } from 'react';
import styles from './controls.module.css';

interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectGroup {
  readonly label: string;
  readonly options: readonly SelectOption[];
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'title' | 'value'> {
  readonly value: string;
  /** Options, or groups of options under a heading. */
  readonly options: readonly (SelectOption | SelectGroup)[];
  readonly onChange: (value: string) => void;
}

export function Select({ value, options, onChange, className, ...props }: SelectProps) {
  return (
    <select
      className={[styles.control, styles.select, className].filter(Boolean).join(' ')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...props}
    >
      {options.map((option) =>
        'options' in option ? (
          <optgroup key={`group ${option.label}`} label={option.label}>
            {option.options.map(optionElement)}
          </optgroup>
        ) : (
          optionElement(option)
        ),
      )}
    </select>
  );
}

const optionElement = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
