import type { Operation } from '../../workers/model/plan';
import { Checkbox } from '../ui/Checkbox';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import chart from '../charts/chart.module.css';
import { operationHelp, operationNames } from '../figures/operation-names';
import type { ResultsView } from '../view/results-view';

interface ScatterControlsProps {
  readonly operations: readonly Operation[];
  readonly view: ResultsView;
  readonly hasPublished: boolean;
  readonly onView: (next: ResultsView) => void;
}

/** The controls of the scatter plot: operation, scales of the axes, published figures. */
export function ScatterControls({ operations, view, hasPublished, onView }: ScatterControlsProps) {
  const setOperation = (operation: Operation) => onView({ ...view, operation });
  const scale = (axis: 'throughputScale' | 'ratioScale', label: string) => (
    <Checkbox checked={view[axis] === 'log'} onChange={(log) => onView({ ...view, [axis]: log ? 'log' : 'linear' })}>
      {label}
    </Checkbox>
  );
  return (
    <div className={chart.controls}>
      {operations.length <= 3 ? (
        <Segmented
          label="Throughput of"
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
          aria-label="Throughput of"
          value={view.operation}
          options={operations.map((operation) => ({ value: operation, label: operationNames[operation] }))}
          onChange={(value) => {
            const operation = operations.find((known) => known === value);
            if (operation !== undefined) setOperation(operation);
          }}
        />
      )}
      {scale('throughputScale', 'Log scale for throughput')}
      {scale('ratioScale', 'Log scale for ratio')}
      {hasPublished && (
        <Checkbox checked={view.showPublished} onChange={(showPublished) => onView({ ...view, showPublished })}>
          Published figures
        </Checkbox>
      )}
    </div>
  );
}
