import { type Budget, budgets } from '../../../workers/model/budget';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type { EffortMode, Operation, Plan } from '../../../workers/model/plan';
import { effortModes, efforts, operations } from '../../../workers/model/plan';
import type { PlanEstimate } from '../../../workers/registry/estimate';
import { budgetText, capitalized } from '../../figures/budget-words';
import { formatBytes } from '../../figures/figures';
import { operationHelp, operationNames } from '../../figures/operation-names';
import { whyOperationUnsupported } from '../../figures/unsupported-operation';
import { Checkbox } from '../../ui/Checkbox';
import { DefinitionsTip } from '../../ui/DefinitionsTip';
import { Notice } from '../../ui/Notice';
import { Segmented } from '../../ui/Segmented';
import { withSearch } from '../plan-edit';
import { NotifyChoice } from './NotifyChoice';
import { OperationChoices } from './OperationChoices';
import styles from './RunSection.module.css';

interface MeasuringChoicesProps {
  readonly plan: Plan;
  readonly schema: DatasetSchema | null;
  readonly itemCount: number | null;
  readonly estimate: PlanEstimate;
  /** The ticked operations that can't be measured, with the reasons. */
  readonly unavailable: readonly { readonly operation: Operation; readonly reason: string }[];
  readonly onPlan: (plan: Plan) => void;
}

const effortMeanings: Record<EffortMode, string> = {
  sizes: `${efforts.sizes.rounds} rounds: sizes are exact, but too few rounds to say which candidate is faster.`,
  quick: `${efforts.quick.rounds} rounds of short samples: shows which candidate is faster if the difference is clear.`,
  standard: `${efforts.standard.rounds} rounds with longer warm-up and samples: also finds smaller differences.`,
  thorough: `${efforts.thorough.rounds} rounds with even longer samples: finds differences of a few percent.`,
  repeats: `${efforts.repeats.rounds} rounds of as few calls as the timer allows: shows the slowest and the fastest of ${efforts.repeats.rounds} repeats, as in the CDK study, 2015 (source 003).`,
};

/** A time, or a number of rounds, which the effort says. */
type Length = `${Budget}` | 'rounds';

const lengthOptions: readonly { readonly value: Length; readonly label: string }[] = [
  ...budgets.map((budget) => ({ value: `${budget}` as const, label: capitalized(budgetText(budget)) })),
  { value: 'rounds', label: 'Rounds' },
];

const inTime = 'Each candidate once, then those that can still be the best.';

function lengthMeaning({ budget, effort }: Plan): string {
  if (budget === undefined) return effortMeanings[effort];
  return budget === 'untilDecided'
    ? `${inTime} Ends when one is clearly the best, or after 30 min.`
    : `${inTime} Ends after ${budgetText(budget)}.`;
}

/** The plan that measures for this time, or, with `rounds`, for the rounds of its effort. */
function withLength(plan: Plan, length: Length): Plan {
  const { budget: _, ...rest } = plan;
  const budget = budgets.find((each) => `${each}` === length);
  return budget === undefined ? rest : { ...rest, effort: 'quick', budget };
}

export function MeasuringChoices({ plan, schema, itemCount, estimate, unavailable, onPlan }: MeasuringChoicesProps) {
  const toggle = (operation: Operation, on: boolean) =>
    onPlan({
      ...plan,
      operations: operations.filter((each) => (each === operation ? on : plan.operations.includes(each))),
    });
  return (
    <>
      <div className={styles.effort}>
        <Segmented
          label="Time to measure"
          value={plan.budget === undefined ? 'rounds' : `${plan.budget}`}
          options={lengthOptions}
          onChange={(length) => onPlan(withLength(plan, length))}
        />
        {plan.budget === undefined && (
          <Segmented
            label="Effort"
            value={plan.effort}
            options={effortModes.map((mode) => ({
              value: mode,
              label: capitalized(mode),
              meaning: effortMeanings[mode],
            }))}
            onChange={(effort) => onPlan({ ...plan, effort })}
          />
        )}
        <p className={styles.meaning}>
          {lengthMeaning(plan)} Needs about {formatBytes(estimate.peakMemoryBytes, 2)} of memory.
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
      {schema?.kind === 'table' && plan.budget !== undefined && (
        <Checkbox
          checked={plan.searchesColumns === true}
          onChange={(on) => onPlan(withSearch(plan, on))}
          help="At most a third of the time. What it finds is one of the candidates."
        >
          First search the best Parquet settings of each column
        </Checkbox>
      )}
      <NotifyChoice />
      {unavailable.map(({ operation, reason }) => (
        <p key={operation} className={styles.meaning}>
          {operationNames[operation]}: {reason}
        </p>
      ))}
      <OperationChoices plan={plan} schema={schema} itemCount={itemCount} onPlan={onPlan} />
      {estimate.tooLarge.map(({ dataset, message, remedy }) => (
        <Notice key={dataset} tone="danger" title="The data is too large for this tab.">
          {message} {remedy}
        </Notice>
      ))}
    </>
  );
}
