import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { toErrorRecord } from '../../../workers/model/errors';
import type { Connection } from '../../../workers/model/protocol/connect';
import type { SqlCalls, SqlResult } from '../../../workers/model/protocol/sql';
import type { PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import { formatCount, formatMs } from '../../figures/figures';
import { Button } from '../../ui/Button';
import { csvLines } from '../../ui/csv-lines';
import { Notice } from '../../ui/Notice';
import { runFileName, saveFile } from '../../ui/save-file';
import { SelectField } from '../../ui/SelectField';
import { firstCellClass, textCellClass, WideTable } from '../../ui/WideTable';
import { exampleQueries } from './example-queries';
import { cellsTable, publishedTable, samplesTable } from './result-tables';
import styles from './SqlPanel.module.css';

export interface SqlPanelProps {
  readonly result: RunResult;
  readonly sources: readonly PublishedSource[];
  /** The measured data of the first dataset as an Arrow IPC stream. @throws FormatlabError if they are not open or can't be written so */
  readonly onArrowData: () => Promise<Blob>;
}

type State =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' | 'running'; readonly startedAt: number }
  | { readonly status: 'answered'; readonly answer: SqlResult; readonly tookMs: number }
  | { readonly status: 'failed'; readonly message: string };

const shownRows = 15;

/** Queries over the results, the published figures and the measured data, which DuckDB answers in this tab. */
export default function SqlPanel({ result, sources, onArrowData }: SqlPanelProps) {
  const titleId = useId();
  const fieldId = useId();
  const [sql, setSql] = useState(exampleQueries[0]?.sql ?? '');
  const [state, setState] = useState<State>({ status: 'idle' });
  /** Why there is no table of the data. Null if there is one, or before the first query. */
  const [noData, setNoData] = useState<string | null>(null);
  const connection = useRef<{ readonly of: RunResult; readonly opened: Promise<Connection<SqlCalls>> } | null>(null);
  const turn = useRef(0);
  const end = useCallback(() => {
    turn.current += 1;
    const opened = connection.current?.opened;
    connection.current = null;
    opened?.then(({ terminate }) => terminate()).catch(() => undefined);
  }, []);
  useEffect(() => end, [end]);

  /** DuckDB with the tables of this result. It stays open for the next query. */
  const open = (): Promise<Connection<SqlCalls>> => {
    if (connection.current?.of === result) return connection.current.opened;
    end();
    const opened = (async () => {
      const [{ startSql }, data] = await Promise.all([
        import('../../../workers/client/sql'),
        onArrowData().then(
          (blob) => ({ blob, reason: null }),
          (thrown: unknown) => {
            const { message, remedy } = toErrorRecord(thrown, { tag: 'internal', stage: 'encode' });
            return { blob: null, reason: `${message} ${remedy ?? ''}`.trim() };
          },
        ),
      ]);
      setNoData(data.reason);
      const started = startSql();
      const tables = [cellsTable(result), samplesTable(result), publishedTable(sources)];
      await started.remote.open({ tables, data: data.blob });
      return started;
    })();
    connection.current = { of: result, opened };
    // After a failure, the next query tries again.
    opened.catch(() => {
      if (connection.current?.opened === opened) connection.current = null;
    });
    return opened;
  };

  const run = async () => {
    const opening = open();
    turn.current += 1;
    const own = turn.current;
    const startedAt = performance.now();
    setState({ status: 'loading', startedAt });
    try {
      const { remote } = await opening;
      if (own !== turn.current) return;
      setState({ status: 'running', startedAt });
      const askedAt = performance.now();
      const answer = await remote.query({ sql });
      if (own === turn.current) setState({ status: 'answered', answer, tookMs: performance.now() - askedAt });
    } catch (thrown) {
      if (own !== turn.current) return;
      const { message } = toErrorRecord(thrown, { tag: 'internal', stage: 'parse' });
      setState({ status: 'failed', message });
    }
  };
  const stop = () => {
    end();
    setState({ status: 'idle' });
  };
  const isBusy = state.status === 'loading' || state.status === 'running';
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h3 id={titleId}>Query with SQL</h3>
      <p>
        DuckDB runs in this tab. Tables: <code>cells</code>, <code>samples</code>, <code>published</code> and{' '}
        <code>data</code>, which are the data that were measured.
      </p>
      <SelectField
        label="Example"
        value={exampleQueries.find((each) => each.sql === sql)?.label ?? 'own'}
        options={[
          ...exampleQueries.map(({ label }) => ({ value: label, label })),
          ...(exampleQueries.some((each) => each.sql === sql) ? [] : [{ value: 'own', label: 'Your own query' }]),
        ]}
        onChange={(label) => setSql(exampleQueries.find((each) => each.label === label)?.sql ?? sql)}
      />
      <label htmlFor={fieldId}>Query</label>
      <textarea
        id={fieldId}
        className={styles.query}
        rows={6}
        spellCheck={false}
        maxLength={20_000}
        value={sql}
        onChange={(event) => setSql(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          if (!isBusy) void run();
        }}
      />
      <div className={styles.actions}>
        {isBusy ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button disabled={sql.trim() === ''} onClick={() => void run()}>
            Run the query
          </Button>
        )}
        <span role="status">{statusText(state)}</span>
      </div>
      {noData !== null && <p className={styles.note}>{`There is no table “data”: ${noData}`}</p>}
      {state.status === 'failed' && (
        <Notice tone="danger" title="The query can’t be answered." live>
          <span className={styles.message}>{state.message}</span>
        </Notice>
      )}
      {state.status === 'answered' && <Answer answer={state.answer} startedAt={result.startedAt} />}
    </section>
  );
}

function statusText(state: State): string {
  if (state.status === 'loading') return 'Loading DuckDB (34 MB) and making the tables…';
  if (state.status === 'running') return 'Running…';
  if (state.status !== 'answered') return '';
  const { rows, isCut } = state.answer;
  const count = isCut
    ? `The first ${formatCount(rows.length)} rows`
    : `${formatCount(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  return `${count}, in ${formatMs(state.tookMs, 2)}`;
}

const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

function Answer({ answer, startedAt }: { readonly answer: SqlResult; readonly startedAt: string }) {
  const { columns, rows } = answer;
  const [allOf, setAllOf] = useState<SqlResult | null>(null);
  const shown = allOf === answer ? rows : rows.slice(0, shownRows);
  const texts = columns.map((_, index) => rows.some((row) => row[index] !== null && !isNumber.test(row[index] ?? '')));
  const download = () => {
    const text = csvLines([columns, ...rows]);
    saveFile(`${runFileName(startedAt)}-query.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <>
      {rows.length > 0 && (
        <WideTable
          caption="Result of the query"
          heads={columns.map((text, index) => ({ text, isText: texts[index] === true }))}
        >
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no other identity.
            <tr key={index}>
              {row.map((value, column) => (
                <td
                  key={columns[column]}
                  className={column === 0 ? firstCellClass : texts[column] === true ? textCellClass : undefined}
                >
                  {value ?? <span className={styles.missing}>NULL</span>}
                </td>
              ))}
            </tr>
          ))}
        </WideTable>
      )}
      <div className={styles.actions}>
        {shown.length < rows.length && (
          <Button size="small" onClick={() => setAllOf(answer)}>
            {`All ${formatCount(rows.length)} rows`}
          </Button>
        )}
        <Button size="small" onClick={download}>
          Download as CSV
        </Button>
      </div>
    </>
  );
}
