import { type ImportedScope, importedScopes, type Provenance } from '../../../../workers/model/imported-set';
import { provenanceFields, scopeLabels } from '../../../sources/imported/provenance';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';

/** Fields for the author, place and hardware of a set. An empty field is shown as “not stated” beside the figures. */
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
  /** The clock's scope of all columns. Null if the columns have different scopes. */
  readonly scope: ImportedScope | null;
  readonly onChange: (next: ImportedScope) => void;
}

const mixed = 'mixed';

/** The scope of the set's clock, which decides whether its times are comparable with times measured here. */
export function ScopeField({
  label = 'The clock includes',
  help = 'Decides which of your times these times are compared with',
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
        ...importedScopes.map((value) => ({ value, label: scopeLabels[value] })),
      ]}
      onChange={(value) => {
        const next = importedScopes.find((each) => each === value);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}
