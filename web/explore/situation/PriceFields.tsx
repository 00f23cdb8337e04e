import { priceExample } from '../../view/named-situations';
import { NumberField } from '../../ui/NumberField';
import type { Situation } from '../../view/situation';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationSection.module.css';

const prices: readonly {
  readonly field: 'months' | 'storagePerGbMonth' | 'egressPerGb' | 'corePerHour';
  readonly label: string;
  readonly note: string;
  readonly max: number;
}[] = [
  { field: 'months', label: 'Kept for', note: 'months', max: 1_200 },
  { field: 'storagePerGbMonth', label: 'Storage', note: '$ per GB-month', max: 1e6 },
  { field: 'egressPerGb', label: 'Download', note: '$ per GB', max: 1e6 },
  { field: 'corePerHour', label: 'Processor', note: '$ per core-hour', max: 1e6 },
];

/** How long the data is kept, and the prices that the user pays. */
export function PriceFields({ situation, onSituation }: SituationFieldsProps) {
  const set = (part: Partial<Situation>) => onSituation({ ...situation, ...part }, { replace: true });
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>How long, and at what prices</h3>
      <div className={styles.fields}>
        {prices.map(({ field, label, note, max }) => (
          <NumberField
            key={field}
            label={label}
            note={note}
            value={situation[field]}
            min={0}
            max={max}
            integer={false}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      </div>
      <p className={styles.help}>{priceExample} Write your own prices; any currency will do.</p>
    </div>
  );
}
