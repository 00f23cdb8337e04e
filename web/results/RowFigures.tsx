import type { Operation } from '../../workers/model/plan';
import { belowResolution, bestTimeOfRounds, bestTimeText } from '../figures/best-time';
import { formatClock } from '../figures/clock-scope';
import { bytesReadTexts, fileCountsText } from '../figures/file-counts-text';
import { sizeAgainstUserFile } from '../figures/user-file';
import { bytesInFull, formatBytes, formatCount, formatMs, formatRatio, formatSpread } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatThroughput } from '../figures/throughput';
import { MarkSwatch } from '../charts/Mark';
import { operationNames } from '../figures/operation-names';
import styles from './RowFigures.module.css';
import { type CompletedRow, conforms, type MeasuredFigures, measuredFigures } from '../figures/rows';
import { predictedRange } from '../figures/whole-file-words';
import { flagTexts, sampleNote } from './summary-flags';

/**
 * The tooltip of a candidate's mark: its size and the main figures of one operation, so few that it hides no neighbour. The mark's label has all of
 * them, and so has the table.
 */
export function RowFigures({ row, operation }: { readonly row: CompletedRow; readonly operation: Operation | null }) {
  const figures = operation === null ? null : measuredFigures(row, operation);
  const saving = savingOf(row);
  const marks = [
    ...(conforms(row) ? [] : ['not conforming']),
    ...(figures?.summary.flags.map((flag) => flagTexts[flag].label) ?? []),
  ];
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <MarkSwatch names={row.names} />
        {row.names.label}
      </p>
      <dl className={styles.list}>
        <Figure
          name="Size"
          value={[sizeText(row), ...(row.ratio === null ? [] : [`ratio ${formatRatio(row.ratio)}`])].join(', ')}
        />
        {saving !== null && <Figure name="Your file" value={saving} />}
        {operation !== null && figures !== null && (
          <Figure name={operationNames[operation]} value={timeText(figures)} />
        )}
      </dl>
      {row.sample !== null && (
        <p className={styles.flag}>{sampleNote(row.sample.items, row.itemCount, row.wholeFile !== null)}</p>
      )}
      {marks.length > 0 && <p className={styles.flag}>{marks.join(', ')}</p>}
    </div>
  );
}

/** `9.36 ms (rounds from 9.36 ms to 9.41 ms), 506 MB/s`. */
const timeText = ({ summary, throughput, unit }: MeasuredFigures): string =>
  throughput === null ? belowResolution : `${bestTimeOfRounds(summary)}, ${formatThroughput(throughput, unit)}`;

/** How much smaller or larger the file is than the user's file. Null if one of the two doesn't exist. */
const savingOf = ({ sizeBytes, userFile }: CompletedRow): string | null =>
  sizeBytes === null || userFile === null ? null : sizeAgainstUserFile(sizeBytes, userFile);

/** The exact size of the file. If it is scaled from a sample, the rounded size with a note. */
function sizeText({ sizeBytes, sample, predicted }: CompletedRow): string {
  if (sizeBytes === null) return 'makes no file';
  const range = predicted === null ? null : predictedRange(predicted);
  if (range !== null) return `${formatBytes(sizeBytes)}, predicted: ${range}`;
  return sample === null ? bytesInFull(sizeBytes) : `about ${formatBytes(sizeBytes)}, from a sample`;
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function figureEntries(figures: MeasuredFigures): [string, string][] {
  const { summary, throughput, unit, clock, detail } = figures;
  const hidden = throughput === null;
  const entries: [string, string][] = [['Best', bestTimeText(figures)]];
  if (!hidden) {
    entries.push(['Throughput', formatThroughput(throughput, unit)]);
    if (summary.range !== null)
      entries.push(['Rounds', `from ${formatMs(summary.range.lowMs)} to ${formatMs(summary.range.highMs)}`]);
    entries.push([
      summary.roundCount < 2 ? 'Median' : 'Median ± MAD',
      summary.roundCount < 2
        ? formatMs(summary.medianMs)
        : `${formatMs(summary.medianMs)} ± ${formatSpread(summary.madMs / summary.medianMs)}`,
    ]);
    entries.push(['95th percentile', formatMs(summary.p95Ms)]);
  }
  entries.push(['Samples', `${summary.sampleCount} in ${plural(summary.roundCount, 'round')}`]);
  entries.push(['Clock', formatClock(clock)]);
  if (detail !== null) entries.push(['Detail', detail]);
  return entries;
}

/** The figures of a candidate as one line of text, for screen readers. */
export function candidateAriaLabel(row: CompletedRow, operation: Operation | null): string {
  const figures = operation === null ? null : measuredFigures(row, operation);
  const saving = savingOf(row);
  const parts = [
    row.names.label,
    ...(saving === null ? [] : [`compared with your file ${saving}`]),
    `size ${row.sizeBytes === null ? 'none' : formatBytes(row.sizeBytes)}`,
  ];
  if (row.sample !== null) parts.push(`from a sample of ${formatCount(row.sample.items)}`);
  if (!conforms(row)) parts.push('not conforming');
  if (row.ratio !== null) parts.push(`ratio ${formatRatio(row.ratio)}`);
  const counts = fileCountsText(row.counts);
  if (counts !== null) parts.push(`${row.sample === null ? 'contains' : 'sample contains'} ${counts}`);
  const bytesRead = bytesReadTexts(row.counts);
  if (bytesRead.length > 0) parts.push(`reads ${bytesRead.join(', ')}`);
  if (operation !== null && figures !== null)
    parts.push(
      ...figureEntries(figures).map(
        ([name, value]) => `${name === 'Best' ? `${operationNames[operation]} best` : name} ${value}`,
      ),
    );
  return parts.join(', ');
}
