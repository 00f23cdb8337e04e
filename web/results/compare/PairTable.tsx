import type { Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import type { Verdict } from '../../../workers/model/statistics/compare';
import { MarkSwatch } from '../../charts/Mark';
import type { RoundsInterval } from '../../../workers/model/statistics/intervals';
import { relativeDriftOf } from '../../figures/environment-words';
import { factorAndEnds } from '../../figures/factor-interval';
import { formatFactor, formatMs, formatPercent } from '../../figures/figures';
import { intervalNamesOf, withKind } from '../../figures/interval-names';
import { operationNames } from '../../figures/operation-names';
import { ScrollRegion } from '../../ui/ScrollRegion';
import wide from '../../ui/wide-table.module.css';
import { machineName } from '../fields/measured-cells';
import styles from './ComparePanel.module.css';
import { type PairVerdict, smallestMargin } from './pair-verdicts';

export interface PairTableProps {
  readonly shown: RunResult;
  readonly compared: RunResult;
  /** One table for each operation that the chart's axes show. */
  readonly tables: readonly { readonly operation: Operation; readonly pairs: readonly PairVerdict[] }[];
  /** The relative difference that a verdict needs. */
  readonly margin: number;
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  faster: 'compared run faster',
  slower: 'compared run slower',
  noClearDifference: 'no clear difference',
  tooFewRounds: 'too few rounds',
};

const verdictClass: Readonly<Partial<Record<Verdict, string | undefined>>> = {
  faster: styles.better,
  slower: styles.worse,
};

/** A verdict for each candidate that both runs measured, with the machines' calibration. */
export function PairTable({ shown, compared, tables, margin }: PairTableProps) {
  if (tables.every(({ pairs }) => pairs.length === 0))
    return <p className={styles.note}>The two runs have no measured candidate in common, so there is no pair.</p>;
  return (
    <>
      {tables.map(({ operation, pairs }) => (
        <OperationPairs key={operation} operation={operation} pairs={pairs} />
      ))}
      <p className={styles.note}>
        Times are medians of the rounds’ fastest samples. A factor is the compared run’s time divided by this run’s. The
        rounds of two runs are not paired, so the interval draws those of each run independently (unpaired bootstrap). A
        verdict needs an interval more than {marginText(margin)} from 1. It says that the two runs differ, whatever the
        cause: the machine, the browser, its load, or a change.
      </p>
      <p className={styles.note}>{calibrationText(shown, compared)}</p>
    </>
  );
}

/** The pairs of one operation. */
function OperationPairs({ operation, pairs }: PairTableProps['tables'][number]) {
  const name = operationNames[operation];
  return (
    <ScrollRegion label={`Table of pairs, ${name}, scrolls sideways`} className={wide.region}>
      <table className={wide.table}>
        <caption className="visually-hidden">{`${name}: each candidate in both runs`}</caption>
        <thead>
          <tr className={wide.single}>
            <th scope="col" className={wide.first}>
              Candidate
            </th>
            <th scope="col">{name}, this run</th>
            <th scope="col">compared run</th>
            <th scope="col">factor</th>
            <th scope="col">
              {intervalNamesOf(pairs.map(({ time }) => (time.status === 'none' ? null : time.interval)))}
            </th>
            <th scope="col">verdict</th>
            <th scope="col">size</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ row, losses, sizeFactor, time }) => (
            <tr key={row.key}>
              <th scope="row" className={wide.first}>
                <span className={wide.candidate}>
                  <MarkSwatch names={row.names} />
                  {row.names.label}
                </span>
                {losses !== null && <span className={styles.note}>{losses}</span>}
              </th>
              {time.status === 'none' ? (
                <td colSpan={5}>{time.reason}</td>
              ) : (
                <>
                  <td>{formatMs(time.shownMs)}</td>
                  <td>{formatMs(time.comparedMs)}</td>
                  {factorTexts(time.factor, time.interval).map((text, index) => (
                    <td key={index === 0 ? 'factor' : 'interval'}>{text}</td>
                  ))}
                  <td className={verdictClass[time.verdict]}>{verdictWords[time.verdict]}</td>
                </>
              )}
              <td>{sizeFactor === null ? '–' : sizeFactor === 1 ? 'equal' : formatFactor(sizeFactor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The factor, and its interval. */
function factorTexts(factor: number, interval: RoundsInterval | null): readonly [string, string] {
  if (interval === null) return [formatFactor(factor), 'none'];
  const [text, ends] = factorAndEnds(factor, interval, ' – ');
  return [text, withKind(ends, interval)];
}

const marginText = (margin: number) =>
  margin > smallestMargin ? `${formatPercent(margin)} (the larger noise floor of the two runs)` : '3 %';

/** How fast both machines did the same fixed work, and whether that changed during a run. */
function calibrationText(shown: RunResult, compared: RunResult): string {
  const own = shown.environment.kernelMsBefore;
  const theirs = compared.environment.kernelMsBefore;
  const machines = `${machineName(shown)} (this run) and ${machineName(compared)} (compared run)`;
  if (own === null || theirs === null || own === 0) return `Calibration of ${machines}: not measured in both runs.`;
  const drifts = (
    [
      ['This run', shown],
      ['The compared run', compared],
    ] as const
  ).flatMap(([name, { environment }]) => {
    const drift = relativeDriftOf(environment);
    return drift?.warns === true
      ? [`${name} drifted by ${drift.change > 0 ? '+' : '−'}${formatPercent(Math.abs(drift.change))}.`]
      : [];
  });
  return [
    `Calibration: the same fixed work took ${formatMs(own)} and ${formatMs(theirs)} (${formatFactor(theirs / own)}) on ${machines}. No figure is divided by it.`,
    ...drifts,
  ].join(' ');
}
