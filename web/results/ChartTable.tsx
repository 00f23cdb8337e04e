import wide from '../ui/wide-table.module.css';
import { ScrollRegion } from '../ui/ScrollRegion';
import { MarkSwatch } from '../charts/Mark';
import { markNames } from '../figures/rows';
import { hasDefaultColor } from './fields/chosen-fields';
import { type Field, fieldText } from './fields/field';
import { capital, datasetText, shareText } from './point-facts';
import styles from './Scatter.module.css';
import type { Chart } from './use-chart';

/** The figures of the main chart as a table, folded away: one row for each mark, one column for each chosen field. */
export function ChartTable({
  chart: { chosen, data, frontier },
  title,
}: {
  readonly chart: Pick<Chart, 'chosen' | 'data' | 'frontier'>;
  readonly title: string;
}) {
  const { x, y, color, facet } = chosen;
  const columns: readonly Field[] = [
    ...new Set([x, y, ...(hasDefaultColor(chosen) ? [] : [color]), ...(facet === null ? [] : [facet])]),
  ];
  const severalDatasets = new Set(data.points.map(({ cell }) => cell.datasetIndex)).size > 1;
  const severalRuns = data.points.some(({ cell }) => !cell.isShownRun);
  const onFrontier = new Set(frontier.status === 'none' ? [] : frontier.points.map(({ key }) => key));
  return (
    <details className={styles.more}>
      <summary>The chart as a table</summary>
      <ScrollRegion label={`Table of ${title}, scrolls sideways`} className={`${wide.region} ${styles.tableArea}`}>
        <table className={wide.table}>
          <thead>
            <tr className={wide.single}>
              <th scope="col" className={wide.first}>
                Candidate
              </th>
              {severalRuns && <th scope="col">Run</th>}
              {severalDatasets && <th scope="col">Dataset</th>}
              {columns.map((field) => (
                <th key={field.id} scope="col">
                  {capital(field.phrase)}
                </th>
              ))}
              {frontier.status === 'frontier' && <th scope="col">On the frontier</th>}
              {frontier.status === 'frontier' && !frontier.isExact && <th scope="col">In replicates</th>}
            </tr>
          </thead>
          <tbody>
            {data.points.map((point) => {
              const { key, cell } = point;
              const probability = frontier.status === 'frontier' ? frontier.probabilities.get(key) : undefined;
              return (
                <tr key={key}>
                  <th scope="row" className={wide.first}>
                    <span className={wide.candidate}>
                      <MarkSwatch names={cell.row.names} />
                      {markNames(cell.row).label}
                    </span>
                  </th>
                  {severalRuns && <td>{cell.source}</td>}
                  {severalDatasets && <td>{datasetText(point)}</td>}
                  {columns.map((field) => (
                    <td key={field.id}>{fieldText(field, cell) ?? '–'}</td>
                  ))}
                  {frontier.status === 'frontier' && (
                    <td>{probability === undefined ? '–' : onFrontier.has(key) ? 'yes' : 'no'}</td>
                  )}
                  {frontier.status === 'frontier' && !frontier.isExact && (
                    <td>{probability === undefined ? '–' : shareText(probability)}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
