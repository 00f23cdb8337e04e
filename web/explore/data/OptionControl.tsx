import type { OptionDescriptor, OptionValue } from '../../../workers/model/options';
import { Checkbox } from '../../ui/Checkbox';
import controls from '../../ui/controls.module.css';
import { Field } from '../../ui/Field';
import { NumberField } from '../../ui/NumberField';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';

interface OptionControlProps {
  readonly descriptor: OptionDescriptor;
  readonly value: OptionValue;
  /** `gliding` is true during continuous changes, as of a slider. These replace the entry in the browser's history and add none. */
  readonly onChange: (value: OptionValue, gliding: boolean) => void;
}

/** The form control of a parameter or an option, made from its descriptor. */
export function OptionControl({ descriptor, value, onChange }: OptionControlProps) {
  const { label, help } = descriptor;
  switch (descriptor.type) {
    case 'choice':
      return (
        <SelectField
          label={label}
          help={help}
          value={String(value)}
          options={descriptor.choices}
          onChange={(next) => onChange(next, false)}
        />
      );
    case 'integer':
      return (
        <NumberField
          label={label}
          note={descriptor.unit}
          help={help}
          integer
          min={descriptor.min}
          max={descriptor.max}
          value={Number(value)}
          onChange={(next) => onChange(next, true)}
        />
      );
    case 'number':
      return (
        <Field label={label} note={`${value}${descriptor.unit === undefined ? '' : ` ${descriptor.unit}`}`} help={help}>
          {(ids) => (
            <input
              {...ids}
              className={controls.range}
              type="range"
              min={descriptor.min}
              max={descriptor.max}
              step={descriptor.step}
              value={Number(value)}
              onChange={(event) => onChange(Number(event.target.value), true)}
            />
          )}
        </Field>
      );
    case 'text':
      return (
        <TextField
          label={label}
          help={help}
          maxLength={descriptor.maxLength}
          value={String(value)}
          onChange={(next) => onChange(next, true)}
        />
      );
    case 'boolean':
      return (
        <Checkbox checked={value === true} onChange={(next) => onChange(next, false)} help={help}>
          {label}
        </Checkbox>
      );
  }
}
