import type { WorkloadMeta } from '../../../workers/model/entry';
import { completeOptions } from '../../../workers/model/options';
import type { Plan } from '../../../workers/model/plan';
import { isSweepParameter, parameterSweepOf } from '../../figures/parameter-sweep';
import { Button } from '../../ui/Button';
import { NumberField } from '../../ui/NumberField';
import {
  type WorkloadSpec,
  withDataSeed,
  withoutParameterSweep,
  withParameter,
  withParameterSweep,
} from '../plan-edit';
import { defaultSweepValues } from '../sweep-values';
import { OptionControl } from './OptionControl';
import styles from './ParameterFields.module.css';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyPart } from '../../ui/part-of-page';

const ParameterSweepFields = lazyPart(async () => ({
  default: (await import('./ParameterSweepFields')).ParameterSweepFields,
}));

interface ParameterFieldsProps {
  readonly plan: Plan;
  readonly spec: WorkloadSpec;
  readonly workload: WorkloadMeta;
  readonly onPlan: (plan: Plan, options?: { readonly replace?: boolean }) => void;
}

/** The parameters of a workload and its seed. One parameter can be swept: fields for its values then replace its control. */
export function ParameterFields({ plan, spec, workload, onPlan }: ParameterFieldsProps) {
  const parameters = completeOptions(workload.parameters, spec.knobs, workload.label);
  const sweep = parameterSweepOf(plan.datasets);
  return (
    <div className={styles.grid}>
      {workload.parameters.map((descriptor) =>
        sweep !== null && sweep.parameter.id === descriptor.id ? (
          <ErrorBoundary key={descriptor.id} what="The sweep" loading={null}>
            <ParameterSweepFields
              sweep={sweep}
              onValues={(values, gliding) =>
                onPlan(withParameterSweep(plan, descriptor.id, values), { replace: gliding })
              }
              onEnd={() => onPlan(withoutParameterSweep(plan, descriptor.id, descriptor.default))}
            />
          </ErrorBoundary>
        ) : (
          <div key={descriptor.id} className={styles.parameter}>
            <OptionControl
              descriptor={descriptor}
              value={parameters[descriptor.id] ?? descriptor.default}
              onChange={(value, gliding) =>
                onPlan(withParameter(plan, workload, descriptor.id, value), { replace: gliding })
              }
            />
            {isSweepParameter(descriptor) && (
              <Button
                size="small"
                variant="plain"
                className={styles.start}
                aria-label={`Sweep this parameter: ${descriptor.label}`}
                onClick={() =>
                  onPlan(
                    withParameterSweep(
                      sweep === null ? plan : withoutParameterSweep(plan, sweep.parameter.id, sweep.parameter.default),
                      descriptor.id,
                      defaultSweepValues(descriptor),
                    ),
                  )
                }
              >
                Sweep this parameter
              </Button>
            )}
          </div>
        ),
      )}
      <NumberField
        label="Seed"
        help="The same seed gives the same bytes on every machine."
        integer
        min={0}
        max={2 ** 32 - 1}
        value={spec.seed}
        onChange={(seed) => onPlan(withDataSeed(plan, workload, seed), { replace: true })}
      />
    </div>
  );
}
