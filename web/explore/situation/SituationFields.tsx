import { TimesChoice } from '../../decide/TimesChoice';
import { Segmented } from '../../ui/Segmented';
import type { Goal } from '../../view/situation';
import { AmountFields } from './AmountFields';
import { LinkFields } from './LinkFields';
import { OwnSituationFields } from './OwnSituationFields';
import { PriceFields } from './PriceFields';
import { RequirementFields } from './RequirementFields';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationFields.module.css';
import { UseFields } from './UseFields';

const goalOptions: readonly { readonly value: Goal; readonly label: string }[] = [
  { value: 'time', label: 'Total time' },
  { value: 'money', label: 'Cost' },
  { value: 'size', label: 'Size' },
];

/** All figures and requirements of the situation. */
export default function SituationFields({ situation, onSituation }: SituationFieldsProps) {
  return (
    <div className={styles.groups}>
      <div className={styles.group}>
        <h3 className={styles.heading}>Smallest wins</h3>
        <Segmented
          label="What is to be smallest"
          value={situation.goal}
          options={goalOptions}
          onChange={(goal) => onSituation({ ...situation, goal })}
        />
        {situation.goal !== 'size' && (
          <TimesChoice
            times={situation.timesOf === 'native' ? 'expected' : 'here'}
            onTimes={(timesOf) => onSituation({ ...situation, timesOf })}
          />
        )}
        <AmountFields situation={situation} onSituation={onSituation} />
      </div>
      <UseFields situation={situation} onSituation={onSituation} />
      <LinkFields situation={situation} onSituation={onSituation} />
      {situation.goal === 'money' && <PriceFields situation={situation} onSituation={onSituation} />}
      <RequirementFields situation={situation} onSituation={onSituation} />
      <OwnSituationFields situation={situation} onSituation={onSituation} />
    </div>
  );
}
