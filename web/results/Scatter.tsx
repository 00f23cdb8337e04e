import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Operation } from '../../workers/model/plan';
import { ChartTooltip } from '../charts/ChartTooltip';
import chart from '../charts/chart.module.css';
import { useElementWidth } from '../charts/use-element-width';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import type { OperationSubjects } from '../figures/operation-names';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { ResultsView } from '../view/results-view';
import { chartSummary } from './chart-summary';
import { ChartTable } from './ChartTable';
import { FieldControls } from './FieldControls';
import type { ChartPoint } from './fields/chart-data';
import { chartFrame } from './fields/chart-frame';
import { levelLines } from './fields/level-lines';
import { maxPanels } from './fields/panels';
import { publishedPoints } from './fields/published-points';
import { userFilePlace } from './fields/user-file-place';
import { isWithin, shareOf } from './fields/zoom';
import { OmittedCells } from './OmittedCells';
import { capital, pointAriaLabel } from './point-facts';
import { PointFigures } from './PointFigures';
import { PublishedFigures, type ScatterPublishedMark } from './PublishedFigures';
import styles from './Scatter.module.css';
import { ScatterControls } from './ScatterControls';
import { ScatterLegend } from './ScatterLegend';
import { ScatterPanel } from './ScatterPanel';
import { type ChartRows, type ComparedRows, useChart } from './use-chart';
import { userFileLineId } from './user-file-line';
import { UserFileFigures } from './UserFileFigures';
import { useZoom, zoomActions } from './use-zoom';
import { ZoomBar } from './ZoomBar';
import { ZoomRange } from './ZoomRange';

interface ScatterProps {
  readonly run: ChartRows;
  readonly compared: ComparedRows | null;
  /** Also while the view hides them: the switch says how many there are. */
  readonly published: readonly ScatterPublishedMark[];
  readonly publishedNote: string | null;
  /** The user's file. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly operations: readonly Operation[];
  readonly subjects: OperationSubjects;
  readonly situation: Situation;
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
  /** What is shown below the chart, such as the choice of a run to compare with. */
  readonly children?: ReactNode;
}

/** The main chart: candidates over two fields, with a third as colour and a fourth as panels. By default, ratio against throughput. */
export function Scatter({
  run,
  compared,
  published,
  publishedNote,
  userFile: givenFile,
  operations,
  subjects,
  situation,
  view,
  onView,
  children,
}: ScatterProps) {
  const [ref, width] = useElementWidth();
  const keys = useRef<HTMLDivElement>(null);
  const [selecting, setSelecting] = useState(false);
  const { operation } = view;
  const model = useChart({ run, compared, operations, subjects, situation, view });
  const { chosen, data, frontier, panels, colors, x, y } = model;
  const zooming = useZoom([chosen.x.id, chosen.y.id, x.scale, y.scale, operation, view.dataset].join());
  const { zoom } = zooming;
  const filePlace = useMemo(
    () => userFilePlace(givenFile, chosen, operation, { x: x.scale, y: y.scale }),
    [givenFile, chosen, operation, x, y],
  );
  const userFile = filePlace === null ? null : givenFile;
  const allPublished = useMemo(() => publishedPoints(published, chosen, operation), [published, chosen, operation]);
  const overlay = view.showPublished ? allPublished : nothingPublished;

  const narrow = width < 560;
  const columns = panels.panels.length < 2 ? 1 : narrow ? 1 : width < 900 ? 2 : 3;
  const panelWidth = columns === 1 ? width : Math.floor((width - (columns - 1) * panelGap) / columns);
  const most = Math.max(0, ...panels.panels.map(({ points }) => points.length));
  const height = chartHeight(narrow || columns > 1, most + overlay.points.length, columns > 1);
  const frame = useMemo(
    () =>
      chartFrame(data, overlay.points, {
        x,
        y,
        width: panelWidth,
        height,
        narrow: narrow || columns > 1,
        zoom,
        alsoX: filePlace?.x == null ? [] : [filePlace.x],
        alsoY: filePlace === null ? [] : [filePlace.y],
      }),
    [data, overlay, x, y, panelWidth, height, narrow, columns, zoom, filePlace],
  );
  const isVisible = useMemo(() => {
    const [xs, ys] = [frame.x.domain, frame.y.domain];
    return zoom === null
      ? () => true
      : (place: { readonly x: number | null; readonly y: number }) =>
          (place.x === null || isWithin(place.x, xs)) && isWithin(place.y, ys);
  }, [frame, zoom]);
  const marks = useMemo(() => overlay.points.filter(isVisible), [overlay, isVisible]);
  const visible = useMemo(
    () =>
      panels.panels.map(({ points }) => points.filter((point) => isVisible({ x: point.x.value, y: point.y.value }))),
    [panels, isVisible],
  );
  const drawn = panels.panels.reduce((sum, { points }) => sum + points.length, 0);
  const hiddenCount = drawn - visible.reduce((sum, points) => sum + points.length, 0);
  const orders = useMemo(() => {
    const first = filePlace === null ? [] : [userFileLineId];
    const inPanel = (points: readonly ChartPoint[], index: number) => [
      ...points.map((point) => ({ key: point.key, x: point.x.value, y: point.y.value })),
      ...(index === 0 ? marks.map((mark) => ({ key: mark.id, x: mark.x ?? 0, y: mark.y })) : []),
    ];
    const places = visible.map(inPanel);
    return {
      horizontal: [
        ...first,
        ...places.flatMap((panel) => panel.sort((a, b) => a.x - b.x || a.y - b.y).map(({ key }) => key)),
      ],
      vertical: [
        ...first,
        ...places.flatMap((panel) => panel.toSorted((a, b) => b.y - a.y || a.x - b.x).map(({ key }) => key)),
      ],
    };
  }, [visible, marks, filePlace]);
  const roving = useMarkNavigation(orders);
  const activePoint = data.points.find(({ key }) => key === roving.activeId);
  const activeMark = marks.find(({ id }) => id === roving.activeId);
  const centre =
    activePoint === undefined
      ? null
      : {
          x: shareOf(activePoint.x.value, frame.x.domain, frame.x.scale),
          y: shareOf(activePoint.y.value, frame.y.domain, frame.y.scale),
        };
  const actions = zoomActions(frame, zooming, centre);
  useEffect(() => {
    // A focused mark that is no longer drawn would take the keys along with it.
    if (zoom !== null && document.activeElement === document.body) keys.current?.focus({ preventScroll: true });
  }, [zoom]);

  const context = { chosen, frontier, operation };
  const title = `${capital(chosen.y.phrase)} against ${chosen.x.phrase}`;
  const hasLevels = useMemo(() => levelLines(data.points).length > 0, [data]);
  const isEmpty = data.points.length + overlay.points.length === 0;
  const referenceY =
    chosen.y.kind === 'number' && chosen.y.reference !== null && isWithin(chosen.y.reference, frame.y.domain)
      ? chosen.y.reference
      : null;

  return (
    <figure className={chart.figure} aria-labelledby="scatter-title">
      <div className={chart.head}>
        <h3 id="scatter-title" className={chart.title}>
          {title}
        </h3>
        <ScatterControls
          operations={operations}
          chosen={chosen}
          view={view}
          onView={onView}
          publishedCount={allPublished.points.length}
        />
      </div>
      <FieldControls
        fields={model.fields}
        chosen={chosen}
        cells={model.allCells}
        view={view}
        hasLevels={hasLevels}
        onView={onView}
      >
        {!isEmpty && (
          <ZoomRange
            x={{ field: chosen.x, axis: frame.x }}
            y={{ field: chosen.y, axis: frame.y }}
            onZoom={zooming.setZoom}
          />
        )}
      </FieldControls>
      {chosen.problems.map((problem) => (
        <p key={problem} className={chart.note} role="status">
          {problem}
        </p>
      ))}
      <div className={styles.bar}>
        <p className={chart.axisTitle}>↑ {chosen.y.axisTitle}</p>
        {!isEmpty && (
          <ZoomBar isZoomed={zoom !== null} selecting={selecting} actions={actions} onSelecting={setSelecting} />
        )}
      </div>
      <div ref={ref} className={chart.plot}>
        {width > 0 && !isEmpty && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the marks inside have the focus, and their keys arrive here.
          <div
            ref={keys}
            tabIndex={-1}
            className={`${styles.keys} ${styles.panels}`}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            onKeyDown={actions.onKeyDown}
            onKeyDownCapture={actions.onKeyDownCapture}
          >
            {panels.panels.map((panel, index) => (
              <ScatterPanel
                key={panel.title ?? ''}
                panel={panel}
                published={index === 0 ? marks : []}
                frontier={model.frontiers.ofPanels[index] ?? frontier}
                joinLevels={view.joinLevels}
                frame={frame}
                categories={{ x: data.xCategories !== null, y: data.yCategories !== null }}
                width={panelWidth}
                height={height}
                label={chartSummary({ chosen, frontier, panel, userFile, filePlace })}
                isVisible={isVisible}
                selecting={selecting}
                onSelect={(shares) => {
                  setSelecting(false);
                  actions.select(shares);
                }}
                colors={colors}
                referenceY={referenceY}
                narrow={narrow || columns > 1}
                userFile={userFile}
                userFilePlace={filePlace}
                ariaLabelOf={(point) => pointAriaLabel(point, context)}
                roving={roving}
              />
            ))}
          </div>
        )}
        {isEmpty && (
          <p className={chart.empty}>
            {data.omitted.length > 0
              ? 'No candidate has a figure for both axes. The reasons are below.'
              : 'No candidate has a figure for both axes yet.'}
          </p>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>{chosen.x.axisTitle} →</p>
      {hiddenCount > 0 && (
        <p className={chart.note} role="status">
          {hiddenCount} of {drawn} marks are outside the part that is shown. Escape shows everything.
        </p>
      )}
      <ScatterLegend
        chart={model}
        hasPublished={overlay.points.length > 0}
        joinsLevels={view.joinLevels && hasLevels}
        userFile={userFile}
        filePlace={filePlace}
      />
      {frontier.status === 'none' && <p className={chart.note}>{frontier.reason}</p>}
      {panels.rest.length > 0 && (
        <p className={chart.note}>
          {`Only the first ${maxPanels} panels are drawn. Not drawn: ${panels.rest.map(({ title: rest, count }) => `${rest} (${count})`).join(', ')}.`}
        </p>
      )}
      {[overlay.points.length > 0 ? publishedNote : null, overlay.note].map(
        (note) =>
          note !== null && (
            <p key={note} className={chart.note}>
              {note}
            </p>
          ),
      )}
      <OmittedCells cells={data.omitted} />
      {data.points.length > 0 && (
        <ChartTable chart={model} published={overlay.points} userFile={givenFile} operation={operation} title={title} />
      )}
      {children}
      {roving.active !== null && roving.activeId === userFileLineId && userFile !== null && (
        <ChartTooltip target={roving.active.element}>
          <UserFileFigures userFile={userFile} />
        </ChartTooltip>
      )}
      {roving.active !== null && (activePoint !== undefined || activeMark !== undefined) && (
        <ChartTooltip target={roving.active.element}>
          {activePoint !== undefined && <PointFigures point={activePoint} {...context} />}
          {activeMark !== undefined && <PublishedFigures mark={activeMark.mark} />}
        </ChartTooltip>
      )}
    </figure>
  );
}

const nothingPublished: ReturnType<typeof publishedPoints> = { points: [], note: null };

/** Distance between panels, px: the gap of the grid in the style sheet. */
const panelGap = 16;

/** The chart's height in px. It grows with the number of points, so that their labels fit. */
function chartHeight(narrow: boolean, count: number, isPanel: boolean): number {
  if (isPanel) return Math.min(420, 240 + Math.max(0, count - 6) * 10);
  return narrow ? Math.min(760, 330 + Math.max(0, count - 10) * 12) : Math.min(820, 440 + Math.max(0, count - 16) * 8);
}
