import type { Operation } from '../../workers/model/plan';
import { FoldedCandidateTable } from '../charts/CandidateTable';
import { MarkSwatch, PublishedSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import { formatRatio } from '../figures/figures';
import { formatThroughput } from '../figures/throughput';
import { markNames } from '../figures/rows';
import type { UserFile } from '../figures/user-file';
import { hasDefaultColor } from './fields/chosen-fields';
import { type Field, fieldText } from './fields/field';
import type { PublishedPoint } from './fields/published-points';
import { userFileText } from './fields/user-file-place';
import { capital, datasetText, shareText } from './point-facts';
import type { Chart } from './use-chart';

/** The figures of the main chart as a table: one row for each mark and for the user's file, one column for each chosen field. */
export function ChartTable({
  chart: { chosen, data, frontier },
  published,
  userFile,
  operation,
  title,
}: {
  readonly chart: Pick<Chart, 'chosen' | 'data' | 'frontier'>;
  /** The hollow marks of the chart. */
  readonly published: readonly PublishedPoint[];
  /** Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly operation: Operation;
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
    /** The cells of what is no candidate of the run: only some fields have a figure. */
    const otherCells = (textOf: (field: Field) => string) => [
      ...(severalRuns ? ['–'] : []),
      ...(severalDatasets ? ['–'] : []),
      ...fields.map(textOf),
      ...(hasFrontier ? ['–'] : []),
      ...(hasReplicates ? ['–'] : []),
    ];
    return {
      columns: [
        ...(severalRuns ? ['Run'] : []),
        ...(severalDatasets ? ['Dataset'] : []),
        ...fields.map(({ phrase }) => capital(phrase)),
        ...(hasFrontier ? ['On the frontier'] : []),
        ...(hasReplicates ? ['In replicates'] : []),
      ],
      rows: [
        ...(userFile === null || fields.every((field) => userFileText(field, userFile, operation) === null)
          ? []
          : [
              {
                key: 'user-file',
                swatch: <UserFileSwatch isPoint />,
                label: userFile.name,
                cells: otherCells((field) => userFileText(field, userFile, operation) ?? '–'),
              },
            ]),
        ...data.points.map((point) => {
          const { key, cell } = point;
          const probability = hasFrontier ? frontier.probabilities.get(key) : undefined;
          return {
            key,
            swatch: <MarkSwatch names={cell.row.names} />,
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
        ...published.map(({ id, mark }) => ({
          key: id,
          swatch: <PublishedSwatch />,
          label: mark.label,
          cells: otherCells((field) => publishedText(field.id, mark)),
        })),
      ],
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

/** Published marks are drawn only over ratio and throughput. */
function publishedText(fieldId: string, { x, y }: PublishedPoint['mark']): string {
  if (fieldId === 'ratio') return formatRatio(y);
  if (!fieldId.endsWith('throughput')) return '–';
  return x === null ? 'not comparable' : formatThroughput(x, 'bytes');
}
