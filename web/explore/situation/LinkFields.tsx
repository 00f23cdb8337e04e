import { Segmented } from '../../ui/Segmented';
import { NumberField } from '../../ui/NumberField';
import { SelectField } from '../../ui/SelectField';
import { linkPresetOf, linkPresets } from '../../view/named-situations';
import { linkSources } from './link-sources';
import type { SituationFieldsProps } from './situation-fields';
import { ReaderFields } from './ReaderFields';
import styles from './SituationFields.module.css';

const bytesPerMb = 1e6;

/** The bandwidth and the latency, by a preset or by figures. */
export function LinkFields({ situation, onSituation }: SituationFieldsProps) {
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
        help={preset === null ? undefined : linkSources[preset.id]}
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
      {situation.goal !== 'size' && <ReaderFields situation={situation} onSituation={onSituation} />}
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
                'The file is encoded or decoded while it is transferred, so that only the slower of the two counts. Without a reader, requests that do not need the answer of another are sent at once. Whether a library can do so is not tested here.',
            },
          ]}
          onChange={(value) => onSituation({ ...situation, pipelined: value === 'pipelined' })}
        />
      )}
    </div>
  );
}
