import { type ImportedScope, importedScopes, type Provenance } from '../../../../workers/model/imported-set';
import controls from '../../../ui/controls.module.css';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import { provenanceFields, scopeWords } from '../../../sources/imported/provenance';

interface TextFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextField({ label, help = '', error = null, value, onChange }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <input
          {...ids}
          className={controls.control}
          type="text"
          autoComplete="off"
          maxLength={1_000}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** Who, where, on what: each may stay empty, and is then “not stated” wherever the figures are shown. */
export function ProvenanceFields({
  provenance,
  onChange,
}: {
  readonly provenance: Provenance;
  readonly onChange: (next: Provenance) => void;
}) {
  return provenanceFields.map(({ key, label, help }) => (
    <TextField
      key={key}
      label={label}
      help={help}
      value={provenance[key]}
      onChange={(value) => onChange({ ...provenance, [key]: value })}
    />
  ));
}

interface ScopeFieldProps {
  readonly label?: string;
  readonly help?: string;
  /** Null: columns differ. */
  readonly scope: ImportedScope | null;
  readonly onChange: (next: ImportedScope) => void;
}

const mixed = 'mixed';

/** What decides whether times may be set beside ours. */
export function ScopeField({
  label = 'Its times ran over',
  help = 'Decides which times here they are compared with',
  scope,
  onChange,
}: ScopeFieldProps) {
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <Select
          {...ids}
          value={scope ?? mixed}
          options={[
            ...(scope === null ? [{ value: mixed, label: 'Differs by column' }] : []),
            ...importedScopes.map((value) => ({ value, label: scopeWords[value] })),
          ]}
          onChange={(value) => {
            const next = importedScopes.find((each) => each === value);
            if (next !== undefined) onChange(next);
          }}
        />
      )}
    </Field>
  );
}
