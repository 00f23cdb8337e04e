import { Checkbox } from '../../ui/Checkbox';
import { NumberField } from '../../ui/NumberField';
import { SelectField } from '../../ui/SelectField';
import { gapChoices } from '../../view/situation';
import { readerPresets } from './reader-presets';
import type { SituationFieldsProps } from './situation-fields';
import styles from './SituationFields.module.css';

const gapLabels: Readonly<Record<(typeof gapChoices)[number], string>> = {
  0: 'None: each row group apart',
  8192: '8 KiB',
  65536: '64 KiB',
  1048576: '1 MiB',
};

/** Who reads single columns and rows over the link, and how. */
export function ReaderFields({ situation, onSituation }: SituationFieldsProps) {
  const { reader, requestsAtOnce, gapBytes, keepsFooter } = situation;
  const preset = readerPresets.find((each) => each.reader === reader);
  return (
    <>
      <SelectField
        label="Reader of columns and rows"
        value={reader}
        options={readerPresets.map(({ reader: id, label }) => ({ value: id, label }))}
        help={preset?.source}
        onChange={(id) => {
          const chosen = readerPresets.find((each) => each.reader === id);
          if (chosen === undefined) return;
          const { label: _label, source: _source, ...figures } = chosen;
          onSituation({ ...situation, ...figures });
        }}
      />
      {reader !== 'none' && (
        <>
          <div className={styles.fields}>
            <NumberField
              label="Requests at a time"
              value={requestsAtOnce}
              min={1}
              max={10_000}
              integer
              onChange={(value) => onSituation({ ...situation, requestsAtOnce: value }, { replace: true })}
            />
            <SelectField
              label="Gap in one request"
              value={String(gapBytes)}
              options={gapChoices.map((gap) => ({ value: String(gap), label: gapLabels[gap] }))}
              onChange={(text) => {
                const gap = gapChoices.find((each) => String(each) === text);
                if (gap !== undefined) onSituation({ ...situation, gapBytes: gap });
              }}
            />
          </div>
          <Checkbox
            checked={keepsFooter}
            help="It opens the file once for all reads. The gap and the footer are those of Parquet; files of other formats are read as their own libraries do."
            onChange={(on) => onSituation({ ...situation, keepsFooter: on })}
          >
            Keeps the footer
          </Checkbox>
        </>
      )}
    </>
  );
}
