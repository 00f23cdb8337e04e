import { useMemo } from 'react';
import type { Candidate } from '../../../workers/model/plan';
import { runFileName, saveFile } from '../../ui/save-file';
import { Button } from '../../ui/Button';
import { ScrollRegion } from '../../ui/ScrollRegion';
import chart from '../../charts/chart.module.css';
import { countName } from '../../figures/counts-words';
import { formatBytes, formatCount, formatMs, formatRate, significant } from '../../figures/figures';
import { MarkSwatch } from '../../charts/Mark';
import { operationNames } from '../../figures/operation-names';
import { type CompletedRow, measured, type ResultRow } from '../../figures/rows';
import { scaledFromSampleText } from '../summary-flags';
import styles from '../wide-table.module.css';
import { codecCostCsv } from './codec-cost-csv';
import { type CodecCost, type CodecCostGroup, type CodecCosts, codecCosts, type CodecTimeCost } from './codec-costs';

interface CodecCostTableProps {
  /** Of one dataset, filtered. */
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  /** Of the resampler. */
  readonly seed: number;
  /** Of the run, for the file's name. */
  readonly startedAt: string;
}

/** The figures as source 002 computes them; nothing where no format was measured both with a codec of its own and without. */
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
          What the codec costs, as the source measures it
        </h3>
        <Button size="small" onClick={save}>
          CSV
        </Button>
      </div>
      <ScrollRegion label="Table of what the codec costs, scrolls sideways" className={styles.region}>
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
                  whole time
                </th>,
                <th key={`${operation}.pure`} scope="col">
                  pure codec time
                </th>,
                <th key={`${operation}.rate`} scope="col">
                  calls a second
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
          Pure codec time is the whole time less that of the same format and options without a codec. The source times
          rebuilds of files, which read and write:{' '}
          {write === 'store' || read === 'load'
            ? 'the whole times here have the browser’s private file system in them.'
            : 'time “encode and store” and “load and decode” for the like of it.'}
        </li>
        <li>Calls a second, the source’s QPS: {callsNote(costs)}</li>
        <li>
          File ÷ plain file is what the source calls ratio, where less is better. Elsewhere on this page ratio is data ÷
          file, where more is.
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
  const whole = (operation: CodecCosts['write']) => {
    const figures = measured(plain, operation);
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
            {whole(operation)}
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
              : `${cost.row.sample === null ? '' : 'about '}${significant(cost.fileOverPlain)}`}
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
          {row.sample !== null && (
            <span className={styles.detail}>{scaledFromSampleText(row.sample.items, row.itemCount)}</span>
          )}
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
  const { wholeMs, pure, perSecond } = time;
  return (
    <>
      <td className={styles.group}>{formatMs(wholeMs)}</td>
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
              : 'no pure time'}
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
      : `${counted.map(countName).join(' or ')} over pure codec time${counted.includes('leafPages') ? '; inner pages are compressed too, which the source leaves out as well' : ''}.`;
  return `${of}${uncounted.length === 0 ? '' : ` ${uncounted.join(', ')} ${uncounted.length === 1 ? 'does' : 'do'} not say how often the codec is called.`}`.trim();
}

function intervalNote({ groups }: CodecCosts): string {
  const times = groups.flatMap(({ costs }) => costs.flatMap(({ write, read }) => [write, read]));
  const differences = times.flatMap((time) => (time === null || time.pure === null ? [] : [time.pure]));
  if (differences.every(({ interval }) => interval === null))
    return 'No intervals: a difference of two times takes at least 3 rounds for one. Small pure times are within the noise.';
  return 'Below a figure its 95 % interval: of the difference of the two best times, by bootstrap over pairs of rounds. A negative pure time means that the smaller file saves more than the codec takes.';
}
