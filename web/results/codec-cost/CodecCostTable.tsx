import { useMemo } from 'react';
import type { Candidate } from '../../../workers/model/plan';
import { runFileName, saveFile } from '../../ui/save-file';
import { Button } from '../../ui/Button';
import { ScrollRegion } from '../../ui/ScrollRegion';
import chart from '../../charts/chart.module.css';
import { countName } from '../../figures/file-counts-text';
import { formatBytes, formatCount, formatMs, formatSignificant } from '../../figures/figures';
import { formatRate } from '../../figures/throughput';
import { MarkSwatch } from '../../charts/Mark';
import { intervalNamesOf } from '../../figures/interval-names';
import { operationNames } from '../../figures/operation-names';
import { type CompletedRow, measuredFigures, type ResultRow } from '../../figures/rows';
import { fromSampleText } from '../summary-flags';
import styles from '../../ui/wide-table.module.css';
import { codecCostCsv } from './codec-cost-csv';
import { type CodecCost, type CodecCostGroup, type CodecCosts, codecCosts, type CodecTimeCost } from './codec-costs';

interface CodecCostTableProps {
  /** The rows of one dataset, without those that a filter hides. */
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  /** The seed of the bootstrap that gives the intervals. */
  readonly seed: number;
  /** When the run started, for the name of the CSV file. */
  readonly startedAt: string;
}

/**
 * A table of what the codecs inside formats cost, computed as in source 002. Null if no format was measured both
 * without a codec and with an inner one.
 */
export function CodecCostTable({ rows, candidates, seed, startedAt }: CodecCostTableProps) {
  const costs = useMemo(() => codecCosts(rows, candidates, seed), [rows, candidates, seed]);
  if (costs === null) return null;
  const { write, read, groups } = costs;
  const save = () =>
    saveFile(
      `${runFileName(startedAt)}-codec-cost.csv`,
      new Blob([codecCostCsv(costs)], { type: 'text/csv;charset=utf-8' }),
    );
  return (
    <section aria-labelledby="codec-cost-title">
      <div className={chart.head}>
        <h3 id="codec-cost-title" className={chart.title}>
          Codec cost, compared with the same format without a codec
        </h3>
        <Button size="small" onClick={save}>
          CSV
        </Button>
      </div>
      <ScrollRegion label="Table of codec costs, scrolls sideways" className={styles.region}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td className={styles.first} />
              <th scope="colgroup" colSpan={2}>
                File
              </th>
              <th scope="colgroup" colSpan={3}>
                Compressing: {operationNames[write].toLowerCase()}
              </th>
              <th scope="colgroup" colSpan={3}>
                Decompressing: {operationNames[read].toLowerCase()}
              </th>
            </tr>
            <tr>
              <th scope="col" className={styles.first}>
                Candidate
              </th>
              <th scope="col" className={styles.group}>
                size
              </th>
              <th scope="col">file ÷ plain file</th>
              {[write, read].map((operation) => [
                <th key={`${operation}.whole`} scope="col" className={styles.group}>
                  total time
                </th>,
                <th key={`${operation}.pure`} scope="col">
                  pure codec time
                </th>,
                <th key={`${operation}.rate`} scope="col">
                  calls per second
                </th>,
              ])}
            </tr>
          </thead>
          {groups.map((group) => (
            <Group key={group.plain.key} group={group} costs={costs} />
          ))}
        </table>
      </ScrollRegion>
      <ul className={styles.notes}>
        <li>
          Computed as in the published study of Tkrzw (source 002). Pure codec time is the total time minus the time of
          the plain file: the same format and options without a codec. The study’s times include reading and writing
          files.{' '}
          {write === 'store' || read === 'load'
            ? 'The total times here include the browser’s private file system.'
            : 'To include them here, measure “Encode and store” and “Load and decode”.'}
        </li>
        <li>Calls per second are called QPS in the study. {callsNote(costs)}</li>
        <li>
          File ÷ plain file is called ratio in the study; less is better. Elsewhere on this page the ratio is data ÷
          file; more is better.
        </li>
        <li>{intervalNote(costs)}</li>
      </ul>
    </section>
  );
}

function Group({
  group: { plain, costs },
  costs: { write, read },
}: {
  readonly group: CodecCostGroup;
  readonly costs: CodecCosts;
}) {
  const plainTime = (operation: CodecCosts['write']) => {
    const figures = measuredFigures(plain, operation);
    return figures === null || figures.throughput === null ? '–' : formatMs(figures.summary.bestMs);
  };
  return (
    <tbody>
      <tr>
        <NameCell row={plain} calls={null} />
        <SizeCell row={plain} />
        <td>1</td>
        {[write, read].map((operation) => [
          <td key={`${operation}.whole`} className={styles.group}>
            {plainTime(operation)}
          </td>,
          <td key={`${operation}.pure`}>–</td>,
          <td key={`${operation}.rate`}>–</td>,
        ])}
      </tr>
      {costs.map((cost) => (
        <tr key={cost.row.key}>
          <NameCell row={cost.row} calls={cost.calls} />
          <SizeCell row={cost.row} />
          <td>
            {cost.fileOverPlain === null
              ? '–'
              : `${cost.row.sample === null ? '' : 'about '}${formatSignificant(cost.fileOverPlain)}`}
          </td>
          <TimeCells cost={cost} time={cost.write} />
          <TimeCells cost={cost} time={cost.read} />
        </tr>
      ))}
    </tbody>
  );
}

function NameCell({ row, calls }: { readonly row: CompletedRow; readonly calls: CodecCost['calls'] }) {
  return (
    <th scope="row" className={styles.first}>
      <span className={styles.candidate}>
        <MarkSwatch names={row.names} />
        <span>
          {row.names.label}
          {calls !== null && (
            <span className={styles.detail}>
              {formatCount(calls.count)} {countName(calls.of)}
            </span>
          )}
          {row.sample !== null && <span className={styles.detail}>{fromSampleText(row, row.sample)}</span>}
        </span>
      </span>
    </th>
  );
}

const SizeCell = ({ row }: { readonly row: CompletedRow }) => (
  <td className={styles.group}>
    {row.sizeBytes === null ? '–' : `${row.sample === null ? '' : 'about '}${formatBytes(row.sizeBytes)}`}
  </td>
);

function TimeCells({ cost, time }: { readonly cost: CodecCost; readonly time: CodecTimeCost | null }) {
  if (time === null) {
    return (
      <>
        <td className={styles.group}>–</td>
        <td>–</td>
        <td>–</td>
      </>
    );
  }
  const { totalMs, pure, perSecond } = time;
  return (
    <>
      <td className={styles.group}>{formatMs(totalMs)}</td>
      <td>
        {pure === null ? '–' : signedMs(pure.ms)}
        {pure !== null && pure.interval !== null && (
          <span className={styles.detail}>
            {signedMs(pure.interval.lowMs)} – {signedMs(pure.interval.highMs)}
          </span>
        )}
      </td>
      <td>
        {perSecond !== null
          ? formatRate(perSecond.value)
          : pure === null
            ? '–'
            : cost.calls === null
              ? 'not counted'
              : 'no positive codec time'}
        {perSecond !== null && perSecond.interval !== null && (
          <span className={styles.detail}>
            {perSecond.interval.high === null
              ? `${formatRate(perSecond.interval.low)} or more`
              : `${formatRate(perSecond.interval.low)} – ${formatRate(perSecond.interval.high)}`}
          </span>
        )}
      </td>
    </>
  );
}

const signedMs = (ms: number) => (ms < 0 ? `−${formatMs(-ms)}` : formatMs(ms));

function callsNote({ groups }: CodecCosts): string {
  const all = groups.flatMap(({ costs }) => costs);
  const counted = [...new Set(all.flatMap(({ calls }) => (calls === null ? [] : [calls.of])))];
  const uncounted = [...new Set(all.flatMap(({ calls, row }) => (calls === null ? [row.names.format] : [])))];
  const of =
    counted.length === 0
      ? ''
      : `They are the number of ${counted.map(countName).join(' or ')} divided by the pure codec time.${counted.includes('leafPages') ? ' Inner pages are compressed too, but not counted, as in the study.' : ''}`;
  return `${of}${uncounted.length === 0 ? '' : ` ${uncounted.join(', ')} ${uncounted.length === 1 ? 'does' : 'do'} not report the number of codec calls.`}`.trim();
}

function intervalNote({ groups }: CodecCosts): string {
  const times = groups.flatMap(({ costs }) => costs.flatMap(({ write, read }) => [write, read]));
  const differences = times.flatMap((time) => (time === null || time.pure === null ? [] : [time.pure]));
  if (differences.every(({ interval }) => interval === null))
    return 'There are no intervals, because they need at least 3 rounds. Small pure times can be noise.';
  const kinds = intervalNamesOf(differences.map(({ interval }) => interval));
  return `Below each figure is its ${kinds}, over pairs of rounds. A negative pure time means that the smaller file saves more time than the codec takes.`;
}
