import { FoldedCandidateTable } from '../charts/CandidateTable';
import { markNames } from '../figures/rows';
import { hasDefaultColor } from './fields/chosen-fields';
import { type Field, fieldText } from './fields/field';
import { capital, datasetText, shareText } from './point-facts';
import type { Chart } from './use-chart';

/** The figures of the main chart as a table: one row for each mark, one column for each chosen field. */
export function ChartTable({
  chart: { chosen, data, frontier },
  title,
}: {
  readonly chart: Pick<Chart, 'chosen' | 'data' | 'frontier'>;
  readonly title: string;
}) {
  const { x, y, color, facet } = chosen;
  const fields: readonly Field[] = [
    ...new Set([x, y, ...(hasDefaultColor(chosen) ? [] : [color]), ...(facet === null ? [] : [facet])]),
  ];
  const figures = () => {
    const severalDatasets = new Set(data.points.map(({ cell }) => cell.datasetIndex)).size > 1;
    const severalRuns = data.points.some(({ cell }) => !cell.isShownRun);
    const onFrontier = new Set(frontier.status === 'none' ? [] : frontier.points.map(({ key }) => key));
    const hasFrontier = frontier.status === 'frontier';
    const hasReplicates = hasFrontier && !frontier.isExact;
    return {
      columns: [
        ...(severalRuns ? ['Run'] : []),
        ...(severalDatasets ? ['Dataset'] : []),
        ...fields.map(({ phrase }) => capital(phrase)),
        ...(hasFrontier ? ['On the frontier'] : []),
        ...(hasReplicates ? ['In replicates'] : []),
      ],
      rows: data.points.map((point) => {
        const { key, cell } = point;
        const probability = hasFrontier ? frontier.probabilities.get(key) : undefined;
        return {
          key,
          names: cell.row.names,
          label: markNames(cell.row).label,
          cells: [
            ...(severalRuns ? [cell.source] : []),
            ...(severalDatasets ? [datasetText(point)] : []),
            ...fields.map((field) => fieldText(field, cell) ?? '–'),
            ...(hasFrontier ? [probability === undefined ? '–' : onFrontier.has(key) ? 'yes' : 'no'] : []),
            ...(hasReplicates ? [probability === undefined ? '–' : shareText(probability)] : []),
          ],
        };
      }),
    };
  };
  return (
    <FoldedCandidateTable
      summary="The chart as a table"
      label={`Table of ${title}, scrolls sideways`}
      figures={figures}
    />
  );
}
