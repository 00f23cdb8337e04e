import { Field } from './Field';
import { Select, type SelectProps } from './Select';

interface SelectFieldProps extends Pick<SelectProps, 'value' | 'options' | 'onChange' | 'autoFocus'> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | null;
}

/** A choice of one of several, with its label and what there is to say of it. */
export function SelectField({ label, help, error = null, ...select }: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => <Select {...ids} {...select} />}
    </Field>
  );
}
