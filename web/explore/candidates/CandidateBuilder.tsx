import { useId, useState } from 'react';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { completeOptions, type OptionValues } from '../../../workers/model/options';
import type { Candidate, Plan } from '../../../workers/model/plan';
import { planLimits } from '../../../workers/model/plan';
import { plural } from '../../../workers/model/plural';
import { usualFormat } from '../../../workers/registry/default-plan';
import { formats } from '../../../workers/registry/metadata';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/SelectField';
import { OptionControl } from '../data/OptionControl';
import { hasCandidate } from '../plan-edit';
import styles from './CandidateBuilder.module.css';
import { CodecFields } from './CodecFields';
import { type CodecDraft, emptyDraft, resolveDraft } from './codec-draft';
import { MoreOptions } from './MoreOptions';
import { formatsNotOffered, makeCandidate, whyUnsupported } from './make-candidates';

interface CandidateBuilderProps {
  readonly plan: Plan;
  readonly schema: DatasetSchema | null;
  readonly onAdd: (candidate: Candidate) => void;
  readonly onClose: () => void;
}

/** A form that builds one candidate: a format, its implementation and options, and a codec. Choices that can't be combined are disabled, with the reason. */
export function CandidateBuilder({ plan, schema, onAdd, onClose }: CandidateBuilderProps) {
  const reasonId = useId();
  const fitsData = (id: string) => {
    const meta = formats.get(id);
    return meta?.implementations.some((each) => whyUnsupported(makeCandidate(meta, each, null), schema) === null);
  };
  const [formatId, setFormatId] = useState(
    () => [usualFormat, ...formats.keys()].find((id) => fitsData(id)) ?? [...formats.keys()][0] ?? '',
  );
  const [implementationId, setImplementationId] = useState<string | null>(null);
  const [given, setGiven] = useState<OptionValues>({});
  const [draft, setDraft] = useState<CodecDraft>(emptyDraft);

  const format = formats.get(formatId);
  const implementation =
    format?.implementations.find(({ id }) => id === implementationId) ?? format?.implementations[0];
  if (format === undefined || implementation === undefined) return null;
  const options = completeOptions(implementation.options, given, format.label);
  const candidate = makeCandidate(format, implementation, resolveDraft(draft, implementation)?.codec ?? null, options);
  const reasonFor = (codec: string) =>
    whyUnsupported(
      makeCandidate(
        format,
        implementation,
        resolveDraft({ ...emptyDraft, codec }, implementation)?.codec ?? null,
        options,
      ),
      schema,
    );
  const unsupported = whyUnsupported(candidate, schema);
  const refusal =
    unsupported ??
    (hasCandidate(plan, candidate)
      ? 'This candidate is already in the plan.'
      : plan.candidates.length >= planLimits.candidates
        ? `A run takes at most ${planLimits.candidates} candidates: remove one first.`
        : null);

  const chooseFormat = (id: string) => {
    setFormatId(id);
    setImplementationId(null);
    setGiven({});
    setDraft(emptyDraft);
  };

  return (
    <form
      className={styles.builder}
      aria-label="Add a candidate"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal !== null) return;
        onAdd(candidate);
        // The pressed button becomes disabled and would lose the focus, so the first field takes it.
        event.currentTarget.querySelector('select')?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.grid}>
        <SelectField
          label="Format"
          autoFocus
          value={format.id}
          options={[...formats.values()]
            .filter(({ id }) => id === format.id || fitsData(id))
            .map(({ id, label }) => ({ value: id, label }))}
          onChange={chooseFormat}
        />
        <SelectField
          label="Implementation"
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
            setDraft(emptyDraft);
          }}
        />
      </div>
      {implementation.warning !== undefined && <p className={styles.note}>{implementation.warning}</p>}
      <CodecFields
        format={format}
        implementation={implementation}
        draft={draft}
        onDraft={setDraft}
        disabled={(codec) => codec !== draft.codec && unsupported === null && reasonFor(codec) !== null}
      />
      {implementation.options.length > 0 && (
        <MoreOptions
          key={implementation.id}
          title={`Options of ${format.label}`}
          changed={implementation.options.filter(({ id, default: standard }) => options[id] !== standard).length}
        >
          {implementation.options.map((descriptor) => (
            <OptionControl
              key={descriptor.id}
              descriptor={descriptor}
              value={options[descriptor.id] ?? descriptor.default}
              onChange={(value) => setGiven({ ...given, [descriptor.id]: value })}
            />
          ))}
        </MoreOptions>
      )}
      <NotOffered schema={schema} />
      {refusal !== null && (
        <p id={reasonId} className={styles.reason} role="status">
          {refusal}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : reasonId}
        >
          Add
        </Button>
        <Button variant="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}

/** Why formats are missing in the list of formats. */
function NotOffered({ schema }: { readonly schema: DatasetSchema | null }) {
  const missing = formatsNotOffered(schema);
  if (missing.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>{plural(missing.length, 'format')} not offered for this data</summary>
      <ul className={styles.note}>
        {missing.map(({ label, reason }) => (
          <li key={label}>
            {label}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
