import { Fragment, useId, useMemo, useState } from 'react';
import { toErrorRecord } from '../../../../workers/model/errors';
import type { ImportedSet } from '../../../../workers/model/imported-set';
import type { RunResult } from '../../../../workers/model/result';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import page from '../../PublishedPage.module.css';
import { runSetId, setFromRun } from '../set/from-run';
import { TextField } from '../../../ui/TextField';
import styles from './Import.module.css';
import { cellCountsText, runDateText, machineText, planSummary, runTitle } from '../set/run-words';

interface RunChoiceProps {
  readonly result: RunResult;
  /** The name of the run's file. Null if the run was pasted. */
  readonly fileName: string | null;
  readonly sets: readonly ImportedSet[];
  readonly onOpen: () => void;
  readonly onKeep: (set: ImportedSet) => void;
}

/**
 * Asks the user what to do with an imported run: open it on Explore in place of the run shown there, or keep it beside
 * the user's own runs.
 */
export function RunChoice({ result, fileName, sets, onOpen, onKeep }: RunChoiceProps) {
  const [title, setTitle] = useState(() => runTitle(result));
  const made = useMemo(() => attempt(result, fileName), [result, fileName]);
  const kept = sets.find((set) => set.id === runSetId(result));
  const id = useId();
  const facts = [
    { name: 'Measured', says: planSummary(result) },
    { name: 'Machine', says: machineText(result) },
    { name: 'Date', says: runDateText(result) },
    { name: 'Cells', says: cellCountsText(result) },
  ];
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        A run of Formatlab
      </h3>
      <dl className={page.facts}>
        {facts.map(({ name, says }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </Fragment>
        ))}
      </dl>
      <div className={styles.bar}>
        {kept === undefined && made.set !== null && (
          <div className={styles.grow}>
            <TextField label="Title beside my runs" maxLength={1_000} value={title} onChange={setTitle} />
          </div>
        )}
        <Button variant="primary" onClick={onOpen}>
          Open on Explore
        </Button>
        {kept === undefined && made.set !== null && (
          <Button
            onClick={() =>
              made.set !== null &&
              onKeep({ ...made.set, title: title.trim() || made.set.title, importedAt: new Date().toISOString() })
            }
          >
            Keep beside my runs
          </Button>
        )}
      </div>
      {kept === undefined && made.set !== null && (
        <p className={styles.small} role="status">
          “Open” shows this run on Explore in place of the current one. “Keep” lists it below and adds its figures as
          hollow marks to the charts of your own runs. {made.remarks.join(' ')}
        </p>
      )}
      {kept !== undefined && (
        <p className={styles.small}>This browser already keeps this run: see “{kept.title}” below.</p>
      )}
      {made.problem !== null && (
        <Notice tone="warning" title="This run can’t be kept beside your runs." live>
          {made.problem}
        </Notice>
      )}
    </section>
  );
}

interface Attempt {
  readonly set: ImportedSet | null;
  readonly remarks: readonly string[];
  readonly problem: string | null;
}

/** The imported set of the run, or the reason why it can't be made. */
function attempt(result: RunResult, fileName: string | null): Attempt {
  try {
    return {
      ...setFromRun(result, { title: '', importedAt: new Date().toISOString(), where: fileName ?? '' }),
      problem: null,
    };
  } catch (thrown) {
    const { message, remedy } = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
    return { set: null, remarks: [], problem: [message, remedy].filter(Boolean).join(' ') };
  }
}
