import type { FormatImplementationMeta, FormatMeta } from '../../../workers/model/entry';
import type { OptionDescriptor } from '../../../workers/model/options';
import { formatCount } from '../../figures/figures';
import { NumberField } from '../../ui/NumberField';
import { Segmented } from '../../ui/Segmented';
import { SelectField } from '../../ui/SelectField';
import { OptionControl } from '../data/OptionControl';
import styles from './CandidateBuilder.module.css';
import { MoreOptions } from './MoreOptions';
import { type CodecDraft, codecEntries, emptyDraft, implementationLabel, noCodec, resolveDraft } from './codec-draft';

interface CodecFieldsProps {
  readonly format: FormatMeta;
  readonly implementation: FormatImplementationMeta;
  readonly draft: CodecDraft;
  readonly onDraft: (draft: CodecDraft) => void;
  /** True if the codec can't be combined with the chosen format and options. */
  readonly disabled: (codec: string) => boolean;
}

const granularityLabels: Partial<Record<string, { readonly label: string; readonly meaning: string }>> = {
  file: { label: 'Whole file', meaning: 'The codec compresses the whole file at once' },
  page: {
    label: '4 KiB pages',
    meaning: 'The codec compresses each block of 4,096 bytes separately, like the pages of a database',
  },
  record: {
    label: '700 B records',
    meaning: 'The codec compresses each block of 700 bytes separately, like the small records of a key-value store',
  },
};

/** The fields of a codec: its name, implementation, level and granularity. Further options are behind “Options of the codec”. */
export function CodecFields({ format, implementation, draft, onDraft, disabled }: CodecFieldsProps) {
  const { inside, over } = codecEntries(implementation);
  const resolved = resolveDraft(draft, implementation);
  const choices = resolved?.entry.choices ?? [];
  const options = (entries: typeof inside) =>
    entries.map(({ value, label }) => ({ value, label, disabled: disabled(value) }));
  const control = (descriptor: OptionDescriptor) => (
    <OptionControl
      key={`${resolved?.choice.key} ${descriptor.id}`}
      descriptor={descriptor}
      value={resolved?.options[descriptor.id] ?? descriptor.default}
      onChange={(value) => onDraft({ ...draft, options: { ...draft.options, [descriptor.id]: value } })}
    />
  );
  return (
    <>
      <div className={styles.grid}>
        <div className={resolved?.levels == null ? styles.wide : undefined}>
          <SelectField
            label="Codec"
            value={resolved === null ? noCodec : draft.codec}
            options={[
              { value: noCodec, label: 'None' },
              ...(inside.length > 0 ? [{ label: `Inside ${format.label}`, options: options(inside) }] : []),
              { label: 'Over the file', options: options(over) },
            ]}
            onChange={(codec) => onDraft({ ...emptyDraft, codec, granularity: draft.granularity })}
          />
        </div>
        {resolved !== null && resolved.levels !== null && resolved.level !== null && (
          <NumberField
            label="Level"
            note={`${formatCount(resolved.levels.min)} to ${formatCount(resolved.levels.max)}`}
            integer
            min={resolved.levels.min}
            max={resolved.levels.max}
            value={resolved.level}
            onChange={(level) => onDraft({ ...draft, level })}
          />
        )}
        {resolved !== null && choices.length > 1 && (
          <div className={styles.wide}>
            <SelectField
              label="Implementation of the codec"
              value={resolved.choice.implementation ?? ''}
              options={choices.map((choice) => ({
                value: choice.implementation ?? '',
                label: implementationLabel(choice),
              }))}
              onChange={(id) => onDraft({ ...draft, implementation: id })}
            />
          </div>
        )}
        {resolved !== null && resolved.choice.granularities.length > 1 && (
          <div className={styles.wide}>
            <Segmented
              label="Compressed as"
              value={resolved.granularity}
              options={resolved.choice.granularities.map((value) => ({
                value,
                label: value,
                ...granularityLabels[value],
              }))}
              onChange={(granularity) => onDraft({ ...draft, granularity })}
            />
          </div>
        )}
        {resolved?.blockOptions.map((descriptor) => (
          <div key={descriptor.id} className={styles.wide}>
            {control(descriptor)}
          </div>
        ))}
      </div>
      {resolved?.choice.warning !== undefined && (
        <p className={resolved.choice.conforms ? styles.note : styles.reason}>{resolved.choice.warning}</p>
      )}
      {resolved !== null && resolved.commonOptions.length > 0 && (
        <MoreOptions
          key={resolved.choice.key}
          title="Options of the codec"
          changed={
            resolved.commonOptions.filter((descriptor) => resolved.options[descriptor.id] !== descriptor.default).length
          }
        >
          {resolved.commonOptions.map(control)}
        </MoreOptions>
      )}
    </>
  );
}
