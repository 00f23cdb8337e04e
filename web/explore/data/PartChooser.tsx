import type { FilePart } from '../../../workers/model/errors';
import { SelectField } from '../../ui/SelectField';

const none = 'none';

/** Chooses which of several datasets in the user's file is read. `chosen` is null as long as none is. */
export function PartChooser({
  parts,
  chosen,
  onPart,
}: {
  readonly parts: readonly FilePart[];
  readonly chosen: number | null;
  readonly onPart: (part: number) => void;
}) {
  return (
    <SelectField
      label="Part of the file"
      value={chosen === null ? none : String(chosen)}
      options={[
        ...(chosen === null ? [{ value: none, label: 'Choose one', disabled: true }] : []),
        ...parts.map(({ name, holds }, index) => ({ value: String(index), label: `${name} · ${holds}` })),
      ]}
      onChange={(value) => onPart(Number(value))}
    />
  );
}
