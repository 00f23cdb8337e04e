import { useMemo } from 'react';
import type { Operation } from '../../workers/model/plan';
import { ChartTooltip } from '../charts/ChartTooltip';
import { PlotFrame } from '../charts/PlotFrame';
import chart from '../charts/chart.module.css';
import { formatRatio, formatThroughput, formatThroughputTick, plural, type ThroughputUnit } from '../figures/figures';
import { UserFileFigures } from './UserFileFigures';
import type { UserFile } from '../figures/user-file';
import { userFileLineId, userFileLineIds, userFileLineSummary } from './user-file-line';
import { frontierOf } from '../charts/frontier';
import { operationPhrase, type OperationSubjects } from '../figures/operation-names';
import { PublishedFigures, type ScatterPublishedMark } from './PublishedFigures';
import { RowFigures } from './RowFigures';
import type { ResultsView } from '../view/results-view';
import { conforms, type ResultRow } from '../figures/rows';
import { ScatterControls } from './ScatterControls';
import { ScatterLayer } from './ScatterLayer';
import { ScatterLegend } from './ScatterLegend';
import { scatterFrame } from './scatter-frame';
import { type ScatterPoint, scatterPoints } from './scatter-points';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import { useElementWidth } from '../charts/use-element-width';

interface ScatterProps {
  readonly all: readonly ResultRow[];
  readonly shown: readonly ResultRow[];
  readonly published: readonly ScatterPublishedMark[];
  readonly publishedNote: string | null;
  /** The user's file. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly hasPublished: boolean;
  readonly operations: readonly Operation[];
  readonly subjects: OperationSubjects;
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
}

/** Scatter plot of compression ratio against throughput. Points further up and to the right are better. */
export function Scatter({
  all,
  shown,
  published,
  publishedNote,
  userFile,
  hasPublished,
  operations,
  subjects,
  view,
  onView,
}: ScatterProps) {
  const [ref, width] = useElementWidth();
  const { operation } = view;
  const { points, omitted } = useMemo(() => scatterPoints(all, shown, operation), [all, shown, operation]);
  const marks = published;
  const unit: ThroughputUnit = points[0]?.figures.unit ?? 'bytes';
  const narrow = width < 560;
  const height = chartHeight(narrow, points.length + marks.length);
  const frontier = useMemo(() => frontierOf(points.filter(({ row }) => conforms(row))), [points]);
  const { throughputScale, ratioScale } = view;
  const frame = useMemo(
    () =>
      scatterFrame(points, marks, {
        throughputScale,
        ratioScale,
        width,
        height,
        narrow,
        line: userFile?.ratio ?? null,
      }),
    [points, marks, throughputScale, ratioScale, width, height, narrow, userFile],
  );
  const orders = useMemo(() => {
    const places = [
      ...points.map(({ key, x, y }) => ({ key, x, y })),
      ...marks.map(({ id, x, y }) => ({ key: id, x: x ?? 0, y })),
    ];
    const first = userFileLineIds(userFile);
    return {
      horizontal: [...first, ...[...places].sort((a, b) => a.x - b.x || a.y - b.y).map(({ key }) => key)],
      vertical: [...first, ...[...places].sort((a, b) => b.y - a.y || a.x - b.x).map(({ key }) => key)],
    };
  }, [points, marks, userFile]);
  const roving = useMarkNavigation(orders);
  const activePoint = points.find(({ key }) => key === roving.activeId);
  const activeMark = marks.find(({ id }) => id === roving.activeId);
  const throughputOf = throughputWords(operation, subjects);

  return (
    <figure className={chart.figure} aria-labelledby="scatter-title">
      <div className={chart.head}>
        <h3 id="scatter-title" className={chart.title}>
          {`Ratio against ${throughputOf}`}
        </h3>
        <ScatterControls operations={operations} view={view} onView={onView} hasPublished={hasPublished} />
      </div>
      <p className={chart.axisTitle}>↑ ratio: data in memory ÷ file size</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && points.length + marks.length > 0 && (
          <div>
            <PlotFrame
              width={width}
              height={height}
              margin={frame.margin}
              label={summaryText(points, frontier, throughputOf, userFile)}
              x={{
                scale: view.throughputScale,
                domain: frame.x.domain,
                ticks: frame.x.ticks,
                format: (value) => formatThroughputTick(value, unit),
                roomPx: frame.xAxisHeight,
                startPx: frame.laneWidth,
              }}
              y={{
                scale: view.ratioScale,
                domain: frame.y.domain,
                ticks: frame.y.ticks,
                format: String,
                roomPx: frame.yAxisWidth,
              }}
              points={points}
              referenceY={1}
            >
              <ScatterLayer
                points={points}
                published={marks}
                frontier={frontier}
                operation={operation}
                lane={frame.lane}
                laneWidth={frame.laneWidth}
                narrow={narrow}
                userFile={userFile}
                roving={roving}
              />
            </PlotFrame>
          </div>
        )}
        {points.length + marks.length === 0 && (
          <p className={chart.empty}>
            {omitted.length > 0
              ? 'No candidate has a figure for this operation. The reasons are below.'
              : 'No candidate has a figure for this operation yet.'}
          </p>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>
        {throughputOf}:{' '}
        {unit === 'lookups' ? 'look-ups' : operation === 'project' ? 'the column in memory' : 'data in memory'} ÷ best
        time →
      </p>
      <ScatterLegend points={points} hasPublished={marks.length > 0} userFile={userFile} />
      {publishedNote !== null && <p className={chart.note}>{publishedNote}</p>}
      {omitted.length > 0 && (
        <p className={chart.note}>
          Not drawn: {omitted.map(({ row, reason }) => `${row.names.label} (${reason.replace(/\.$/, '')})`).join('; ')}.
        </p>
      )}
      {roving.active !== null && roving.activeId === userFileLineId && userFile !== null && (
        <ChartTooltip target={roving.active.element}>
          <UserFileFigures userFile={userFile} />
        </ChartTooltip>
      )}
      {roving.active !== null && (activePoint !== undefined || activeMark !== undefined) && (
        <ChartTooltip target={roving.active.element}>
          {activePoint !== undefined && <RowFigures row={activePoint.row} operation={operation} />}
          {activeMark !== undefined && <PublishedFigures mark={activeMark} />}
        </ChartTooltip>
      )}
    </figure>
  );
}

/** The chart's height in px. It grows with the number of points, so that their labels fit. */
function chartHeight(narrow: boolean, count: number): number {
  return narrow ? Math.min(760, 380 + Math.max(0, count - 10) * 12) : Math.min(820, 440 + Math.max(0, count - 16) * 8);
}

/** Names the throughput of an operation: `encode throughput`, `throughput of reading the column city`. */
function throughputWords(operation: Operation, subjects: OperationSubjects): string {
  const phrase = operationPhrase(operation, subjects);
  return subjects[operation] === undefined ? `${phrase} throughput` : `throughput of ${phrase}`;
}

function summaryText(
  points: readonly ScatterPoint[],
  frontier: readonly ScatterPoint[],
  throughputOf: string,
  userFile: UserFile | null,
): string {
  const ends = (point: ScatterPoint | undefined) =>
    point === undefined
      ? ''
      : `${point.row.names.label} at ratio ${formatRatio(point.y)} and ${formatThroughput(point.x, point.figures.unit)}`;
  const span =
    frontier.length > 1
      ? `, from ${ends(frontier[0])} to ${ends(frontier.at(-1))}`
      : frontier.length === 1
        ? `: ${ends(frontier[0])}`
        : '';
  return `Scatter of ratio against ${throughputOf}, ${plural(points.length, 'candidate')}. On the frontier: ${frontier.length}${span}.${userFileLineSummary(userFile)} The table below has the same figures. Arrow keys move from point to point.`;
}
