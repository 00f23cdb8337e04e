import { startTransition, useMemo, useState } from 'react';
import type { Operation } from '../../workers/model/plan';
import type { Summary } from '../../workers/model/statistics/summary';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { DefinitionsTip } from '../ui/DefinitionsTip';
import { ScrollRegion } from '../ui/ScrollRegion';
import { CandidateCell } from './CandidateCell';
import { bestTimeOfRounds } from '../figures/best-time';
import { bytesReadTexts, fileCountsText } from '../figures/file-counts-text';
import { DownloadCell } from './DownloadCell';
import { type UserFile, sizeAgainstUserFile } from '../figures/user-file';
import { formatBytes, formatExactBytes, formatMs, formatRatio } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { OperationCells } from './OperationCells';
import { roundsFrom } from '../figures/interval-names';
import { operationHelp, operationNames, type OperationSubjects } from '../figures/operation-names';
import styles from './ResultsTable.module.css';
import type { ResultsView } from '../view/results-view';
import { type CompletedRow, isCompleted, type ResultRow, statusWords } from '../figures/rows';
import { flagTexts, fromSampleText } from './summary-flags';
import { sortAfterHeaderClick, type OperationColumn, operationColumns, sortRows } from './table-columns';
import { VerificationCell } from './VerificationCell';

interface ResultsTableProps {
  readonly rows: readonly ResultRow[];
  /** The user's file. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly operations: readonly Operation[];
  readonly subjects: OperationSubjects;
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
  readonly onEncodedFile: (dataset: number, candidate: number) => Promise<void>;
}

const columnNames: Readonly<Record<OperationColumn, { readonly label: string; readonly help: string }>> = {
  best: {
    label: 'best',
    help: 'Time per call of the fastest sample. Below it: the time of the first call, which is cold',
  },
  median: {
    label: 'median',
    help: 'Median of the medians of all rounds. Below it: the 95th percentile of the samples',
  },
  mad: { label: 'MAD', help: 'Median absolute deviation of the medians of the rounds' },
  interval: {
    label: roundsFrom,
    help: 'The shortest and the longest of the rounds’ best times. The column is sorted by the width',
  },
  samples: {
    label: 'samples in rounds',
    help: 'Number of samples, and number of rounds. Below it: number of calls in these samples',
  },
  throughput: { label: 'throughput', help: 'Data in memory, or number of look-ups, divided by the best time' },
};

/** How many rows are shown before the user asks for all. */
const rowsAtOnce = 15;

/** The columns of one operation: the sortable ones. Unless all are shown, its best time alone. */
const columnsOf = (all: boolean): readonly OperationColumn[] => (all ? operationColumns : ['best']);

/** Whether a link sorts by a column that stands among all columns alone. */
const isRareColumn = (column: string) => /\.(?!best$)/.test(column);

/** An explanation of each column, in the order of the columns. */
function columnHelp(shown: readonly Operation[], all: boolean): { readonly name: string; readonly meaning: string }[] {
  return [
    { name: 'size', meaning: 'Size of the encoded file. Below it: the exact number of bytes' },
    { name: 'ratio', meaning: 'Bytes of the data in memory divided by bytes of the file' },
    ...shown.map((operation) => ({ name: operationNames[operation], meaning: operationHelp[operation] })),
    ...columnsOf(all).map((column) => ({ name: columnNames[column].label, meaning: columnNames[column].help })),
  ];
}

/** The sortable table of all figures of a run, including those in the charts. */
export function ResultsTable({ rows, userFile, operations, subjects, view, onView, onEncodedFile }: ResultsTableProps) {
  const [all, setAll] = useState(() => isRareColumn(view.sort.column));
  const [allRows, setAllRows] = useState(false);
  const sorted = useMemo(() => sortRows(rows, view.sort), [rows, view.sort]);
  const listed = allRows || sorted.length <= rowsAtOnce + 1 ? sorted : sorted.slice(0, rowsAtOnce);
  const flags = new Set(
    rows
      .filter(isCompleted)
      .flatMap((row) =>
        operations.flatMap((operation) =>
          row.operations[operation]?.status === 'measured' ? row.operations[operation].summary.flags : [],
        ),
      ),
  );
  // Each operation also has what its clock includes.
  const operationSpan = all ? operationColumns.length + 1 : 1;
  const fileSpan = userFile === null ? 3 : 4;
  const columnCount = 1 + fileSpan + operations.length * operationSpan + (all ? 1 : 0);
  const header = (column: string, label: string, className?: string) => {
    const sortedHere = view.sort.column === column;
    return (
      <th
        key={column}
        scope="col"
        aria-sort={sortedHere ? (view.sort.descending ? 'descending' : 'ascending') : 'none'}
        className={className}
      >
        <button
          type="button"
          className={styles.sort}
          onClick={() => onView({ ...view, sort: sortAfterHeaderClick(view.sort, column) })}
        >
          {label}
          <span aria-hidden="true" className={styles.arrow}>
            {sortedHere ? (view.sort.descending ? '↓' : '↑') : ''}
          </span>
        </button>
      </th>
    );
  };

  return (
    <section aria-labelledby="table-title">
      <div className={styles.head}>
        <h3 id="table-title" className={styles.title}>
          All figures <DefinitionsTip about="the columns of the table" definitions={columnHelp(operations, all)} />
        </h3>
        <Checkbox checked={all} onChange={setAll}>
          All columns
        </Checkbox>
      </div>
      <ScrollRegion label="Table of all figures, scrolls sideways" className={styles.region}>
        <table className={all ? styles.table : `${styles.table} ${styles.compact}`}>
          <thead>
            <tr className={styles.groups}>
              <td className={styles.first} />
              <th scope="colgroup" colSpan={fileSpan}>
                File
              </th>
              {operations.map((operation) => (
                <th key={operation} scope="colgroup" colSpan={operationSpan}>
                  <span className={styles.groupName}>
                    {operationNames[operation]}
                    {all && subjects[operation] !== undefined && `: ${subjects[operation]}`}
                  </span>
                </th>
              ))}
              {all && <th scope="colgroup">Verification</th>}
            </tr>
            <tr className={styles.columns}>
              {header('candidate', 'Candidate', `${styles.first} ${styles.text}`)}
              {userFile !== null && (
                <th scope="col" className={`${styles.group} ${styles.text}`}>
                  compared with your file
                </th>
              )}
              {header('size', 'size', userFile === null ? styles.group : undefined)}
              {header('ratio', 'ratio')}
              <th scope="col" className={styles.text}>
                file
              </th>
              {operations.map((operation) => [
                ...columnsOf(all).map((column, index) =>
                  header(`${operation}.${column}`, columnNames[column].label, index === 0 ? styles.group : undefined),
                ),
                all && (
                  <th key={`${operation}.clock`} scope="col" className={styles.text}>
                    clock includes
                  </th>
                ),
              ])}
              {all && (
                <th scope="col" className={`${styles.group} ${styles.text}`}>
                  verified by
                </th>
              )}
            </tr>
          </thead>
          {userFile !== null && (
            <UserFileRow userFile={userFile} operations={operations} span={operationSpan} all={all} />
          )}
          <tbody>
            {listed.map((row) => (
              <tr key={row.key} className={styles.row}>
                <CandidateCell row={row} />
                {isCompleted(row) ? (
                  <>
                    {userFile !== null && (
                      <td className={`${styles.group} ${styles.saving}`} data-smaller={isSmaller(row, userFile)}>
                        {row.sizeBytes === null ? '–' : sizeAgainstUserFile(row.sizeBytes, userFile)}
                      </td>
                    )}
                    <td className={userFile === null ? styles.group : undefined}>
                      {row.sizeBytes === null ? 'no file' : <Size bytes={row.sizeBytes} exact={row.sample === null} />}
                      {row.sample !== null && (
                        <span className={`${styles.detail} ${styles.counts}`}>{fromSampleText(row, row.sample)}</span>
                      )}
                      {all && <Counts row={row} />}
                    </td>
                    <td>{row.ratio === null ? '–' : formatRatio(row.ratio)}</td>
                    <DownloadCell row={row} withHash={all} onEncodedFile={onEncodedFile} />
                    {operations.map((operation) => (
                      <OperationCells key={operation} figures={row.operations[operation]} all={all} />
                    ))}
                    {all && <VerificationCell row={row} />}
                  </>
                ) : (
                  <td colSpan={columnCount - 1} className={`${styles.group} ${styles.reason}`} data-status={row.status}>
                    <span className={styles.reasonText}>
                      <strong>{statusWords[row.status]}</strong> {row.reason}
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {listed.length < sorted.length && (
        <Button size="small" variant="plain" onClick={() => startTransition(() => setAllRows(true))}>
          All {sorted.length}
        </Button>
      )}
      {flags.size > 0 && (
        <ul className={styles.flags} aria-label="Letters in the table">
          {[...flags].map((flag) => (
            <li key={flag}>
              <span className={styles.flag}>{flagTexts[flag].mark}</span> {flagTexts[flag].label}:{' '}
              {flagTexts[flag].explanation}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isSmaller = ({ sizeBytes }: CompletedRow, userFile: UserFile) =>
  sizeBytes !== null && sizeBytes < userFile.sizeBytes;

/** `27.1 ms (rounds from 27.1 ms to 28.0 ms), 24 samples in 8 rounds`: the best time, with the range of the rounds from three on. */
const readTimes = (summary: Summary): string =>
  `${bestTimeOfRounds(summary)}, ${plural(summary.sampleCount, 'sample')} in ${plural(summary.roundCount, 'round')}`;

/** The row of the user's file. It stays first however the table is sorted, because candidates are compared with it. */
function UserFileRow({
  userFile,
  operations,
  span,
  all,
}: {
  readonly userFile: UserFile;
  readonly operations: readonly Operation[];
  /** The number of columns of one operation. */
  readonly span: number;
  readonly all: boolean;
}) {
  const note = `${userFile.settings.map(({ name, value }) => `${name}: ${value}. `).join('')}${userFile.timesNote}`;
  const { decode, project, lookup } = userFile;
  const summaries: Partial<Record<Operation, Summary | null>> = { decode, project, lookup };
  return (
    <tbody aria-label="Your file">
      <tr className={styles.row}>
        <th scope="row" className={styles.first}>
          <span className={styles.name}>{userFile.name}</span>
          <details className={styles.settingsOf}>
            <summary className={styles.detail}>about it</summary>
            <span className={styles.detail}>{note}</span>
          </details>
        </th>
        <td className={styles.group}>–</td>
        <td>
          <Size bytes={userFile.sizeBytes} exact />
        </td>
        <td>{userFile.ratio === null ? '–' : formatRatio(userFile.ratio)}</td>
        <td className={styles.text}>–</td>
        {operations.map((operation) => {
          const summary = summaries[operation] ?? null;
          return (
            <td key={operation} colSpan={span} className={`${styles.group} ${all ? styles.reason : ''}`}>
              {summary === null ? (
                '–'
              ) : all ? (
                <span className={styles.reasonText}>{readTimes(summary)}</span>
              ) : (
                formatMs(summary.bestMs)
              )}
            </td>
          );
        })}
        {all && <td className={`${styles.group} ${styles.text}`}>–</td>}
      </tr>
    </tbody>
  );
}

/**
 * A size with three digits, and below it the number of bytes. A size scaled from a sample has no exact number of bytes.
 */
function Size({ bytes, exact }: { readonly bytes: number; readonly exact: boolean }) {
  return (
    <>
      {formatBytes(bytes)}
      {exact && bytes >= 1_000 && <span className={styles.detail}>{formatExactBytes(bytes)}</span>}
    </>
  );
}

/** Lines below the size of a file: what it contains, and how many of its bytes are read to read a part of the data. */
function Counts({ row: { counts } }: { readonly row: CompletedRow }) {
  const holds = fileCountsText(counts);
  const lines = [
    ...(holds === null ? [] : [holds]),
    ...bytesReadTexts(counts).map((part, index) => (index === 0 ? `reads ${part}` : part)),
  ];
  return lines.map((line) => (
    <span key={line} className={`${styles.detail} ${styles.counts}`}>
      {line}
    </span>
  ));
}
