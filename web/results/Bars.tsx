import { type ReactNode, useMemo, useState } from 'react';
import type { Operation } from '../../workers/model/plan';
import type { ImportedSizeFactor } from '../sources/imported/imported-marks';
import type { PublishedFactor, PublishedMark } from '../sources/marks';
import { Checkbox } from '../ui/Checkbox';
import { Select } from '../ui/Select';
import { Toggletip } from '../ui/Toggletip';
import { BarPanel } from './BarPanel';
import styles from './Bars.module.css';
import {
  type OmittedRow,
  omittedByReason,
  rowsWithoutSize,
  rowsWithoutTime,
  sizeBarItems,
  timeBarItems,
} from './bar-items';
import { baselineRow, uncompressedRow } from '../figures/baseline';
import chart from '../charts/chart.module.css';
import type { UserFile } from '../figures/user-file';
import { useElementWidth } from '../charts/use-element-width';
import { formatFactor } from '../figures/figures';
import { MarkSwatch, PublishedSwatch } from '../charts/Mark';
import { operationHelp, operationNames, type OperationSubjects } from '../figures/operation-names';
import type { ResultsView } from '../view/results-view';
import { type CompletedRow, isCompleted, type ResultRow, statusWords } from '../figures/rows';

interface BarsProps {
  readonly all: readonly ResultRow[];
  readonly shown: readonly ResultRow[];
  readonly operations: readonly Operation[];
  readonly subjects: OperationSubjects;
  /** The published and imported marks for an operation. */
  readonly published: (operation: Operation) => readonly PublishedMark[];
  readonly importedSizes: readonly ImportedSizeFactor[];
  /** The user's file. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
}

const uncompressedValue = '';
/** The names of more candidates with the same reason are folded away. */
const maxLabels = 4;

/**
 * Sorted bars of the times of the chosen operation and of the file sizes, with factors against a baseline that the reader
 * chooses. The times of the other operations, and on a narrow screen the sizes, are folded away. Candidates without a figure are listed below the bars. Published and imported factors are listed there as
 * text: times of another machine must not share an axis with times measured here.
 */
export function Bars({
  all,
  shown,
  operations,
  subjects,
  published,
  importedSizes,
  userFile,
  view,
  onView,
}: BarsProps) {
  const [areFurtherShown, setFurtherShown] = useState(false);
  const [ref, width] = useElementWidth();
  const isNarrow = width < 560;
  const baseline = baselineRow(all, view.baseline);
  const missing = shown.filter((row) => !isCompleted(row) && row.status !== 'pending');
  // The operation of the main chart: one choice serves both.
  const first = operations.filter((operation) => operation === view.operation);
  const further = operations.filter((operation) => operation !== view.operation);
  const panel = (operation: Operation) => (
    <TimePanel
      key={operation}
      operation={operation}
      subject={subjects[operation] ?? null}
      rows={shown}
      baseline={baseline}
      scale={view.timeScale}
      published={published(operation)}
    />
  );
  const sizes = (
    <BarPanel
      id="bars-size"
      title="Size"
      note={
        userFile === null
          ? 'Exact size of the encoded file'
          : 'Exact size of the encoded file. The tick on a longer bar marks your file’s size'
      }
      items={sizeBarItems(shown, baseline)}
      operation={null}
      userFile={userFile}
      scale="linear"
    >
      <ImportedSizes factors={importedSizes} />
      <OmittedRows items={rowsWithoutSize(shown)} />
    </BarPanel>
  );
  const furtherNames = further.map((operation) => operationNames[operation].toLowerCase()).join(', ');
  return (
    <section ref={ref} aria-labelledby="bars-title">
      <div className={chart.head}>
        <h3 id="bars-title" className={chart.title}>
          Times and sizes, smallest first
        </h3>
        <details className={styles.choices}>
          <summary>Scale and baseline</summary>
          <div className={chart.controls}>
            <Checkbox
              checked={view.timeScale === 'log'}
              onChange={(log) => onView({ ...view, timeScale: log ? 'log' : 'linear' })}
            >
              Log scale for times
            </Checkbox>
            <BaselineChoice rows={all} view={view} onView={onView} />
          </div>
        </details>
      </div>
      <div className={styles.panels}>
        {first.map(panel)}
        {!isNarrow && sizes}
      </div>
      {(isNarrow || further.length > 0) && (
        <details className={styles.further} onToggle={({ currentTarget }) => setFurtherShown(currentTarget.open)}>
          <summary>
            {!isNarrow
              ? `Times of ${furtherNames}`
              : furtherNames === ''
                ? 'Sizes'
                : `Sizes, and times of ${furtherNames}`}
          </summary>
          {areFurtherShown && (
            <div className={styles.panels}>
              {isNarrow && sizes}
              {further.map(panel)}
            </div>
          )}
        </details>
      )}
      {missing.length > 0 && <Missing rows={missing} />}
    </section>
  );
}

function BaselineChoice({
  rows,
  view,
  onView,
}: {
  readonly rows: readonly ResultRow[];
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
}) {
  const uncompressed = uncompressedRow(rows);
  const completed = rows.filter(isCompleted);
  const choices = new Map(completed.map(({ candidateKey, names }) => [candidateKey, names.label]));
  return (
    <div className={styles.baseline}>
      <label htmlFor="bars-baseline">Baseline</label>
      <Select
        id="bars-baseline"
        value={view.baseline === null || !choices.has(view.baseline) ? uncompressedValue : view.baseline}
        options={[
          {
            value: uncompressedValue,
            label:
              uncompressed === null
                ? 'none: no uncompressed candidate was measured'
                : `default (${uncompressed.names.label})`,
          },
          ...[...choices].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(value) => onView({ ...view, baseline: value === uncompressedValue ? null : value })}
      />
    </div>
  );
}

interface TimePanelProps {
  readonly operation: Operation;
  /** The part of the data that the operation read, such as `the column city`. Null if it read all. */
  readonly subject: string | null;
  readonly rows: readonly ResultRow[];
  readonly baseline: CompletedRow | null;
  readonly scale: ResultsView['timeScale'];
  readonly published: readonly PublishedMark[];
}

function TimePanel({ operation, subject, rows, baseline, scale, published }: TimePanelProps) {
  const items = useMemo(() => timeBarItems(rows, operation, baseline), [rows, operation, baseline]);
  const omitted = rowsWithoutTime(rows, operation);
  return (
    <BarPanel
      id={`bars-${operation}`}
      title={`${operationNames[operation]} time`}
      note={subject === null ? operationHelp[operation] : `${operationHelp[operation]}: ${subject}`}
      items={items}
      operation={operation}
      userFile={rows[0]?.userFile ?? null}
      scale={scale}
    >
      <PublishedFactors marks={published} />
      <OmittedRows items={omitted} />
    </BarPanel>
  );
}

/** The rows without a bar. Those with the same reason share a line: with many candidates, one is often the reason of all. */
function OmittedRows({ items }: { readonly items: readonly OmittedRow[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={chart.note}>
      {omittedByReason(items).map(({ reason, labels }) => (
        <li key={reason}>
          {labels.length <= maxLabels ? `${labels.join('; ')}: ${reason}` : `${labels.length} candidates: ${reason}`}
          {labels.length > maxLabels && (
            <details>
              <summary>Which</summary>
              {labels.join('; ')}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * The factors that sources print, if their clocks included the same work as ours. Times of another machine are never
 * shown.
 */
function PublishedFactors({ marks }: { readonly marks: readonly PublishedMark[] }): ReactNode {
  // Omit the baseline itself: its factor is always 1.
  const withFactor = marks.filter(
    ({ factor, label, nearest, sameClock }) => factor !== null && factor.baseline !== label && nearest && sameClock,
  );
  if (withFactor.length === 0) return null;
  return (
    <ul className={chart.note} aria-label="Published factors">
      {withFactor.map((mark) => (
        <li key={mark.key} className={styles.published}>
          <PublishedSwatch />
          {mark.isImported
            ? mark.label
            : `${mark.label} (${mark.sourceCitation}, source ${mark.sourceId}, ${mark.datasetLabel})`}
          : {mark.factor === null ? '' : factorWords(mark.factor)}{' '}
          <Toggletip about={mark.label}>{mark.citation}</Toggletip>
        </li>
      ))}
    </ul>
  );
}

/**
 * The sizes in each imported set divided by the size of the set's own baseline. Figures of others are never drawn as
 * bars.
 */
function ImportedSizes({ factors }: { readonly factors: readonly ImportedSizeFactor[] }): ReactNode {
  if (factors.length === 0) return null;
  return (
    <ul className={chart.note} aria-label="Imported size factors">
      {[...bySet(factors)].map(([set, ofSet]) => (
        <li key={set}>
          {set}: <Toggletip about={set}>{ofSet[0]?.citation}</Toggletip>
          <ul className={styles.ofSet}>
            {ofSet.map(({ key, text }) => (
              <li key={key} className={styles.published}>
                <PublishedSwatch />
                {text}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function bySet(factors: readonly ImportedSizeFactor[]): ReadonlyMap<string, readonly ImportedSizeFactor[]> {
  const groups = new Map<string, ImportedSizeFactor[]>();
  for (const factor of factors) groups.set(factor.set, [...(groups.get(factor.set) ?? []), factor]);
  return groups;
}

function factorWords({ value, baseline, elsewhere }: PublishedFactor): string {
  const others =
    elsewhere.length === 0 ? '' : `; elsewhere the source prints ${elsewhere.map(formatFactor).join(', ')}`;
  return `${formatFactor(value)} the time of ${baseline}${others}`;
}

function Missing({ rows }: { readonly rows: readonly ResultRow[] }) {
  return (
    <div className={styles.missing}>
      <h4>Candidates without figures</h4>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <MarkSwatch names={row.names} />
            <span>
              <strong>{row.names.label}</strong> {statusWords[row.status]}
              {isCompleted(row) ? '' : `: ${row.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
