import type { DatasetSchema } from '../../../workers/model/dataset';
import { operations, type Plan } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { budgetText, capitalized } from '../../figures/budget-words';
import { operationNames } from '../../figures/operation-names';
import { whyOperationUnsupported } from '../../figures/unsupported-operation';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyPart } from '../../ui/part-of-page';
import { Section } from '../Section';

// It is in a folded section, so the first screen does not need it.
const MeasuringChoices = lazyPart(async () => ({ default: (await import('./MeasuringChoices')).MeasuringChoices }));

interface RunSectionProps {
  readonly plan: Plan;
  /** The schema of the chosen data. Null until the user's file has been read. */
  readonly schema: DatasetSchema | null;
  /** The number of items of the smallest dataset. Null until the user's file has been read. */
  readonly itemCount: number | null;
  readonly estimate: PlanEstimate;
  readonly onPlan: (plan: Plan) => void;
}

export function RunSection({ plan, schema, itemCount, estimate, onPlan }: RunSectionProps) {
  // The reason is shown below the boxes only for ticked operations. The ⓘ above the boxes lists the reasons of all.
  const unavailable = operations.flatMap((operation) => {
    const reason = whyOperationUnsupported(operation, plan.candidates, schema);
    const isRequested =
      plan.operations.includes(operation) || (operation === 'warmLookup' && plan.operations.includes('lookup'));
    return reason !== null && isRequested ? [{ operation, reason }] : [];
  });
  const length = plan.budget === undefined ? capitalized(plan.effort) : budgetText(plan.budget);
  return (
    <Section
      title="Measuring"
      summary={[length, ...plan.operations.map((operation) => operationNames[operation].toLowerCase())].join(', ')}
    >
      <ErrorBoundary what="The choice of what is measured" resetKey={plan} loading={null}>
        <MeasuringChoices
          plan={plan}
          schema={schema}
          itemCount={itemCount}
          estimate={estimate}
          unavailable={unavailable}
          onPlan={onPlan}
        />
      </ErrorBoundary>
    </Section>
  );
}
