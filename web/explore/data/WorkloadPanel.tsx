import type { WorkloadMeta } from '../../../workers/model/entry';
import { completeOptions } from '../../../workers/model/options';
import type { Plan } from '../../../workers/model/plan';
import { workloads } from '../../../workers/registry/metadata';
import { formatBytes, formatCount, formatExactBytes } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Button } from '../../ui/Button';
import { DefinitionsTip } from '../../ui/DefinitionsTip';
import { Icon } from '../../ui/Icon';
import { NumberField } from '../../ui/NumberField';
import { Segmented } from '../../ui/Segmented';
import {
  sweepOf,
  sweepSteps,
  type WorkloadSpec,
  withParameters,
  withSize,
  withSweep,
  withWorkload,
} from '../plan-edit';
import { parameterSweepOf } from '../../figures/parameter-sweep';
import { ParameterFields } from './ParameterFields';
import styles from './WorkloadPanel.module.css';
import { WorkloadPicker } from './WorkloadPicker';

interface WorkloadPanelProps {
  readonly plan: Plan;
  readonly spec: WorkloadSpec;
  readonly onPlan: (plan: Plan, options?: { readonly replace?: boolean }) => void;
}

/** Workloads without a source are like the data that people have, so they come first. The others are in the order of their sources. */
const bySource = [...workloads.values()].sort((a, b) => (a.source ?? '').localeCompare(b.source ?? ''));

const sweepLabels = { 1: 'One size', 3: '3 sizes', 5: '5 sizes', decades: 'Decades' } as const;
const sweepMeanings = {
  1: 'No sweep',
  3: 'The chosen size, half of it and a quarter of it',
  5: 'The chosen size and repeated halves of it, down to a sixteenth',
  decades: 'The chosen size and the powers of ten below it',
} as const;

export function WorkloadPanel({ plan, spec, onPlan }: WorkloadPanelProps) {
  const workload = workloads.get(spec.workload);
  if (workload === undefined) return null;
  const sweep = parameterSweepOf(plan.datasets);
  const datasetBytes = plan.datasets.flatMap((each) =>
    each.source === 'workload' && each.size === spec.size
      ? [workload.dataBytes(completeOptions(workload.parameters, each.knobs, workload.label), spec.size)]
      : [],
  );
  const bytes = Math.max(...datasetBytes);
  const differs = datasetBytes.some((each) => each !== bytes);
  const sizes = plan.datasets.flatMap((each) => (each.source === 'workload' ? [each.size] : []));
  const noted = workload.presets.flatMap(({ label, note }) =>
    note === undefined ? [] : [{ name: label, meaning: note }],
  );
  return (
    <>
      <WorkloadPicker
        workloads={bySource}
        chosen={workload.id}
        onChoose={(next) => onPlan(withWorkload(plan, next, spec.seed))}
      />
      <div className={styles.size}>
        <NumberField
          label="Size"
          note={workload.sizeUnit}
          integer
          min={workload.size.min}
          max={workload.size.max}
          value={spec.size}
          onChange={(size) => onPlan(withSize(plan, workload, size), { replace: true })}
        />
        <div className={styles.bytes}>
          <span className={styles.bytesLabel}>
            {`In memory${differs ? ', up to' : ''}${workload.dataBytesApproximate ? `${differs ? '' : ','} about` : ''}`}
          </span>
          <span className={styles.bytesValue}>{formatBytes(bytes)}</span>
          <span className={styles.note}>
            {workload.dataBytesApproximate ? 'expected, since the lengths of the texts vary' : formatExactBytes(bytes)}
          </span>
        </div>
      </div>
      <fieldset className={styles.presets}>
        <legend className="visually-hidden">Sizes to choose from</legend>
        {workload.presets.map((preset) => (
          <button
            key={preset.size}
            type="button"
            className={styles.preset}
            aria-pressed={preset.size === spec.size}
            onClick={() => onPlan(withSize(plan, workload, preset.size))}
          >
            {preset.label}
          </button>
        ))}
        {noted.length > 0 && <DefinitionsTip about="these sizes" definitions={noted} />}
      </fieldset>
      <PresetNote workload={workload} size={spec.size} />
      <div className={styles.sweep}>
        <Segmented
          label="Size sweep"
          value={String(sweepOf(plan, workload.size.min))}
          options={sweepSteps.map((steps) => ({
            value: String(steps),
            label: sweepLabels[steps],
            meaning: sweepMeanings[steps],
          }))}
          onChange={(value) =>
            onPlan(withSweep(plan, workload, sweepSteps.find((steps) => String(steps) === value) ?? 1))
          }
        />
        {sizes.length > 1 && sweep === null && (
          <p className={styles.note}>
            {sizes.map(formatCount).join(', ')} {workload.sizeUnit}. A chart shows time against size.
          </p>
        )}
      </div>
      <ParameterPanel plan={plan} spec={spec} workload={workload} onPlan={onPlan} />
    </>
  );
}

function PresetNote({ workload, size }: { readonly workload: WorkloadMeta; readonly size: number }) {
  const note = workload.presets.find((preset) => preset.size === size)?.note;
  return note === undefined ? null : <p className={styles.note}>{note}</p>;
}

function ParameterPanel({ plan, spec, workload, onPlan }: WorkloadPanelProps & { readonly workload: WorkloadMeta }) {
  const parameters = completeOptions(workload.parameters, spec.knobs, workload.label);
  const swept = parameterSweepOf(plan.datasets);
  const changed = workload.parameters.filter(
    ({ id, default: standard }) => id !== swept?.parameter.id && parameters[id] !== standard,
  );
  const chosen = [
    ...(swept === null ? [] : [`${plural(swept.values.length, 'value')} of ${swept.parameter.label.toLowerCase()}`]),
    ...changed.map((parameter) => `${parameter.label.toLowerCase()} ${String(parameters[parameter.id])}`),
  ];
  const summary =
    chosen.length > 0
      ? chosen.join(', ')
      : workload.source === undefined
        ? 'default values'
        : 'as in the published source';
  return (
    <details className={styles.parameters}>
      <summary className={styles.parametersHead}>
        <Icon name="chevron" />
        <span className={styles.parametersTitle}>Parameters</span>
        <span className={styles.parametersSummary}>{summary}</span>
      </summary>
      <ParameterFields plan={plan} spec={spec} workload={workload} onPlan={onPlan} />
      {changed.length > 0 && (
        <Button
          size="small"
          variant="plain"
          onClick={() =>
            onPlan(withParameters(plan, workload, completeOptions(workload.parameters, {}, workload.label)))
          }
        >
          Reset the parameters
        </Button>
      )}
    </details>
  );
}
