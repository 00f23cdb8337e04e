import { belowResolution, bestTimeText } from '../figures/best-time';
import { formatClock } from '../figures/clock-scope';
import { formatMs } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatThroughput } from '../figures/throughput';
import styles from './ResultsTable.module.css';
import type { MeasuredFigures, OperationFigures } from '../figures/rows';
import { operationColumns } from './table-columns';
import { flagTexts } from './summary-flags';

/**
 * The cells of one operation in a row of the table. If there are no figures, a single cell that says why.
 *
 * @param props.all false for one cell, with the best time and the throughput. Why an operation is not supported then stands with the bars of times
 */
export function OperationCells({
  figures,
  all,
}: {
  readonly figures: OperationFigures | undefined;
  readonly all: boolean;
}) {
  if (figures === undefined || figures.status !== 'measured') {
    const word =
      figures?.status === 'failed' ? 'failed' : figures?.status === 'unsupported' ? 'not supported' : 'not measured';
    return (
      <td
        colSpan={all ? operationColumns.length + 1 : 1}
        className={`${styles.group} ${styles.reason}`}
        data-status={figures?.status}
      >
        <span className={all ? styles.reasonText : undefined}>
          <strong>{word}</strong>{' '}
          {(all || figures?.status !== 'unsupported') && (
            <span className={all ? undefined : styles.detail}>{figures?.reason ?? ''}</span>
          )}
        </span>
      </td>
    );
  }
  const { summary, throughput, unit } = figures;
  if (!all)
    return (
      <td className={styles.group}>
        <Flags figures={figures} /> {bestTimeText(figures)}
        {throughput !== null && <span className={styles.detail}>{formatThroughput(throughput, unit)}</span>}
      </td>
    );
  const samples = (
    <td>
      {summary.sampleCount} in {summary.roundCount}
      <span className={styles.detail}>{plural(summary.callCount, 'call')}</span>
    </td>
  );
  if (throughput === null) {
    return (
      <>
        <td colSpan={4} className={`${styles.group} ${styles.reason}`}>
          {belowResolution} <Flags figures={figures} />
        </td>
        {samples}
        <td>–</td>
        <ClockCell figures={figures} />
      </>
    );
  }
  return (
    <>
      <td className={styles.group}>
        <Flags figures={figures} /> {formatMs(summary.bestMs)}
        <span className={styles.detail}>cold {formatMs(summary.coldMs)}</span>
      </td>
      <td>
        {formatMs(summary.medianMs)}
        <span className={styles.detail}>95th {formatMs(summary.p95Ms)}</span>
      </td>
      <td>{summary.roundCount < 2 ? 'needs 2 rounds' : formatMs(summary.madMs, 2)}</td>
      <td>
        {summary.range === null
          ? 'needs 3 rounds'
          : `${formatMs(summary.range.lowMs)} to ${formatMs(summary.range.highMs)}`}
      </td>
      {samples}
      <td>{formatThroughput(throughput, unit)}</td>
      <ClockCell figures={figures} />
    </>
  );
}

function ClockCell({ figures: { clock, wasmCopyInClock, detail } }: { readonly figures: MeasuredFigures }) {
  const copy =
    wasmCopyInClock === null ? null : wasmCopyInClock ? 'includes copying into WASM' : 'excludes copying into WASM';
  const notes = [copy, detail].filter((note) => note !== null);
  return (
    <td className={styles.text}>
      {formatClock(clock)}
      {notes.length > 0 && <span className={styles.detail}>{notes.join(' · ')}</span>}
    </td>
  );
}

function Flags({ figures }: { readonly figures: MeasuredFigures }) {
  return figures.summary.flags.map((flag) => (
    <span key={flag} className={styles.flag}>
      <span aria-hidden="true">{flagTexts[flag].mark}</span>
      <span className="visually-hidden">{flagTexts[flag].label}</span>
    </span>
  ));
}
