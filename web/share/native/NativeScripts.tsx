import { useRef } from 'react';
import { FormatlabError } from '../../../workers/model/errors';
import type { DatasetSpec, Plan } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { withCoordinator } from '../../state/coordinator';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { saveFile } from '../../ui/save-file';
import styles from '../ShareMenu.module.css';
import type { OwnFile } from '../../state/own-file';
import { nativeWorkloads, slowWorkloads } from './coverage';
import { useAttempt } from '../use-attempt';
import { saveScript } from './save-scripts';

interface NativeScriptsProps {
  readonly plan: Plan;
  /** The run whose hashes the script compares its data with, if it has the same datasets. */
  readonly shown: RunResult | null;
  /** The user's file of the plan, if it is open in this page. */
  readonly ownFile: OwnFile | null;
}

/** True if Python can't generate the data, or needs minutes for it. */
const wantsFile = (spec: DatasetSpec) =>
  spec.source === 'ownFile' || nativeWorkloads[spec.workload] !== null || slowWorkloads.includes(spec.workload);

/** Downloads of the plan as Python scripts that measure it natively, and of the datasets that Python can't generate. */
export function NativeScripts({ plan, shown, ownFile }: NativeScriptsProps) {
  const { problem, isUnderWay: making, attempt } = useAttempt();
  const picker = useRef<HTMLInputElement>(null);
  const saveDatasets = (from: OwnFile | null) =>
    withCoordinator(async (coordinator) => {
      for (const [dataset, spec] of plan.datasets.entries()) {
        if (!wantsFile(spec)) continue;
        const { file, fileName } = await coordinator.datasetFile({ plan, dataset }, { ownFile: from });
        saveFile(fileName, file);
      }
    });
  const asksForFile = ownFile === null && plan.datasets.some(({ source }) => source === 'ownFile');
  const isSet = plan.datasets.some((spec) => spec.source === 'ownFile' && spec.fileCount !== undefined);
  const saveDatasetsOf = async (files: readonly File[]) => {
    const { ownFileOf } = await import('../../state/file-set');
    const own = await ownFileOf(files);
    if (typeof own === 'string') throw new FormatlabError({ tag: 'malformedInput', stage: 'import', message: own });
    await saveDatasets(own);
  };
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
            multiple={isSet}
            hidden
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              if (files.length > 0) void attempt(() => saveDatasetsOf(files));
            }}
          />
          <Button
            className={styles.wide}
            disabled={making}
            onClick={() => (asksForFile ? picker.current?.click() : void attempt(() => saveDatasets(ownFile)))}
          >
            {asksForFile ? `Dataset file, from your ${isSet ? 'files' : 'file'}…` : 'Dataset file'}
          </Button>
        </>
      )}
      <p className={styles.note}>
        Each script is one file. It measures this plan with Python’s libraries (pyarrow, h5py, zstandard …) and writes
        results that you can open here. The Dask script can process more rows than fit in memory.
        {withFile &&
          ' The script reads data that Python can’t generate, or only slowly, from the dataset file. Run the plan here first, so that the script can check the file’s SHA-256.'}
      </p>
      {problem !== null && (
        <Notice tone="danger" title="The file can’t be created." live>
          {problem}
        </Notice>
      )}
    </section>
  );
}
