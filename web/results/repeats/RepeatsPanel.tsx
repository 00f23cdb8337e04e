import { useMemo } from 'react';
import type { Operation } from '../../../workers/model/plan';
import { runFileName, saveFile } from '../../ui/save-file';
import { Button } from '../../ui/Button';
import { ScrollRegion } from '../../ui/ScrollRegion';
import chart from '../../charts/chart.module.css';
import { formatBytes, formatMs, formatSignificant } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { formatRate } from '../../figures/throughput';
import { MarkSwatch } from '../../charts/Mark';
import { markColor } from '../../charts/mark-style';
import { operationNames } from '../../figures/operation-names';
import type { CompletedRow, ResultRow } from '../../figures/rows';
import table from '../../ui/wide-table.module.css';
import styles from './RepeatsPanel.module.css';
import { type RepeatRates, type RepeatsRow, repeatsRows } from './repeats';
import { repeatsCsv } from './repeats-csv';

interface RepeatsPanelProps {
  /** The rows of one dataset, without those that a filter hides. */
  readonly rows: readonly ResultRow[];
  /** The row that factors are taken against. Null to show no factors. */
  readonly base: CompletedRow | null;
  readonly operations: readonly Operation[];
  /** The name of the items in the plural, such as `molecules`. */
  readonly unit: string;
  /** When the run started, for the name of the CSV file. */
  readonly startedAt: string;
}

/**
 * A table of items per second in the slowest and the fastest repeat, the time of all repeats, the file size, and
 * factors, as in the published study of Java serialization (source 003). Published and imported rates are not shown,
 * because rates of another machine must not share an axis with ours. Their factors are listed below the bar charts.
 */
export function RepeatsPanel({ rows, base, operations, unit, startedAt }: RepeatsPanelProps) {
  const read = operations.includes('load') ? 'load' : 'decode';
  const write = operations.includes('store') ? 'store' : 'encode';
  const shown = useMemo(() => repeatsRows(rows, { read, write }, base), [rows, read, write, base]);
  const axis = useMemo(() => axisOf(shown), [shown]);
  if (axis === null) return null;
  const counts = shown.flatMap((row) => [row.read?.count ?? 0, row.write?.count ?? 0]);
  const save = () =>
    saveFile(
      `${runFileName(startedAt)}-repeats.csv`,
      new Blob([repeatsCsv(shown, { read, write, unit })], { type: 'text/csv;charset=utf-8' }),
    );
  return (
    <section aria-labelledby="repeats-title">
      <div className={chart.head}>
        <h3 id="repeats-title" className={chart.title}>
          {unit[0]?.toUpperCase()}
          {unit.slice(1)} per second: slowest to fastest of {plural(Math.max(...counts), 'repeat')}
        </h3>
        <Button size="small" onClick={save}>
          CSV
        </Button>
      </div>
      <ScrollRegion label={`Table of ${unit} per second, scrolls sideways`} className={table.region}>
        <table className={table.table}>
          <thead>
            <tr>
              <td className={table.first} />
              <th scope="colgroup" colSpan={4}>
                Reading: {operationNames[read].toLowerCase()}
              </th>
              <th scope="colgroup" colSpan={3}>
                Writing: {operationNames[write].toLowerCase()}
              </th>
              <th scope="colgroup" colSpan={base === null ? 1 : 2}>
                File
              </th>
            </tr>
            <tr>
              <th scope="col" className={table.first}>
                Candidate
              </th>
              <th scope="col" className={table.group}>
                <Axis axis={axis} />
              </th>
              <th scope="col">slowest – fastest</th>
              <th scope="col">all repeats</th>
              <FactorHead base={base} />
              <th scope="col" className={table.group}>
                slowest – fastest
              </th>
              <th scope="col">all repeats</th>
              <FactorHead base={base} />
              <th scope="col" className={table.group}>
                size
              </th>
              {base !== null && <FactorHead base={base} />}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.row.key} row={row} axis={axis} hasBase={base !== null} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={chart.note}>
        A repeat is a round of the run: the median time in a fresh worker after a warm-up. In published studies a repeat
        is one more pass of the same program, and its first pass is the slowest. Published and imported rates are not
        drawn here, because they are of other machines. Their factors are below the bar charts.
        {base !== null &&
          ` A column headed “÷ ${base.names.shortLabel}” shows the fastest rate, or the file size, divided by that of ${base.names.label}.`}
      </p>
    </section>
  );
}

interface LogAxis {
  readonly low: number;
  readonly high: number;
}

/** A logarithmic axis of whole decades that includes all rates of reading. Null without rows. */
function axisOf(rows: readonly RepeatsRow[]): LogAxis | null {
  const rates = rows.flatMap(({ read }) => (read === null ? [] : [read.slowestPerSecond, read.fastestPerSecond]));
  if (rates.length === 0) return rows.length === 0 ? null : { low: 1, high: 10 };
  const low = 10 ** Math.floor(Math.log10(Math.min(...rates)));
  return { low, high: Math.max(10 * low, 10 ** Math.ceil(Math.log10(Math.max(...rates)))) };
}

const placeOn = ({ low, high }: LogAxis, rate: number) => (100 * Math.log(rate / low)) / Math.log(high / low);

function Axis({ axis }: { readonly axis: LogAxis }) {
  const decades = Math.round(Math.log10(axis.high / axis.low));
  // The column is wide enough for three labels.
  const step = Math.ceil(decades / 2);
  return (
    <span className={styles.axis}>
      {Array.from({ length: Math.floor(decades / step) + 1 }, (_, index) => axis.low * 10 ** (index * step)).map(
        (rate) => (
          <span key={rate} className={styles.tick} style={{ left: `${placeOn(axis, rate)}%` }}>
            {formatRate(rate)}
          </span>
        ),
      )}
    </span>
  );
}

function FactorHead({ base }: { readonly base: CompletedRow | null }) {
  return <th scope="col">{base === null ? 'factor' : `÷ ${base.names.shortLabel}`}</th>;
}

function Row({
  row: { row, read, write, sizeFactor, readFactor, writeFactor },
  axis,
  hasBase,
}: {
  readonly row: RepeatsRow;
  readonly axis: LogAxis;
  readonly hasBase: boolean;
}) {
  const from = read === null ? 0 : placeOn(axis, read.slowestPerSecond);
  const to = read === null ? 0 : placeOn(axis, read.fastestPerSecond);
  return (
    <tr>
      <th scope="row" className={table.first}>
        <span className={table.candidate}>
          <MarkSwatch names={row.names} />
          <span>{row.names.label}</span>
        </span>
      </th>
      <td className={table.group}>
        <span className={styles.track} aria-hidden="true">
          {read !== null && (
            <span
              className={styles.range}
              style={{ left: `${from}%`, width: `max(3px, ${to - from}%)`, background: markColor(row.names) }}
            />
          )}
        </span>
      </td>
      <RateCells repeats={read} />
      <td>{readFactor === null ? '–' : formatSignificant(readFactor)}</td>
      <RateCells repeats={write} first />
      <td>{writeFactor === null ? '–' : formatSignificant(writeFactor)}</td>
      <td className={table.group}>
        {row.sizeBytes === null ? '–' : `${row.sample === null ? '' : 'about '}${formatBytes(row.sizeBytes)}`}
      </td>
      {hasBase && <td>{sizeFactor === null ? '–' : `${formatSignificant(sizeFactor)}×`}</td>}
    </tr>
  );
}

function RateCells({ repeats, first = false }: { readonly repeats: RepeatRates | null; readonly first?: boolean }) {
  const group = first ? table.group : undefined;
  if (repeats === null) {
    return (
      <>
        <td className={group}>–</td>
        <td>–</td>
      </>
    );
  }
  return (
    <>
      <td className={group}>
        {formatRate(repeats.slowestPerSecond)} – {formatRate(repeats.fastestPerSecond)}
      </td>
      <td>{formatMs(repeats.elapsedMs)}</td>
    </>
  );
}
