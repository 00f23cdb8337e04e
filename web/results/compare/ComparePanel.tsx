import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RunResult } from '../../../workers/model/result';
import type { ComparedRunStore } from '../../state/compared-run';
import { datasetName } from '../../figures/dataset-words';
import { formatDateTime } from '../../figures/figures';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { machineName } from '../fields/measured-cells';
import type { Comparability } from './comparability';
import styles from './ComparePanel.module.css';
import { PairTable, type PairTableProps } from './PairTable';

interface ComparePanelProps {
  readonly store: ComparedRunStore;
  readonly shown: RunResult;
  /** Whether the open run can be compared with the shown one. Null if no run is open. */
  readonly comparability: Comparability | null;
  /** What the table of pairs needs. Null unless the runs can be compared. */
  readonly pairs: PairTableProps | null;
}

/** A name for a run in a sentence: where and when it was measured. */
const runName = (result: RunResult) => `${machineName(result)}, ${formatDateTime(result.startedAt)}`;

/** Opens a second run beside the shown one, or says why it can't be compared, and gives a verdict for each candidate in both. */
export function ComparePanel({ store, shown, comparability, pairs }: ComparePanelProps) {
  const { open, problem, isOpening } = useSyncExternalStore(store.subscribe, store.get);
  const [unfolded, setUnfolded] = useState(false);
  return (
    <details
      className={styles.panel}
      open={unfolded || open !== null}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>Compare with another run</summary>
      <div className={styles.body}>
        {open === null && (
          <p className={styles.note}>
            Another machine’s run, a friend’s link, or the run before a change: of the same data, with the same
            operations and an equal clock. It stays on this page; links don’t contain it.
          </p>
        )}
        {open === null && unfolded && <Openers store={store} shown={shown} />}
        {isOpening && <p role="status">Opening the run…</p>}
        {problem !== null && (
          <Notice tone="danger" title="The run can’t be opened." live>
            {problem}
          </Notice>
        )}
        {open !== null && (
          <div className={styles.opened}>
            <p>
              <strong>Compared run</strong> from {open.from}: {runName(open.result)}.
            </p>
            <Button size="small" onClick={store.close}>
              Remove the compared run
            </Button>
          </div>
        )}
        {comparability?.status === 'refused' && (
          <Notice tone="warning" title="These two runs can’t be compared." live>
            <ul className={styles.reasons}>
              {comparability.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Notice>
        )}
        {pairs !== null && <PairTable {...pairs} />}
      </div>
    </details>
  );
}

/** The three ways to open a run: a file, a link, or one that this browser stores. */
function Openers({ store, shown }: { readonly store: ComparedRunStore; readonly shown: RunResult }) {
  const picker = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState('');
  const [stored, setStored] = useState<readonly RunResult[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void store.stored().then((runs) => {
      if (isCurrent) setStored(runs.filter(({ startedAt }) => startedAt !== shown.startedAt));
    });
    return () => {
      isCurrent = false;
    };
  }, [store, shown.startedAt]);
  const openLink = () => {
    if (link.trim() !== '') void store.openLink(link);
  };
  return (
    <div className={styles.openers}>
      <div>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label="Result file of the compared run"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Without this reset, choosing the same file again after a correction would raise no event.
            target.value = '';
            if (file) void store.openFile(file);
          }}
        />
        <Button onClick={() => picker.current?.click()}>Open a result file (JSON)…</Button>
      </div>
      <div className={styles.link}>
        <TextField label="Link with results" value={link} onChange={setLink} onEnter={openLink} />
        <Button onClick={openLink} disabled={link.trim() === ''}>
          Open the link
        </Button>
      </div>
      {stored.length > 0 && (
        <SelectField
          label="Run stored in this browser"
          value=""
          options={[
            { value: '', label: 'Choose a run' },
            ...stored.map((result) => ({
              value: result.startedAt,
              label: `${formatDateTime(result.startedAt)}: ${result.plan.datasets.map(datasetName).join(', ')}`,
            })),
          ]}
          onChange={(startedAt) => {
            const result = stored.find((each) => each.startedAt === startedAt);
            if (result !== undefined) store.openStored(result);
          }}
        />
      )}
    </div>
  );
}
