import { useMemo } from 'react';
import type { PublishedMark } from '../../sources/marks';
import { ChartTooltip } from '../../charts/ChartTooltip';
import { PlotFrame } from '../../charts/PlotFrame';
import chart from '../../charts/chart.module.css';
import { dodgeColumns } from '../../charts/dodge';
import { UserFileFigures, UserFileLegendItem } from '../UserFileFigures';
import type { UserFile } from '../../figures/user-file';
import { userFileLineId, userFileLineIds, userFileLineSummary } from '../user-file-line';
import { formatMs, formatRatio } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { formatMsTick } from '../../figures/tick-texts';
import { PublishedSwatch } from '../../charts/Mark';
import { PublishedFigures } from '../PublishedFigures';
import { RowFigures } from '../RowFigures';
import { spreadLabels } from '../ScatterLegend';
import { logAxis } from '../../charts/ticks';
import { useMarkNavigation } from '../../charts/use-mark-navigation';
import { useElementWidth } from '../../charts/use-element-width';
import { OptionSweepLayer } from './OptionSweepLayer';
import type { OptionSweep } from './option-sweeps';
import { OptionSweepTable } from './OptionSweepTable';
import {
  lookupOperations,
  type OptionSweepMark,
  optionSweepMarks,
  optionSweepPublishedMarks,
  warmLineDashes,
} from './sweep-marks';

/** Distance in px between two columns of the lane, and between two marks in a column. */
const laneColumn = 13;
const laneSpacing = 15;

/**
 * Chart of ratio against look-up time, with a line for each codec through the values of one option. Points further up
 * and to the left are better.
 */
export function OptionSweepChart({
  sweep,
  published,
  userFile,
}: {
  readonly sweep: OptionSweep;
  readonly published: readonly PublishedMark[];
  readonly userFile: UserFile | null;
}) {
  const [ref, width] = useElementWidth();
  const marks = useMemo(() => optionSweepMarks(sweep), [sweep]);
  const hollow = useMemo(() => optionSweepPublishedMarks(sweep, published), [sweep, published]);
  const orders = useMemo(() => {
    const places = [...hollow.map(({ mark }) => ({ id: mark.id, x: 0, y: mark.y })), ...marks];
    return {
      horizontal: [...userFileLineIds(userFile), ...places.map(({ id }) => id)],
      vertical: [
        ...userFileLineIds(userFile),
        ...places.toSorted((a, b) => b.y - a.y || a.x - b.x).map(({ id }) => id),
      ],
    };
  }, [marks, hollow, userFile]);
  const roving = useMarkNavigation(orders);
  const active = marks.find(({ id }) => id === roving.activeId);
  const activePublished = hollow.find(({ mark }) => mark.id === roving.activeId);
  const narrow = width < 560;
  // A very long interval must not compress the rest of the axis, so it is cut at twice the time of its point.
  const xAxis = logAxis(
    marks.flatMap(({ x, time }) => [x, Math.min(time.highMs, x * 2)]),
    narrow ? 4 : 8,
    0.08,
  );
  const yAxis = logAxis(
    [
      ...marks.map(({ y }) => y),
      ...hollow.map(({ mark }) => mark.y),
      ...(userFile?.ratio == null ? [] : [userFile.ratio]),
    ],
    8,
    0.14,
    1.05,
  );
  const height = narrow ? 400 : 420;
  const perPixel = Math.log(yAxis.domain[1] / yAxis.domain[0]) / (height - 40);
  const columns = dodgeColumns(
    hollow.map(({ mark }) => -Math.log(mark.y) / perPixel),
    laneSpacing,
  );
  const lane = new Map(hollow.map(({ mark }, index) => [mark.id, ((columns[index] ?? 0) + 1) * laneColumn]));
  const laneWidth = lane.size === 0 ? 0 : Math.max(...lane.values()) + laneColumn;
  const option = sweep.option.label.toLowerCase();
  const title = `${sweep.format}, by ${option}: ratio against look-up time`;
  const id = `option-sweep-${sweep.key.replaceAll('/', '-')}`;
  const kinds = new Set(marks.map(({ time }) => time.figures.spread.kind));
  const caches = new Set(marks.map(({ cache }) => cache));

  return (
    <figure className={chart.figure} aria-labelledby={id}>
      <div className={chart.head}>
        <h3 id={id} className={chart.title}>
          {title}
        </h3>
      </div>
      <p className={chart.axisTitle}>↑ ratio: data in memory ÷ file size</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <PlotFrame
            width={width}
            height={height}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
            label={summaryText(sweep, marks, userFile)}
            x={{
              scale: 'log',
              domain: xAxis.domain,
              ticks: xAxis.ticks,
              format: formatMsTick,
              roomPx: 24,
              startPx: laneWidth,
            }}
            y={{ scale: 'log', domain: yAxis.domain, ticks: yAxis.ticks, format: String, roomPx: narrow ? 34 : 40 }}
            points={marks}
          >
            <OptionSweepLayer
              sweep={sweep}
              marks={marks}
              published={hollow}
              lane={lane}
              laneWidth={laneWidth}
              userFile={userFile}
              roving={roving}
            />
          </PlotFrame>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>best time of one look-up, log scale →</p>
      <ul className={chart.legend} aria-label="Legend">
        <UserFileLegendItem userFile={userFile} />
        {caches.has('cold') && (
          <LineKey dashed={false}>cold: nothing of the file is kept in memory between look-ups</LineKey>
        )}
        {caches.has('warm') && <LineKey dashed>warm: all pages are read and decompressed beforehand</LineKey>}
        {[...kinds].map((kind) => (
          <li key={kind}>
            <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
              <path d="M2,7H20M2,4V10M20,4V10" stroke="var(--ink-soft)" className={chart.spread} />
            </svg>
            {spreadLabels[kind]}
          </li>
        ))}
        {hollow.length > 0 && (
          <li>
            <PublishedSwatch /> published ratio; its source gives no look-up time
          </li>
        )}
        <li>{`labels show the ${option}; up and to the left is better`}</li>
      </ul>
      <OptionSweepTable title={title} sweep={sweep} published={hollow} />
      {roving.active !== null && roving.activeId === userFileLineId && userFile !== null && (
        <ChartTooltip target={roving.active.element}>
          <UserFileFigures userFile={userFile} />
        </ChartTooltip>
      )}
      {roving.active !== null && activePublished !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <PublishedFigures mark={activePublished.mark} />
        </ChartTooltip>
      )}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <p className={chart.tooltipNote}>
            {sweep.option.label} {active.point.valueText}, {active.cache}: {formatMs(active.x)} per look-up
          </p>
          <RowFigures row={active.point.row} operation={lookupOperations[active.cache]} />
        </ChartTooltip>
      )}
    </figure>
  );
}

function LineKey({ dashed, children }: { readonly dashed: boolean; readonly children: string }) {
  return (
    <li>
      <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
        <path
          d="M1,7H21"
          stroke="var(--ink-soft)"
          fill="none"
          strokeWidth={1.5}
          strokeDasharray={dashed ? warmLineDashes : undefined}
        />
      </svg>
      {children}
    </li>
  );
}

function summaryText(
  { format, option, lines }: OptionSweep,
  marks: readonly OptionSweepMark[],
  userFile: UserFile | null,
): string {
  const each = lines.map(({ key, label }) => {
    const own = marks.filter(({ line }) => line === key);
    const end = (mark: OptionSweepMark | undefined) =>
      mark === undefined ? '' : `${mark.point.valueText} with ratio ${formatRatio(mark.y)} and ${formatMs(mark.x)}`;
    const cache = own[0]?.cache;
    const alike = own.filter((mark) => mark.cache === cache);
    return `${label}: from ${end(alike[0])} to ${end(alike.at(-1))}`;
  });
  return `${format}, ratio against look-up time by ${option.label.toLowerCase()}, ${plural(lines.length, 'line')}, both axes logarithmic. ${each.join('; ')}.${userFileLineSummary(userFile)} The table below has the same figures. Arrow keys move from point to point.`;
}
