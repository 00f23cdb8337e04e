import { useMemo } from 'react';
import type { Operation } from '../../workers/model/plan';
import { DefinitionsTip } from '../ui/DefinitionsTip';
import { CandidateCell } from './CandidateCell';
import { bytesReadParts, countsText } from '../figures/counts-words';
import { DownloadCell } from './DownloadCell';
import { type ExistingFile, existingFileName, savingAgainst } from '../figures/existing-file';
import { formatBytes, formatExactBytes, formatRatio } from '../figures/figures';
import { OperationCells } from './OperationCells';
import { operationHelp, operationNames, type OperationSubjects } from '../figures/operation-names';
import styles from './ResultsTable.module.css';
import type { ResultsView } from '../view/results-view';
import { type CompletedRow, isCompleted, type ResultRow, statusWords } from '../figures/rows';
import { flagTexts, scaledFromSampleText } from './summary-flags';
import { nextSort, type OperationColumn, operationColumns, sortRows } from './table-columns';
import { VerificationCell } from './VerificationCell';

interface ResultsTableProps {
  readonly rows: readonly ResultRow[];
  /** What the user has already; null where the data was generated. */
  readonly existing: ExistingFile | null;
  readonly operations: readonly Operation[];
  readonly subjects: OperationSubjects;
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
  readonly onEncodedFile: (dataset: number, candidate: number) => Promise<void>;
}

const columnNames: Readonly<Record<OperationColumn, { readonly label: string; readonly help: string }>> = {
  best: { label: 'best', help: 'The least disturbed sample, per call; below it the first call, which was cold' },
  median: { label: 'median', help: 'Median of the medians of all rounds; below it the 95th percentile of the samples' },
  mad: { label: 'MAD', help: 'Median absolute deviation of the rounds’ medians' },
  interval: { label: '95 % interval', help: 'Of the best sample: bootstrap over rounds. Sorted by its width' },
  samples: { label: 'samples in rounds', help: 'Samples taken, in how many rounds; below it the calls in them' },
  throughput: { label: 'throughput', help: 'Data in memory (or look-ups) over the best time' },
};

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
const scrollable = { tabIndex: 0 };

/** Columns of one operation: the sortable ones and what the clock includes. */
const operationSpan = operationColumns.length + 1;

/** What stands under each heading, in the order of the headings. */
function columnHelp(shown: readonly Operation[]): { readonly name: string; readonly meaning: string }[] {
  return [
    { name: 'size', meaning: 'Of the encoded file; below it to the byte' },
    { name: 'ratio', meaning: 'Data in memory over file' },
    ...shown.map((operation) => ({ name: operationNames[operation], meaning: operationHelp[operation] })),
    ...operationColumns.map((column) => ({ name: columnNames[column].label, meaning: columnNames[column].help })),
  ];
}

/** The charts' figures and all others, sortable. */
export function ResultsTable({ rows, existing, operations, subjects, view, onView, onEncodedFile }: ResultsTableProps) {
  const sorted = useMemo(() => sortRows(rows, view.sort), [rows, view.sort]);
  const flags = new Set(
    rows
      .filter(isCompleted)
      .flatMap((row) =>
        operations.flatMap((operation) =>
          row.operations[operation]?.status === 'measured' ? row.operations[operation].summary.flags : [],
        ),
      ),
  );
  const fileSpan = existing === null ? 2 : 3;
  const columnCount = 1 + fileSpan + operations.length * operationSpan + 2;
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
          onClick={() => onView({ ...view, sort: nextSort(view.sort, column) })}
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
      <h3 id="table-title" className={styles.title}>
        All figures <DefinitionsTip about="the columns of the table" definitions={columnHelp(operations)} />
      </h3>
      <section className={styles.region} aria-label="Table of all figures, scrolls sideways" {...scrollable}>
        <table className={styles.table}>
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
                    {subjects[operation] !== undefined && `: ${subjects[operation]}`}
                  </span>
                </th>
              ))}
              <th scope="colgroup" colSpan={2}>
                Check
              </th>
            </tr>
            <tr className={styles.columns}>
              {header('candidate', 'Candidate', `${styles.first} ${styles.text}`)}
              {existing !== null && (
                <th scope="col" className={`${styles.group} ${styles.text}`}>
                  against your file
                </th>
              )}
              {header('size', 'size', existing === null ? styles.group : undefined)}
              {header('ratio', 'ratio')}
              {operations.map((operation) => [
                ...operationColumns.map((column, index) =>
                  header(`${operation}.${column}`, columnNames[column].label, index === 0 ? styles.group : undefined),
                ),
                <th key={`${operation}.clock`} scope="col" className={styles.text}>
                  clock includes
                </th>,
              ])}
              <th scope="col" className={`${styles.group} ${styles.text}`}>
                verified by
              </th>
              <th scope="col" className={styles.text}>
                file
              </th>
            </tr>
          </thead>
          {existing !== null && <ExistingRow existing={existing} columnCount={columnCount} />}
          <tbody>
            {sorted.map((row) => (
              <tr key={row.key} className={styles.row}>
                <CandidateCell row={row} />
                {isCompleted(row) ? (
                  <>
                    {existing !== null && (
                      <td className={`${styles.group} ${styles.saving}`} data-smaller={isSmaller(row, existing)}>
                        {row.sizeBytes === null ? '–' : savingAgainst(row.sizeBytes, existing)}
                      </td>
                    )}
                    <td className={existing === null ? styles.group : undefined}>
                      {row.sizeBytes === null ? 'no file' : <Size bytes={row.sizeBytes} exact={row.sample === null} />}
                      {row.sample !== null && (
                        <span className={`${styles.detail} ${styles.counts}`}>
                          {scaledFromSampleText(row.sample.items, row.itemCount)}
                        </span>
                      )}
                      <Counts row={row} />
                    </td>
                    <td>{row.ratio === null ? '–' : formatRatio(row.ratio)}</td>
                    {operations.map((operation) => (
                      <OperationCells key={operation} figures={row.operations[operation]} span={operationSpan} />
                    ))}
                    <VerificationCell row={row} />
                    <DownloadCell row={row} onEncodedFile={onEncodedFile} />
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
      </section>
      {flags.size > 0 && (
        <ul className={styles.flags} aria-label="Marks in the table">
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

const isSmaller = ({ sizeBytes }: CompletedRow, existing: ExistingFile) =>
  sizeBytes !== null && sizeBytes < existing.sizeBytes;

/** The user's own file. Sorting does not move this row: it is what candidates are compared with. */
function ExistingRow({ existing, columnCount }: { readonly existing: ExistingFile; readonly columnCount: number }) {
  return (
    <tbody aria-label="Your file">
      <tr className={styles.row}>
        <th scope="row" className={styles.first}>
          <span className={styles.name}>{existingFileName}</span>
        </th>
        <td className={styles.group}>–</td>
        <td>
          <Size bytes={existing.sizeBytes} exact />
        </td>
        <td>{existing.ratio === null ? '–' : formatRatio(existing.ratio)}</td>
        <td colSpan={columnCount - 4} className={`${styles.group} ${styles.reason}`}>
          <span className={styles.settings}>
            {existing.settings.map(({ name, value }) => `${name}: ${value}. `)}
            {existing.untimed}
          </span>
        </td>
      </tr>
    </tbody>
  );
}

/** In three digits and, below, to the byte; what is scaled from a sample is not known to the byte. */
function Size({ bytes, exact }: { readonly bytes: number; readonly exact: boolean }) {
  return (
    <>
      {formatBytes(bytes)}
      {exact && bytes >= 1_000 && <span className={styles.detail}>{formatExactBytes(bytes)}</span>}
    </>
  );
}

/** What is in the file and how much of it is read for a part, below its size. */
function Counts({ row: { counts } }: { readonly row: CompletedRow }) {
  const holds = countsText(counts);
  const lines = [
    ...(holds === null ? [] : [holds]),
    ...bytesReadParts(counts).map((part, index) => (index === 0 ? `reads ${part}` : part)),
  ];
  return lines.map((line) => (
    <span key={line} className={`${styles.detail} ${styles.counts}`}>
      {line}
    </span>
  ));
}
