import { useMemo, useRef, useState } from 'react';
import { FormatlabError } from '../../workers/model/errors';
import type { Candidate } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { ShownRun } from '../state/shown-run';
import type { View } from '../view/view';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { Notice } from '../ui/Notice';
import { CopyLink } from './CopyLink';
import { NativeScripts } from './native/NativeScripts';
import { namesColumns } from '../links/names-columns';
import { readResultFile } from '../links/parse-result';
import { redact } from '../links/redact';
import { hasOwnFile, type Redaction, redactEverything, redactPlan } from '../links/redact-plan';
import styles from './ShareMenu.module.css';
import { runFileName, saveFile } from '../ui/save-file';
import type { OwnFile } from '../state/own-file';
import { useAttempt } from './use-attempt';
import { useLink } from './use-link';

export interface SharePanelProps {
  /** The run shown on the page. Null if it shows none. */
  readonly shown: ShownRun | null;
  readonly view: View;
  /** The user's file of the plan, if it is open in this page. */
  readonly ownFile: OwnFile | null;
  /** Null where results are not opened. */
  readonly onImport: ((result: RunResult, fileName: string) => void) | null;
}

export function SharePanel({ shown, view, ownFile, onImport }: SharePanelProps) {
  const [redaction, setRedaction] = useState<Redaction>(redactEverything);
  const ofOwnFile = hasOwnFile(view.plan) || (shown !== null && hasOwnFile(shown.result.plan));
  return (
    <>
      <section className={styles.section}>
        <h2 className={styles.heading}>Link</h2>
        <ViewLink view={view} redaction={redaction} />
        {shown !== null && shown.result.cells.length > 0 && (
          <ResultLink shown={shown} view={view} redaction={redaction} />
        )}
        <p className={styles.note}>
          The part after # contains the plan or the results. The browser never sends that part to a server, and nothing
          is stored.
        </p>
      </section>
      {ofOwnFile && (
        <OwnFileTicks
          redaction={redaction}
          naming={namingOf(view.plan.candidates, shown?.result.plan.candidates ?? [])}
          onChange={setRedaction}
        />
      )}
      {shown !== null && shown.result.cells.length > 0 && <Downloads result={shown.result} redaction={redaction} />}
      <NativeScripts plan={redactPlan(view.plan, redaction)} shown={shown?.result ?? null} ownFile={ownFile} />
      {onImport !== null && <Import onImport={onImport} />}
    </>
  );
}

/** How many candidates have options that name columns: of the view, and of the results. */
function namingOf(ofView: readonly Candidate[], ofResults: readonly Candidate[]): 'none' | 'some' | 'every' {
  if (![...ofView, ...ofResults].some(namesColumns)) return 'none';
  return ofView.length > 0 && ofView.every(namesColumns) ? 'every' : 'some';
}

function ViewLink({ view, redaction }: Pick<SharePanelProps, 'view'> & { readonly redaction: Redaction }) {
  return <CopyLink label="Copy link to this view" state={useLink(view, null, redaction)} />;
}

function ResultLink({
  shown,
  view,
  redaction,
}: Pick<SharePanelProps, 'view'> & {
  readonly shown: NonNullable<SharePanelProps['shown']>;
  readonly redaction: Redaction;
}) {
  const state = useLink(view, shown.result, redaction);
  return (
    <>
      <CopyLink primary label="Copy link with the results" state={state} />
      {shown.running && (
        <p className={styles.note}>The run is still in progress. The link contains the results so far.</p>
      )}
    </>
  );
}

function OwnFileTicks({
  redaction,
  naming,
  onChange,
}: {
  readonly redaction: Redaction;
  /** How many candidates have options that name columns. */
  readonly naming: 'none' | 'some' | 'every';
  readonly onChange: (redaction: Redaction) => void;
}) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>Include from your file</h2>
      <div className={styles.ticks}>
        <Checkbox checked={redaction.fileName} onChange={(fileName) => onChange({ ...redaction, fileName })}>
          its name
        </Checkbox>
        <Checkbox checked={redaction.columnNames} onChange={(columnNames) => onChange({ ...redaction, columnNames })}>
          its columns’ names
        </Checkbox>
      </div>
      {naming !== 'none' && !redaction.columnNames && (
        <Notice tone={naming === 'every' ? 'warning' : 'info'} live>
          {naming === 'every'
            ? 'Each candidate has settings for columns by name, and the link to this view contains these names. To share none, add another candidate. Results name columns by their positions.'
            : 'Some candidates have settings for columns by name. The link to this view leaves these candidates out, and results name columns by their positions.'}
        </Notice>
      )}
      <p className={styles.note}>
        Links and downloads hold sizes, types, times and the SHA-256 by which someone who has the same file can tell
        that it is the same. They never hold values; errors that might quote one are left out.
      </p>
    </section>
  );
}

function Downloads({ result, redaction }: { readonly result: RunResult; readonly redaction: Redaction }) {
  const told = useMemo(() => redact(result, redaction), [result, redaction]);
  const name = runFileName(result.startedAt);
  const { problem, attempt } = useAttempt();
  const saveCsv = async () => {
    const { resultCsv } = await import('./csv-export');
    saveFile(`${name}.csv`, new Blob([resultCsv(told)], { type: 'text/csv' }));
  };
  const saveJson = () =>
    saveFile(`${name}.json`, new Blob([`${JSON.stringify(told, null, 1)}\n`], { type: 'application/json' }));
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>Download the results</h2>
      <div className={styles.row}>
        <Button onClick={saveJson}>JSON</Button>
        <Button onClick={() => void attempt(saveCsv)}>CSV</Button>
      </div>
      {problem !== null && (
        <Notice tone="danger" title="The CSV file can’t be created." live>
          {problem}
        </Notice>
      )}
      <p className={styles.note}>
        JSON contains every sample and can be opened here again (<a href="schemas/result-v1.schema.json">its schema</a>
        ). CSV has one row per cell and operation.
      </p>
    </section>
  );
}

function Import({ onImport }: { readonly onImport: NonNullable<SharePanelProps['onImport']> }) {
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (file: File) => {
    setProblem(null);
    try {
      onImport(await readResultFile(file), file.name);
    } catch (error) {
      setProblem(
        error instanceof FormatlabError
          ? error.record.message
          : `${file.name} can’t be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>Open results</h2>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without this reset, choosing the same file again after a correction would raise no event.
          target.value = '';
          if (file) void open(file);
        }}
      />
      <Button className={styles.wide} onClick={() => picker.current?.click()}>
        Open a result file (JSON)…
      </Button>
      {problem !== null && (
        <Notice tone="danger" title="The file can’t be opened." live>
          {problem}
        </Notice>
      )}
    </section>
  );
}
