import { Checkbox } from '../../ui/Checkbox';
import { NumberField } from '../../ui/NumberField';
import type { Situation } from '../../view/situation';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationFields.module.css';

const uses: readonly { readonly field: 'writes' | 'reads' | 'columnReads' | 'lookups'; readonly label: string }[] = [
  { field: 'writes', label: 'Written' },
  { field: 'reads', label: 'Read as a whole' },
  { field: 'columnReads', label: 'One column read' },
  { field: 'lookups', label: 'Rows looked up' },
];

const bytesPerGb = 1e9;
const startGb = 500;

/** How often each use happens, and how much of such data there is. */
export function UseFields({ situation, onSituation }: SituationFieldsProps) {
  const set = (part: Partial<Situation>) => onSituation({ ...situation, ...part }, { replace: true });
  const { amountBytes } = situation;
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>How often</h3>
      <div className={styles.fields}>
        {uses.map(({ field, label }) => (
          <NumberField
            key={field}
            label={label}
            note="times"
            value={situation[field]}
            min={0}
            max={1e9}
            integer={false}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      </div>
      <Checkbox
        checked={amountBytes !== null}
        help="The answer also says the total for this amount. The order of the candidates stays."
        onChange={(on) => onSituation({ ...situation, amountBytes: on ? startGb * bytesPerGb : null })}
      >
        There is more of such data
      </Checkbox>
      {amountBytes !== null && (
        <NumberField
          label="Amount of such data"
          note="GB"
          value={amountBytes / bytesPerGb}
          min={0.001}
          max={1e9}
          integer={false}
          onChange={(value) => set({ amountBytes: value * bytesPerGb })}
        />
      )}
    </div>
  );
}
