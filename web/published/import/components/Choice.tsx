import type { ComponentProps } from 'react';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';

interface ChoiceProps extends Pick<ComponentProps<typeof Select>, 'value' | 'options' | 'onChange'> {
  readonly label: string;
}

/** One of several, with its name above. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>{(ids) => <Select {...ids} value={value} options={options} onChange={onChange} />}</Field>
  );
}
