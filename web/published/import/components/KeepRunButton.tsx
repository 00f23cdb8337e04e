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
  /** Whose run it is: `Python’s run`. */
  readonly name: string;
  /** Of the set that it becomes. */
  readonly title: string;
  /** Where the run is from, for the set's provenance. */
  readonly where: string;
  readonly imported: ImportedSets;
}

/** Keeps a run that the page shows as an imported set, once: its figures then stand beside the user's own. */
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
            ? 'It is among “Imported by you”, above.'
            : 'Its figures then are hollow marks in the charts of your own runs.'}
        </Toggletip>
      </span>
      {problem !== '' && <span role="alert">{problem}</span>}
    </>
  );
}
