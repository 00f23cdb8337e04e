import { useEffect, useRef, useState } from 'react';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type { ErrorRecord } from '../../../workers/model/errors';
import { type Candidate, candidateKey, type Plan, planLimits } from '../../../workers/model/plan';
import { type CandidateNames, nameCandidates } from '../../figures/candidate-names';
import { candidateSettings } from '../../figures/candidate-settings';
import { Button } from '../../ui/Button';
import { DefinitionsTip } from '../../ui/DefinitionsTip';
import { Icon } from '../../ui/Icon';
import { Notice } from '../../ui/Notice';
import { Toggletip } from '../../ui/Toggletip';
import { hasCandidate, withCandidates, withoutCandidate } from '../plan-edit';
import { Section } from '../Section';
import { CandidateChip } from './CandidateChip';
import styles from './CandidatesSection.module.css';
import { codecWarning, formatWarnings, whyUnsupported } from './make-candidates';
import { type CandidatePreset, presetOperations, presetsFor } from './presets';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyPart } from '../../ui/part-of-page';

const CandidateBuilder = lazyPart(async () => ({ default: (await import('./CandidateBuilder')).CandidateBuilder }));

interface CandidatesSectionProps {
  readonly plan: Plan;
  /** The schema of the chosen data. Null until the user's file has been read. */
  readonly schema: DatasetSchema | null;
  /** Why the plan can't be run. Null if it can. */
  readonly rejection: ErrorRecord | null;
  /** The candidate with the same settings as the user's file. Null without a file, or if no candidate can have its settings. */
  readonly userFileCandidate: Candidate | null;
  /** True if candidates that take long to write the smallest files are suggested. */
  readonly suggestsSmallest: boolean;
  readonly onPlan: (plan: Plan) => void;
}

const keysOf = (candidates: Plan['candidates']) => candidates.map(candidateKey).sort().join('\n');

export function CandidatesSection(props: CandidatesSectionProps) {
  const { plan, schema, rejection, userFileCandidate, suggestsSmallest, onPlan } = props;
  const [building, setBuilding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const names = nameCandidates(plan.candidates);
  const groups = byFormat(plan.candidates, names);
  const offered =
    userFileCandidate === null ||
    hasCandidate(plan, userFileCandidate) ||
    plan.candidates.length >= planLimits.candidates ||
    whyUnsupported(userFileCandidate, schema) !== null
      ? null
      : userFileCandidate;
  const chips = useRef<HTMLDivElement>(null);
  const remove = (index: number) => {
    onPlan(withoutCandidate(plan, index));
    // The button that was pressed is gone with the candidate.
    chips.current?.focus({ preventScroll: true });
  };
  const wasBuilding = useRef(false);
  useEffect(() => {
    if (wasBuilding.current && !building) addButton.current?.focus();
    wasBuilding.current = building;
  }, [building]);
  return (
    <Section
      title="Candidates"
      summary={
        plan.candidates.length === 1
          ? 'one candidate, the fewest that a run can have'
          : `${plan.candidates.length} of at most ${planLimits.candidates}: ${[...groups.keys()].join(', ')}`
      }
    >
      <Presets
        legend="Sets of candidates to choose from"
        presets={presetsFor(schema).filter(({ comparesImplementations }) => !comparesImplementations)}
        {...{ plan, schema, suggestsSmallest, onPlan }}
      />
      <Presets
        legend="Implementations of a codec to compare"
        label="Implementations of"
        presets={presetsFor(schema).filter(({ comparesImplementations }) => comparesImplementations)}
        {...{ plan, schema, suggestsSmallest, onPlan }}
      />
      <div className={styles.groups} ref={chips} tabIndex={-1}>
        {[...groups].map(([format, members]) => (
          <div key={format} className={styles.group}>
            <h3 className={styles.format}>
              {format} <FormatWarning format={format} candidates={members.map(({ candidate }) => candidate)} />
            </h3>
            <ul className={styles.chips}>
              {members.map(({ candidate, index, names: own }) => (
                <CandidateChip
                  key={candidateKey(candidate)}
                  names={own}
                  text={chipText(own)}
                  unsupported={whyUnsupported(candidate, schema)}
                  warning={codecWarning(candidate)}
                  removable={plan.candidates.length > 1}
                  onRemove={() => remove(index)}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <details className={styles.settings}>
        <summary>Implementations and options</summary>
        <dl>
          {names.map((own) => (
            <div key={own.label}>
              <dt>{own.label}</dt>
              <dd>{candidateSettings(own)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {rejection !== null && (
        <Notice tone="danger" title="This plan can’t be run.">
          {rejection.message} {rejection.remedy}
        </Notice>
      )}
      <div>
        {building ? (
          <ErrorBoundary what="The form for candidates" loading={null}>
            <CandidateBuilder
              plan={plan}
              schema={schema}
              onAdd={(candidate) => onPlan(withCandidates(plan, [candidate]))}
              onClose={() => setBuilding(false)}
            />
          </ErrorBoundary>
        ) : (
          <div className={styles.adding}>
            <Button ref={addButton} size="small" onClick={() => setBuilding(true)}>
              <Icon name="plus" /> Add a candidate
            </Button>
            {offered !== null && (
              <Button
                size="small"
                onClick={() => {
                  onPlan(withCandidates(plan, [offered]));
                  addButton.current?.focus();
                }}
              >
                <Icon name="plus" /> Add a candidate with your file’s settings:{' '}
                {nameCandidates([...plan.candidates, offered]).at(-1)?.label}
              </Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

interface PresetsProps extends Pick<CandidatesSectionProps, 'plan' | 'schema' | 'suggestsSmallest' | 'onPlan'> {
  readonly legend: string;
  /** Visible before the buttons. */
  readonly label?: string;
  readonly presets: readonly CandidatePreset[];
}

/** Only sets that give at least two candidates for this data, since one alone compares nothing. */
const fitting = (presets: readonly CandidatePreset[], schema: DatasetSchema | null, isForSmallest: boolean) =>
  presets.flatMap((preset) => {
    const candidates = preset.candidates(schema, isForSmallest);
    return candidates.length < 2 ? [] : [{ preset, candidates }];
  });

function Presets({ legend, label, presets, plan, schema, suggestsSmallest, onPlan }: PresetsProps) {
  const chosen = keysOf(plan.candidates);
  const offered = fitting(presets, schema, suggestsSmallest);
  if (offered.length === 0) return null;
  return (
    <div className={styles.compare}>
      {label !== undefined && <span className={styles.compareLabel}>{label}</span>}
      <fieldset className={styles.presets}>
        <legend className="visually-hidden">{legend}</legend>
        {offered.map(({ preset, candidates }) => (
          <button
            key={preset.id}
            type="button"
            className={styles.preset}
            aria-pressed={keysOf(candidates) === chosen}
            onClick={() => onPlan({ ...plan, candidates, operations: presetOperations(preset, plan.operations) })}
          >
            {preset.label}
          </button>
        ))}
        <DefinitionsTip
          about={legend.toLowerCase()}
          definitions={offered.map(({ preset }) => ({ name: preset.label, meaning: preset.note }))}
        />
      </fieldset>
    </div>
  );
}

function FormatWarning({ format, candidates }: { readonly format: string; readonly candidates: readonly Candidate[] }) {
  const warnings = formatWarnings(candidates);
  return warnings.length === 0 ? null : <Toggletip about={format}>{warnings.join('\n')}</Toggletip>;
}

interface Member {
  readonly candidate: Candidate;
  readonly index: number;
  readonly names: CandidateNames;
}

function byFormat(
  candidates: readonly Candidate[],
  names: readonly CandidateNames[],
): ReadonlyMap<string, readonly Member[]> {
  const groups = new Map<string, Member[]>();
  for (const [index, candidate] of candidates.entries()) {
    const own = names[index];
    if (own === undefined) continue;
    const group = groups.get(own.format) ?? [];
    group.push({ candidate, index, names: own });
    groups.set(own.format, group);
  }
  return groups;
}

/** A candidate's label without its format, which is the heading of the group. */
function chipText({ label, format, codec }: CandidateNames): string {
  if (label === format) return codec === 'None' ? 'no codec' : codec;
  return label.startsWith(`${format}, `) ? label.slice(format.length + 2) : label;
}
