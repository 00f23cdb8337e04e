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
import { FoldedSection } from '../Section';
import { whyOperationUnsupported } from '../../figures/unsupported-operation';
import styles from './RunSection.module.css';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyPart } from '../../ui/part-of-page';

// It is in a folded section, so the first screen does not need it.
const OperationChoices = lazyPart(async () => ({ default: (await import('./OperationChoices')).OperationChoices }));

interface RunSectionProps {
  readonly plan: Plan;
  /** The schema of the chosen data. Null until the user's file has been read. */
  readonly schema: DatasetSchema | null;
  /** The number of items of the smallest dataset. Null until the user's file has been read. */
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
  sizes: `${efforts.sizes.rounds} rounds: sizes are exact, but too few rounds to say which candidate is faster.`,
  quick: `${efforts.quick.rounds} rounds of short samples: shows which candidate is faster if the difference is clear.`,
  standard: `${efforts.standard.rounds} rounds with longer warm-up and samples: also finds smaller differences.`,
  thorough: `${efforts.thorough.rounds} rounds with even longer samples: finds differences of a few percent.`,
  repeats: `${efforts.repeats.rounds} rounds of as few calls as the timer allows: shows the slowest and the fastest of ${efforts.repeats.rounds} repeats, as in the CDK study, 2015 (source 003).`,
};

export function RunSection({ plan, schema, itemCount, estimate, onPlan }: RunSectionProps) {
  const toggle = (operation: Operation, on: boolean) =>
    onPlan({
      ...plan,
      operations: operations.filter((each) => (each === operation ? on : plan.operations.includes(each))),
    });
  // The reason is shown below the boxes only for ticked operations. The ⓘ above the boxes lists the reasons of all.
  const unavailable = operations.flatMap((operation) => {
    const reason = whyOperationUnsupported(operation, plan.candidates, schema);
    const isRequested =
      plan.operations.includes(operation) || (operation === 'warmLookup' && plan.operations.includes('lookup'));
    return reason !== null && isRequested ? [{ operation, reason }] : [];
  });
  return (
    <FoldedSection
      title="Measuring"
      summary={`${effortLabels[plan.effort]}, ${plan.operations.map((operation) => operationNames[operation].toLowerCase()).join(', ')}`}
      hasProblem={unavailable.length > 0 || estimate.tooLarge.length > 0}
    >
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
        <p className={styles.meaning}>
          {effortMeanings[plan.effort]} Needs about {formatBytes(estimate.peakMemoryBytes, 2)} of memory.
        </p>
      </div>
      <fieldset className={styles.operations}>
        <legend className="visually-hidden">Operations to time, if a format supports them</legend>
        <p className={styles.legend}>
          <span aria-hidden="true">Operations to time, if a format supports them</span>{' '}
          <DefinitionsTip
            about="the operations"
            definitions={operations.map((operation) => {
              const reason = whyOperationUnsupported(operation, plan.candidates, schema);
              return {
                name: operationNames[operation],
                meaning: reason === null ? operationHelp[operation] : `${operationHelp[operation]}. ${reason}`,
              };
            })}
          />
        </p>
        {operations.map((operation) => {
          const reason = whyOperationUnsupported(operation, plan.candidates, schema);
          const checked = plan.operations.includes(operation);
          return (
            <Checkbox
              key={operation}
              checked={checked}
              // A ticked operation that no candidate supports can still be unticked.
              disabled={checked ? plan.operations.length === 1 : reason !== null}
              onChange={(on) => toggle(operation, on)}
            >
              {operationNames[operation]}
            </Checkbox>
          );
        })}
      </fieldset>
      {unavailable.map(({ operation, reason }) => (
        <p key={operation} className={styles.meaning}>
          {operationNames[operation]}: {reason}
        </p>
      ))}
      <ErrorBoundary what="The choice of operations" resetKey={plan} loading={null}>
        <OperationChoices plan={plan} schema={schema} itemCount={itemCount} onPlan={onPlan} />
      </ErrorBoundary>
      {estimate.tooLarge.map(({ dataset, message, remedy }) => (
        <Notice key={dataset} tone="danger" title="The data is too large for this tab.">
          {message} {remedy}
        </Notice>
      ))}
    </FoldedSection>
  );
}
