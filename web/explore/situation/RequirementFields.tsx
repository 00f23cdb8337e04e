import { type Tool, tools } from '../../../workers/model/tools';
import { toolNames } from '../../decide/tool-names';
import { Checkbox } from '../../ui/Checkbox';
import { NumberField } from '../../ui/NumberField';
import type { Situation } from '../../view/situation';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationFields.module.css';

const needs: readonly {
  readonly field: 'needsEveryValue' | 'needsOneColumn' | 'needsOneRow';
  readonly label: string;
}[] = [
  { field: 'needsEveryValue', label: 'Keeps every value exactly' },
  { field: 'needsOneColumn', label: 'Can read one column alone' },
  { field: 'needsOneRow', label: 'Can look up one row alone' },
];

const limits: readonly {
  readonly field: 'maxSizeBytes' | 'maxMemoryBytes' | 'maxWriteMs';
  readonly label: string;
  readonly note: string;
  /** The field's unit in the unit that the situation stores. */
  readonly unit: number;
  readonly start: number;
}[] = [
  { field: 'maxSizeBytes', label: 'Limit the size', note: 'MB', unit: 1e6, start: 100 },
  { field: 'maxMemoryBytes', label: 'Limit the memory', note: 'MB', unit: 1e6, start: 500 },
  { field: 'maxWriteMs', label: 'Limit the time to write', note: 's', unit: 1_000, start: 10 },
];

/** What must hold for the answer, whatever it costs. */
export function RequirementFields({ situation, onSituation }: SituationFieldsProps) {
  const set = (part: Partial<Situation>, replace = false) => onSituation({ ...situation, ...part }, { replace });
  const toggleTool = (tool: Tool, on: boolean) =>
    set({ readableBy: tools.filter((each) => (each === tool ? on : situation.readableBy.includes(each))) });
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>What must hold</h3>
      <fieldset className={styles.checks}>
        <legend className={styles.legend}>Readable by</legend>
        {tools.map((tool) => (
          <Checkbox key={tool} checked={situation.readableBy.includes(tool)} onChange={(on) => toggleTool(tool, on)}>
            {toolNames[tool]}
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.stack}>
        {needs.map(({ field, label }) => (
          <Checkbox key={field} checked={situation[field]} onChange={(on) => set({ [field]: on })}>
            {label}
          </Checkbox>
        ))}
        {limits.map(({ field, label, note, unit, start }) => {
          const value = situation[field];
          return (
            <div key={field} className={styles.limit}>
              <Checkbox checked={value !== null} onChange={(on) => set({ [field]: on ? start * unit : null })}>
                {label}
              </Checkbox>
              {value !== null && (
                <NumberField
                  label={label.replace('Limit the', 'At most, of')}
                  note={note}
                  value={value / unit}
                  min={0.001}
                  max={1e9}
                  integer={false}
                  onChange={(next) => set({ [field]: next * unit }, true)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
