import type { Operation } from '../../workers/model/plan';
import { Checkbox } from '../ui/Checkbox';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import chart from '../charts/chart.module.css';
import { operationHelp, operationNames } from '../figures/operation-names';
import type { ResultsView } from '../view/results-view';
import type { ChosenFields } from './fields/chosen-fields';
import type { Field } from './fields/field';

interface ScatterControlsProps {
  readonly operations: readonly Operation[];
  readonly chosen: ChosenFields;
  readonly view: ResultsView;
  readonly hasPublished: boolean;
  /** True if some codec has several levels, so that a line can join them. */
  readonly hasLevels: boolean;
  readonly onView: (next: ResultsView) => void;
}

/** The name of a field beside a control: the id without the operation, as `throughput` or `ratio`. */
const shortName = ({ id, phrase }: Field) =>
  id.split('.').find((part) => part === 'throughput' || part === 'time') ?? phrase;

/** Whether the chart changes with the operation. Fields such as `encode.time` name theirs. */
const followsOperation = ({ x, y, color, facet }: ChosenFields) =>
  [x, y, color, facet].some((field) => field?.id === 'throughput' || field?.id === 'time');

/** The controls of the main chart beside its fields: operation, scales of the axes, lines, published figures. */
export function ScatterControls({ operations, chosen, view, hasPublished, hasLevels, onView }: ScatterControlsProps) {
  const setOperation = (operation: Operation) => onView({ ...view, operation });
  const scale = (axis: 'throughputScale' | 'ratioScale', field: Field) =>
    field.kind === 'number' &&
    field.canBeLog && (
      <Checkbox checked={view[axis] === 'log'} onChange={(log) => onView({ ...view, [axis]: log ? 'log' : 'linear' })}>
        {`Log scale for ${shortName(field)}`}
      </Checkbox>
    );
  return (
    <div className={chart.controls}>
      {!followsOperation(chosen) ? null : operations.length <= 3 ? (
        <Segmented
          label="Operation of the chart"
          value={view.operation}
          options={operations.map((operation) => ({
            value: operation,
            label: operationNames[operation],
            title: operationHelp[operation],
          }))}
          onChange={setOperation}
        />
      ) : (
        <Select
          aria-label="Operation of the chart"
          value={view.operation}
          options={operations.map((operation) => ({ value: operation, label: operationNames[operation] }))}
          onChange={(value) => {
            const operation = operations.find((known) => known === value);
            if (operation !== undefined) setOperation(operation);
          }}
        />
      )}
      {scale('throughputScale', chosen.x)}
      {scale('ratioScale', chosen.y)}
      {hasLevels && (
        <Checkbox checked={view.joinLevels} onChange={(joinLevels) => onView({ ...view, joinLevels })}>
          Join levels
        </Checkbox>
      )}
      {hasPublished && (
        <Checkbox checked={view.showPublished} onChange={(showPublished) => onView({ ...view, showPublished })}>
          Published figures
        </Checkbox>
      )}
    </div>
  );
}
