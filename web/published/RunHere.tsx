import type { Plan } from '../../workers/model/plan';
import type { PublishedSource, PublishedWorkload } from '../../workers/model/published';
import { workloads } from '../../workers/registry/metadata';
import { formatBytes, formatCount } from '../figures/figures';
import { Button } from '../ui/Button';
import { isKnownWorkload, planForWorkload, supportedCandidates } from './plan-of';
import styles from './PublishedPage.module.css';

interface RunHereProps {
  readonly source: PublishedSource;
  readonly onPlan: (plan: Plan) => void;
}

/** A button for each workload of a source that sets the plan of its experiment. */
export function RunHere({ source, onPlan }: RunHereProps) {
  const systems = supportedCandidates(source).length;
  const missing = source.systems.length - systems;
  const several = source.workloads.length > 1;
  return (
    <div className={styles.runHere}>
      {source.workloads.map((workload) => (
        <Button
          key={workload.id}
          variant="primary"
          onClick={() => onPlan(planForWorkload(source, workload))}
          disabled={!isKnownWorkload(workload)}
        >
          {several ? `Run ${workload.label} here` : 'Run this here'}
        </Button>
      ))}
      <p className={styles.small}>
        {source.workloads.map(sizeWords).join(' or ')}, {formatCount(systems)} of the{' '}
        {formatCount(source.systems.length)} systems of the source, and the uncompressed baseline.
        {missing > 0 && ` ${formatCount(missing)} can’t run here yet.`} The button sets the plan. The run starts when
        you press Run.
      </p>
    </div>
  );
}

function sizeWords({ workload, knobs, sizeHere, label }: PublishedWorkload): string {
  const meta = workloads.get(workload);
  if (meta === undefined) return `${formatCount(sizeHere)} items (${label}, which this version can’t generate)`;
  const defaults = Object.fromEntries(meta.parameters.map((parameter) => [parameter.id, parameter.default]));
  return `${formatCount(sizeHere)} ${meta.sizeUnit} (${formatBytes(meta.dataBytes({ ...defaults, ...knobs }, sizeHere))})`;
}
