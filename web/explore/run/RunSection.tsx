import type { DatasetSchema } from '../../../workers/model/dataset';
import type { EffortMode, Operation, Plan } from '../../../workers/model/plan';
import { effortModes, efforts, operations } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { formatBytes } from '../../figures/figures';
import { operationHelp, operationNames } from '../../figures/operation-names';
import { Checkbox } from '../../ui/Checkbox';
import { DefinitionsTip } from '../../ui/DefinitionsTip';
import { Notice } from '../../ui/Notice';
import { Segmented } from '../../ui/Segmented';
import { Section } from '../Section';
import { whyNotOffered } from './offered-operations';
import { OperationChoices } from './OperationChoices';
import styles from './RunSection.module.css';

interface RunSectionProps {
  readonly plan: Plan;
  /** Of the data chosen; null until a file of the user's has been read. */
  readonly schema: DatasetSchema | null;
  /** Of the smallest dataset; null until a file of the user's has been read. */
  readonly itemCount: number | null;
  readonly estimate: PlanEstimate;
  readonly onPlan: (plan: Plan) => void;
}

const effortLabels: Record<EffortMode, string> = {
  sizes: 'Sizes',
  quick: 'Quick',
  standard: 'Standard',
  thorough: 'Thorough',
  repeats: 'Repeats',
};

const effortMeanings: Record<EffortMode, string> = {
  sizes: `${efforts.sizes.rounds} rounds: sizes are exact, speeds get no verdict.`,
  quick: `${efforts.quick.rounds} rounds of short samples: verdicts where candidates differ clearly.`,
  standard: `${efforts.standard.rounds} rounds of longer warm-up and samples: verdicts on smaller differences.`,
  thorough: `${efforts.thorough.rounds} rounds and longer samples: for differences of a few percent.`,
  repeats: `${efforts.repeats.rounds} rounds of as few calls as the timer allows: the slowest and the fastest of ${efforts.repeats.rounds} repeats, as source 003 has them.`,
};

export function RunSection({ plan, schema, itemCount, estimate, onPlan }: RunSectionProps) {
  const toggle = (operation: Operation, on: boolean) =>
    onPlan({
      ...plan,
      operations: operations.filter((each) => (each === operation ? on : plan.operations.includes(each))),
    });
  // Said where it was asked for, or where it is the candidates alone that can't: elsewhere the ⓘ above the boxes says it.
  const without = operations.flatMap((operation) => {
    const reason = whyNotOffered(operation, plan.candidates, schema);
    const isAsked =
      plan.operations.includes(operation) || (operation === 'warmLookup' && plan.operations.includes('lookup'));
    return reason !== null && isAsked ? [{ operation, reason }] : [];
  });
  return (
    <Section title="Run" summary={`takes about ${formatBytes(estimate.peakMemoryBytes, 2)} of memory`}>
      <div className={styles.effort}>
        <Segmented
          label="Effort"
          value={plan.effort}
          options={effortModes.map((mode) => ({
            value: mode,
            label: effortLabels[mode],
            meaning: effortMeanings[mode],
          }))}
          onChange={(effort) => onPlan({ ...plan, effort })}
        />
        <p className={styles.meaning}>{effortMeanings[plan.effort]}</p>
      </div>
      <fieldset className={styles.operations}>
        <legend className="visually-hidden">What is timed, where a format allows it</legend>
        <p className={styles.legend}>
          <span aria-hidden="true">What is timed, where a format allows it</span>{' '}
          <DefinitionsTip
            about="what is timed"
            definitions={operations.map((operation) => {
              const reason = whyNotOffered(operation, plan.candidates, schema);
              return {
                name: operationNames[operation],
                meaning: reason === null ? operationHelp[operation] : `${operationHelp[operation]}. ${reason}`,
              };
            })}
          />
        </p>
        {operations.map((operation) => {
          const reason = whyNotOffered(operation, plan.candidates, schema);
          const checked = plan.operations.includes(operation);
          return (
            <Checkbox
              key={operation}
              checked={checked}
              // What is asked for already, and none can do, can still be taken back.
              disabled={checked ? plan.operations.length === 1 : reason !== null}
              onChange={(on) => toggle(operation, on)}
            >
              {operationNames[operation]}
            </Checkbox>
          );
        })}
      </fieldset>
      {without.map(({ operation, reason }) => (
        <p key={operation} className={styles.meaning}>
          {operationNames[operation]}: {reason}
        </p>
      ))}
      <OperationChoices plan={plan} schema={schema} itemCount={itemCount} onPlan={onPlan} />
      {estimate.tooLarge.map(({ dataset, message, remedy }) => (
        <Notice key={dataset} tone="danger" title="Too much data for this tab.">
          {message} {remedy}
        </Notice>
      ))}
    </Section>
  );
}
