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
  /** Whether a codec can't be combined with what is chosen. */
  readonly disabled: (codec: string) => boolean;
}

const granularityLabels: Partial<Record<string, { readonly label: string; readonly meaning: string }>> = {
  file: { label: 'Whole file', meaning: 'The file is compressed in one piece' },
  page: {
    label: '4 KiB pages',
    meaning: 'Blocks of 4,096 bytes, each compressed by itself, as a database keeps pages',
  },
  record: {
    label: '700 B records',
    meaning: 'Blocks of 700 bytes, each compressed by itself, as a store keeps small records',
  },
};

/** The codec: which, by whom, at what level and of what size its pieces are; the rest behind “Options”. */
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
        {resolved?.ofBlocks.map((descriptor) => (
          <div key={descriptor.id} className={styles.wide}>
            {control(descriptor)}
          </div>
        ))}
      </div>
      {resolved?.choice.warning !== undefined && (
        <p className={resolved.choice.conforms ? styles.note : styles.reason}>{resolved.choice.warning}</p>
      )}
      {resolved !== null && resolved.own.length > 0 && (
        <MoreOptions
          key={resolved.choice.key}
          title="Options of the codec"
          changed={resolved.own.filter((descriptor) => resolved.options[descriptor.id] !== descriptor.default).length}
        >
          {resolved.own.map(control)}
        </MoreOptions>
      )}
    </>
  );
}
