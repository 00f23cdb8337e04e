import { NumberField } from '../../ui/NumberField';
import { SelectField } from '../../ui/SelectField';
import type { Situation } from '../../view/situation';
import { isOutdated, monthOf, type PricePreset, pricePresetOf, pricePresets, pricesOf } from './price-presets';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationFields.module.css';

const prices: readonly {
  readonly field:
    | 'months'
    | 'storagePerGbMonth'
    | 'egressPerGb'
    | 'retrievalPerGb'
    | 'per1000Reads'
    | 'per1000Writes'
    | 'corePerHour';
  readonly label: string;
  readonly note: string;
  readonly max: number;
}[] = [
  { field: 'months', label: 'Kept for', note: 'months', max: 1_200 },
  { field: 'storagePerGbMonth', label: 'Storage', note: '$ per GB-month', max: 1e6 },
  { field: 'egressPerGb', label: 'Download', note: '$ per GB', max: 1e6 },
  { field: 'retrievalPerGb', label: 'Retrieval', note: '$ per GB', max: 1e6 },
  { field: 'per1000Reads', label: 'Requests to read', note: '$ per 1,000', max: 1e6 },
  { field: 'per1000Writes', label: 'Requests to write', note: '$ per 1,000', max: 1e6 },
  { field: 'corePerHour', label: 'Processor', note: '$ per core-hour', max: 1e6 },
];

/** How long the data is kept, and the prices that the user pays. */
export function PriceFields({ situation, onSituation }: SituationFieldsProps) {
  const set = (part: Partial<Situation>) => onSituation({ ...situation, ...part }, { replace: true });
  const preset = pricePresetOf(situation);
  const today = new Date();
  const labelOf = (each: PricePreset) => (isOutdated(each, today) ? `${each.label} (outdated)` : each.label);
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>How long, and at what prices</h3>
      <div className={preset !== null && isOutdated(preset, today) ? styles.outdated : undefined}>
        <SelectField
          label="Store"
          value={preset?.id ?? 'own'}
          options={[
            ...pricePresets.map((each) => ({ value: each.id, label: labelOf(each) })),
            ...(preset === null ? [{ value: 'own', label: 'Your own prices' }] : []),
          ]}
          help={
            preset === null
              ? undefined
              : `List prices of ${monthOf(preset)}: ${preset.source}.${isOutdated(preset, today) ? ' They are more than a year old.' : ''}`
          }
          onChange={(id) => {
            const chosen = pricePresets.find((each) => each.id === id);
            if (chosen !== undefined) onSituation({ ...situation, ...pricesOf(chosen) });
          }}
        />
      </div>
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
      <p className={styles.help}>
        Write your own prices; any currency will do. A core costs about $0.045 an hour (EC2, 2024).
      </p>
    </div>
  );
}
