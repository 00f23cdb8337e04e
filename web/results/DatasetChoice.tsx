import type { Plan } from '../../workers/model/plan';
import { datasetCount, datasetSize, sizeUnit } from '../figures/dataset-words';
import { parameterSweepOf, sweepValueText } from '../figures/parameter-sweep';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import type { ResultsView } from '../view/results-view';
import styles from './DatasetChoice.module.css';

interface DatasetChoiceProps {
  readonly datasets: Plan['datasets'];
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
}

/** The choice of one of several datasets, such as one size of a sweep, that the tabs show. */
export function DatasetChoice({ datasets, view, onView }: DatasetChoiceProps) {
  const sweep = parameterSweepOf(datasets);
  const [firstSpec] = datasets;
  const unit = firstSpec === undefined ? null : sizeUnit(firstSpec);
  const nameOf = (index: number, size: string) => {
    const value = sweep?.values[index];
    return sweep === null || value === undefined ? size : sweepValueText(sweep.parameter, value);
  };
  const label = sweep === null ? 'Dataset size' : sweep.parameter.label;
  const value = String(Math.min(view.dataset, datasets.length - 1));
  const onChange = (next: string) => onView({ ...view, dataset: Number(next) });
  return (
    <div className={styles.datasets}>
      <span>{`${label}${sweep !== null || unit === null ? '' : `, in ${unit}`}`}</span>
      {datasets.length <= 4 ? (
        <Segmented
          label={label}
          value={value}
          options={datasets.map((spec, index) => ({ value: String(index), label: nameOf(index, datasetCount(spec)) }))}
          onChange={onChange}
        />
      ) : (
        <Select
          aria-label={label}
          value={value}
          options={datasets.map((spec, index) => ({ value: String(index), label: nameOf(index, datasetSize(spec)) }))}
          onChange={onChange}
        />
      )}
    </div>
  );
}
