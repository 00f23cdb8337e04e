import { Fragment } from 'react';
import type { Operation } from '../../../workers/model/plan';
import { factorAndEnds } from '../../figures/factor-interval';
import { formatCount, formatFactor, formatMs } from '../../figures/figures';
import { intervalNamesOf, withKind } from '../../figures/interval-names';
import { operationNames } from '../../figures/operation-names';
import { ScrollRegion } from '../../ui/ScrollRegion';
import styles from '../PublishedPage.module.css';
import type { NativeRow } from './factors';

interface NativeTableProps {
  readonly name: string;
  readonly rows: readonly NativeRow[];
  readonly operations: readonly Operation[];
}

/** The figures of the chart, and the candidates that the chart can't show, with the reason. */
export function NativeTable({ name, rows, operations }: NativeTableProps) {
  return (
    <ScrollRegion label={`${name}, all figures`} className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}: the browser’s and native figures</caption>
        <thead>
          <tr>
            <th scope="col">Candidate</th>
            <th scope="col" data-figure>
              File here, bytes
            </th>
            <th scope="col" data-figure>
              natively
            </th>
            {operations.map((operation) => (
              <Fragment key={operation}>
                <th scope="col" data-figure>
                  {operationNames[operation]}, here
                </th>
                <th scope="col" data-figure>
                  natively
                </th>
                <th scope="col" data-figure>
                  Factor ({intervalNamesOf(rows.flatMap(({ factors }) => factors.map(({ interval }) => interval)))})
                </th>
              </Fragment>
            ))}
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ dataset, candidate, names, browserBytes, nativeBytes, by, factors, reasons }) => (
            <tr key={`${dataset}-${candidate}`}>
              <th scope="row">{names.label}</th>
              <td>{browserBytes === null ? '–' : formatCount(browserBytes)}</td>
              <td>{nativeBytes === null ? '–' : formatCount(nativeBytes)}</td>
              {operations.map((operation) => {
                const factor = factors.find((each) => each.operation === operation);
                return factor === undefined ? (
                  <Fragment key={operation}>
                    <td>–</td>
                    <td>–</td>
                    <td>–</td>
                  </Fragment>
                ) : (
                  <Fragment key={operation}>
                    <td>{formatMs(factor.browserMs)}</td>
                    <td>{formatMs(factor.nativeMs)}</td>
                    <td>{factorText(factor)}</td>
                  </Fragment>
                );
              })}
              <td data-words="">{[by === null ? '' : `By ${by}.`, ...reasons].join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function factorText({ ratio, interval }: NativeRow['factors'][number]): string {
  if (interval === null) return formatFactor(ratio);
  const [factor, ends] = factorAndEnds(ratio, interval, ' – ');
  return `${factor} (${withKind(ends, interval)})`;
}
