import { useId, useState } from 'react';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { completeOptions, type OptionValues } from '../../../workers/model/options';
import type { Candidate, Plan } from '../../../workers/model/plan';
import { planLimits } from '../../../workers/model/plan';
import { formats } from '../../../workers/registry/metadata';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { NumberField } from '../../ui/NumberField';
import { Select } from '../../ui/Select';
import { OptionControl } from '../data/OptionControl';
import { hasCandidate } from '../plan-edit';
import styles from './CandidateBuilder.module.css';
import { candidateCodec, innerCodecChoices, makeCandidate, outerCodecChoices, whyUnsupported } from './make-candidates';

interface CandidateBuilderProps {
  readonly plan: Plan;
  readonly schema: DatasetSchema | null;
  readonly onAdd: (candidate: Candidate) => void;
  readonly onClose: () => void;
}

const noCodec = 'none';

/** Format, then its implementation, options, codec and level; what can't be combined is disabled and says why. */
export function CandidateBuilder({ plan, schema, onAdd, onClose }: CandidateBuilderProps) {
  const reasonId = useId();
  const [formatId, setFormatId] = useState(() => [...formats.values()].find(({ id }) => id === 'parquet')?.id ?? [...formats.keys()][0] ?? '');
  const [implementationId, setImplementationId] = useState<string | null>(null);
  const [given, setGiven] = useState<OptionValues>({});
  const [codecKey, setCodecKey] = useState(noCodec);
  const [level, setLevel] = useState<number | null>(null);

  const format = formats.get(formatId);
  const implementation = format?.implementations.find(({ id }) => id === implementationId) ?? format?.implementations[0];
  if (format === undefined || implementation === undefined) return null;
  const options = completeOptions(implementation.options, given, format.label);
  const choices = [...innerCodecChoices(implementation), ...outerCodecChoices()];
  const choice = choices.find(({ key }) => key === codecKey);
  const candidate = makeCandidate(
    format,
    implementation,
    choice === undefined ? null : candidateCodec(choice, choice.levels === null ? null : (level ?? choice.levels.default)),
    options,
  );
  const reasonFor = (key: string) => {
    const other = choices.find((each) => each.key === key);
    return whyUnsupported(makeCandidate(format, implementation, other === undefined ? null : candidateCodec(other), options), schema);
  };
  const formatReason = (id: string) => {
    const meta = formats.get(id);
    const reasons = meta?.implementations.map((each) => whyUnsupported(makeCandidate(meta, each, null), schema)) ?? [];
    return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
  };
  const unsupported = whyUnsupported(candidate, schema);
  const refusal =
    unsupported ??
    (hasCandidate(plan, candidate)
      ? 'This candidate is already chosen.'
      : plan.candidates.length >= planLimits.candidates
        ? `A run takes at most ${planLimits.candidates} candidates: remove one first.`
        : null);

  const chooseFormat = (id: string) => {
    setFormatId(id);
    setImplementationId(null);
    setGiven({});
    setCodecKey(noCodec);
    setLevel(null);
  };

  return (
    <form
      className={styles.builder}
      aria-label="Add a candidate"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null) onAdd(candidate);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.grid}>
        <Field label="Format">
          {(ids) => (
            <Select
              {...ids}
              autoFocus
              value={format.id}
              options={[...formats.values()].map(({ id, label }) => ({
                value: id,
                label: formatReason(id) === null ? label : `${label} (not for this data)`,
                disabled: formatReason(id) !== null,
              }))}
              onChange={chooseFormat}
            />
          )}
        </Field>
        <Field label="Implementation">
          {(ids) => (
            <Select
              {...ids}
              value={implementation.id}
              options={format.implementations.map((each) => ({
                value: each.id,
                label: each.label,
                disabled:
                  whyUnsupported(makeCandidate(format, each, null), schema) !== null &&
                  whyUnsupported(makeCandidate(format, implementation, null), schema) === null,
              }))}
              onChange={(id) => {
                setImplementationId(id);
                setGiven({});
                setCodecKey(noCodec);
                setLevel(null);
              }}
            />
          )}
        </Field>
        {implementation.options.map((descriptor) => (
          <OptionControl
            key={`${implementation.id}/${descriptor.id}`}
            descriptor={descriptor}
            value={options[descriptor.id] ?? descriptor.default}
            onChange={(value) => setGiven({ ...given, [descriptor.id]: value })}
          />
        ))}
        <div className={choice?.levels == null ? styles.wide : undefined}>
          <Field label="Codec">
            {(ids) => (
              <Select
                {...ids}
                value={choice?.key ?? noCodec}
                options={[
                  { value: noCodec, label: 'None' },
                  ...choices.map(({ key, label }) => ({ value: key, label, disabled: key !== codecKey && reasonFor(key) !== null && unsupported === null })),
                ]}
                onChange={(key) => {
                  setCodecKey(key);
                  setLevel(null);
                }}
              />
            )}
          </Field>
        </div>
        {choice?.levels != null && (
          <NumberField
            label="Level"
            note={`${choice.levels.min} to ${choice.levels.max}`}
            integer
            min={choice.levels.min}
            max={choice.levels.max}
            value={level ?? choice.levels.default}
            onChange={setLevel}
          />
        )}
      </div>
      {[implementation.warning, choice?.warning].filter(Boolean).map((warning) => (
        <p key={warning} className={styles.note}>
          {warning}
        </p>
      ))}
      {refusal !== null && (
        <p id={reasonId} className={styles.reason} role="status">
          {refusal}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={refusal !== null} aria-describedby={refusal === null ? undefined : reasonId}>
          Add
        </Button>
        <Button variant="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
