import { Field } from './Field';
import { Select, type SelectProps } from './Select';

interface SelectFieldProps extends Pick<SelectProps, 'value' | 'options' | 'onChange' | 'autoFocus'> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | null;
}

/** A select control with its label, help text and error message. */
export function SelectField({ label, help, error = null, ...select }: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => <Select {...ids} {...select} />}
    </Field>
  );
}
