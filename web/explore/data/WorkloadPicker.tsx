import { useId } from 'react';
import type { WorkloadMeta } from '../../../workers/model/entry';
import { completeOptions } from '../../../workers/model/options';
import { formatBytes } from '../../figures/figures';
import { sourceCitations } from '../../sources/source-citations';
import { DefinitionsTip } from '../../ui/DefinitionsTip';
import { SourceTag } from '../../ui/SourceTag';
import styles from './WorkloadPicker.module.css';

interface WorkloadPickerProps {
  readonly workloads: readonly WorkloadMeta[];
  readonly chosen: string;
  readonly onChoose: (workload: WorkloadMeta) => void;
}

export function WorkloadPicker({ workloads, chosen, onChoose }: WorkloadPickerProps) {
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className="visually-hidden">Workload</legend>
      {workloads.map((workload) => (
        <label key={workload.id} className={styles.card}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={workload.id === chosen}
            onChange={() => onChoose(workload)}
          />
          <span className={styles.head}>
            <span className={styles.label}>{workload.label}</span>
            <span className={styles.note}>
              {workload.source !== undefined && (
                <>
                  {sourceCitations[workload.source]} <SourceTag id={workload.source} /> ·{' '}
                </>
              )}
              {formatBytes(
                workload.dataBytes(completeOptions(workload.parameters, {}, workload.label), workload.size.default),
              )}
            </span>
          </span>
          <span className={styles.description}>{workload.description}</span>
        </label>
      ))}
      <p className={styles.note}>
        What each workload is{' '}
        <DefinitionsTip
          about="the workloads"
          definitions={workloads.map(({ label, description }) => ({ name: label, meaning: description }))}
        />
      </p>
    </fieldset>
  );
}
