import type { Operation } from '../../workers/model/plan';
import { Checkbox } from '../ui/Checkbox';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import chart from '../charts/chart.module.css';
import { operationHelp, operationNames } from '../figures/operation-names';
import type { ResultsView } from '../view/results-view';
import type { ChosenFields } from './fields/chosen-fields';

interface ScatterControlsProps {
  readonly operations: readonly Operation[];
  readonly chosen: ChosenFields;
  readonly view: ResultsView;
  /** How many published and imported figures the chart can draw. */
  readonly publishedCount: number;
  readonly onView: (next: ResultsView) => void;
}

/** Whether the chart changes with the operation. Fields such as `encode.time` name theirs. */
const followsOperation = ({ x, y, color, facet }: ChosenFields) =>
  [x, y, color, facet].some((field) => field?.id === 'throughput' || field?.id === 'time');

/** The controls beside the title of the main chart: the operation, if a field follows it, and the switch of published figures. */
export function ScatterControls({ operations, chosen, view, publishedCount, onView }: ScatterControlsProps) {
  const setOperation = (operation: Operation) => onView({ ...view, operation });
  return (
    <div className={chart.controls}>
      {publishedCount > 0 && (
        <Checkbox checked={view.showPublished} onChange={(showPublished) => onView({ ...view, showPublished })}>
          {`Published (${publishedCount})`}
        </Checkbox>
      )}
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
    </div>
  );
}
