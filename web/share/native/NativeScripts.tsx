import { useRef, useState } from 'react';
import { toErrorRecord } from '../../../workers/model/errors';
import type { DatasetSpec, Plan } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { connectCoordinator } from '../../state/coordinator';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { saveFile } from '../../ui/save-file';
import styles from '../ShareMenu.module.css';
import { nativeWorkloads, slowWorkloads } from './coverage';
import { saveScript } from './save-scripts';

interface NativeScriptsProps {
  readonly plan: Plan;
  /** Whose hashes the script compares its data with, where it is of the same. */
  readonly shown: RunResult | null;
  /** The file that the plan's data are of, where it is open here. */
  readonly ownFile: File | null;
}

/** Whether Python can't make these data anew, or takes minutes for them. */
const wantsFile = (spec: DatasetSpec) =>
  spec.source === 'ownFile' || nativeWorkloads[spec.workload] !== null || slowWorkloads.includes(spec.workload);

/** The plan as scripts that measure it natively, and the data that they can't generate. */
export function NativeScripts({ plan, shown, ownFile }: NativeScriptsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null);
    setMaking(true);
    try {
      await work();
    } catch (error) {
      setProblem(toErrorRecord(error, { tag: 'internal', stage: 'load' }).message);
    }
    setMaking(false);
  };
  const saveDatasets = (from: File | null) =>
    attempt(async () => {
      const coordinator = await connectCoordinator();
      try {
        for (const [dataset, spec] of plan.datasets.entries()) {
          if (!wantsFile(spec)) continue;
          const { file, fileName } = await coordinator.datasetFile({ plan, dataset }, { ownFile: from });
          saveFile(fileName, file);
        }
      } finally {
        coordinator.dispose();
      }
    });
  const asksForFile = ownFile === null && plan.datasets.some(({ source }) => source === 'ownFile');
  const withFile = plan.datasets.some(wantsFile);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>Measure it natively</h2>
      <div className={styles.row}>
        <Button disabled={making} onClick={() => attempt(() => saveScript('python', plan, shown))}>
          Python script
        </Button>
        <Button disabled={making} onClick={() => attempt(() => saveScript('dask', plan, null))}>
          Dask script
        </Button>
      </div>
      {withFile && (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void saveDatasets(file);
            }}
          />
          <Button
            className={styles.wide}
            disabled={making}
            onClick={() => (asksForFile ? picker.current?.click() : void saveDatasets(ownFile))}
          >
            {asksForFile ? 'Dataset file, from your file…' : 'Dataset file'}
          </Button>
        </>
      )}
      <p className={styles.note}>
        Each measures this plan with the libraries that Python has (pyarrow, h5py, zstandard …), in one file, and writes
        results that open here again. The Dask script takes more rows than one machine’s memory holds.
        {withFile &&
          ' What Python can’t generate, or only slowly, is read from the dataset file, and checked by its SHA-256: run the plan first, so that the script knows it.'}
      </p>
      {problem !== null && (
        <Notice tone="danger" title="The file can’t be made." live>
          {problem}
        </Notice>
      )}
    </section>
  );
}
