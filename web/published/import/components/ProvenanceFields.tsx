import { type ImportedScope, importedScopes, type Provenance } from '../../../../workers/model/imported-set';
import { provenanceFields, scopeWords } from '../../../sources/imported/provenance';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';

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
      maxLength={1_000}
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
    <SelectField
      label={label}
      help={help}
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
  );
}
