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

/** How often each use happens. */
export function UseFields({ situation, onSituation }: SituationFieldsProps) {
  const set = (part: Partial<Situation>) => onSituation({ ...situation, ...part }, { replace: true });
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
    </div>
  );
}
