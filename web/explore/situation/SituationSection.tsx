import { useId } from 'react';
import {
  linkPresetOf,
  linkPresets,
  type NamedSituationId,
  namedSituationIds,
  namedSituationOf,
  namedSituations,
} from '../../view/named-situations';
import { Segmented } from '../../ui/Segmented';
import { SelectField } from '../../ui/SelectField';
import { NumberField } from '../../ui/NumberField';
import type { Goal } from '../../view/situation';
import { PriceFields } from './PriceFields';
import { RequirementFields } from './RequirementFields';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationSection.module.css';
import { UseFields } from './UseFields';

const goalOptions: readonly { readonly value: Goal; readonly label: string }[] = [
  { value: 'time', label: 'Total time' },
  { value: 'money', label: 'Cost' },
  { value: 'size', label: 'Size' },
];

/** The user says what will be done with the data. The answer depends on it; what is measured does not. */
export function SituationSection({ situation, onSituation }: SituationFieldsProps) {
  const named = namedSituationOf(situation);
  const name = useId();
  const titleId = useId();
  const choose = (id: NamedSituationId) =>
    onSituation({ ...namedSituations[id].situation, timesOf: situation.timesOf });
  return (
    <section className={styles.situation} aria-labelledby={titleId}>
      <fieldset className={styles.named}>
        <legend className={styles.question}>
          <h2 id={titleId}>What will be done with the data?</h2>
        </legend>
        {namedSituationIds.map((id) => (
          <label key={id} className={styles.option}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={id}
              checked={named === id}
              onChange={() => choose(id)}
            />
            <span>{namedSituations[id].label}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.description}>
        {named === null ? 'Your own situation: the figures below.' : namedSituations[named].description}
      </p>
      <details className={styles.details}>
        <summary>Change its figures and requirements</summary>
        <div className={styles.groups}>
          <div className={styles.group}>
            <h3 className={styles.heading}>Smallest wins</h3>
            <Segmented
              label="What is to be smallest"
              value={situation.goal}
              options={goalOptions}
              onChange={(goal) => onSituation({ ...situation, goal })}
            />
          </div>
          <UseFields situation={situation} onSituation={onSituation} />
          <LinkFields situation={situation} onSituation={onSituation} />
          {situation.goal === 'money' && <PriceFields situation={situation} onSituation={onSituation} />}
          <RequirementFields situation={situation} onSituation={onSituation} />
        </div>
      </details>
    </section>
  );
}

const bytesPerMb = 1e6;

/** The bandwidth and the latency, by a preset or by figures. */
function LinkFields({ situation, onSituation }: SituationFieldsProps) {
  const preset = linkPresetOf(situation);
  const { uploadBytesPerSecond, downloadBytesPerSecond, latencyMs } = situation;
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>Through what</h3>
      <SelectField
        label="Link or disk"
        value={preset?.id ?? 'own'}
        options={[
          ...linkPresets.map(({ id, label }) => ({ value: id, label })),
          ...(preset === null ? [{ value: 'own', label: 'Your own figures' }] : []),
        ]}
        help={preset?.source}
        onChange={(id) => {
          const chosen = linkPresets.find((each) => each.id === id);
          if (chosen === undefined) return;
          const { uploadBytesPerSecond: up, downloadBytesPerSecond: down, latencyMs: wait } = chosen;
          onSituation({ ...situation, uploadBytesPerSecond: up, downloadBytesPerSecond: down, latencyMs: wait });
        }}
      />
      {uploadBytesPerSecond !== null && downloadBytesPerSecond !== null && (
        <div className={styles.fields}>
          <NumberField
            label="Upload"
            note="MB/s"
            value={uploadBytesPerSecond / bytesPerMb}
            min={0.001}
            max={1e6}
            integer={false}
            onChange={(value) =>
              onSituation({ ...situation, uploadBytesPerSecond: value * bytesPerMb }, { replace: true })
            }
          />
          <NumberField
            label="Download"
            note="MB/s"
            value={downloadBytesPerSecond / bytesPerMb}
            min={0.001}
            max={1e6}
            integer={false}
            onChange={(value) =>
              onSituation({ ...situation, downloadBytesPerSecond: value * bytesPerMb }, { replace: true })
            }
          />
          <NumberField
            label="Latency"
            note="ms a request"
            value={latencyMs}
            min={0}
            max={1e6}
            integer={false}
            onChange={(value) => onSituation({ ...situation, latencyMs: value }, { replace: true })}
          />
        </div>
      )}
      {situation.goal === 'time' && (
        <Segmented
          label="How computing and transferring follow each other"
          value={situation.pipelined ? 'pipelined' : 'sequential'}
          options={[
            {
              value: 'sequential',
              label: 'In sequence',
              meaning: 'The file is encoded, then sent; it is received, then decoded. The times add up.',
            },
            {
              value: 'pipelined',
              label: 'Pipelined',
              meaning:
                'The file is encoded or decoded while it is transferred, so that only the slower of the two counts. Whether a library can do so is not tested here.',
            },
          ]}
          onChange={(value) => onSituation({ ...situation, pipelined: value === 'pipelined' })}
        />
      )}
    </div>
  );
}
