import { useState, useSyncExternalStore } from 'react';
import { toErrorRecord } from '../../../../workers/model/errors';
import type { RunResult } from '../../../../workers/model/result';
import { Button } from '../../../ui/Button';
import { runSetId, setFromRun } from '../set/from-run';
import type { ImportedSets } from '../../../state/imported-sets';
import { Toggletip } from '../../../ui/Toggletip';
import styles from './Import.module.css';

interface KeepRunButtonProps {
  readonly result: RunResult;
  /** The name of the run as shown, such as `Python’s run`. */
  readonly name: string;
  /** The title of the imported set. */
  readonly title: string;
  /** The origin of the run, for the set's provenance. */
  readonly where: string;
  readonly imported: ImportedSets;
}

/**
 * Keeps a run that the page shows as an imported set. Its figures then appear beside the user's own runs. A run is kept
 * only once.
 */
export function KeepRunButton({ result, name, title, where, imported }: KeepRunButtonProps) {
  const sets = useSyncExternalStore(imported.subscribe, imported.get);
  const [problem, setProblem] = useState('');
  const id = runSetId(result);
  const isKept = sets.some((set) => set.id === id);
  const keep = () => {
    setProblem('');
    try {
      imported.put(setFromRun(result, { title, importedAt: new Date().toISOString(), where }).set);
    } catch (thrown) {
      setProblem(toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' }).message);
    }
  };
  return (
    <>
      <span className={styles.keep}>
        <Button size="small" disabled={isKept} onClick={keep}>
          {isKept ? `${name} is kept` : `Keep ${name} beside my runs`}
        </Button>
        <Toggletip about={`keeping ${name}`}>
          {isKept
            ? 'You find it under “Imported by you” above.'
            : 'Its figures then appear as hollow marks in the charts of your own runs.'}
        </Toggletip>
      </span>
      {problem !== '' && <span role="alert">{problem}</span>}
    </>
  );
}
