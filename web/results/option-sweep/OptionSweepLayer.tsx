import { useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { boxesAlongLine } from '../../charts/along-line';
import chart from '../../charts/chart.module.css';
import { UserFileLine } from '../UserFileLine';
import type { UserFile } from '../../figures/user-file';
import { placeUserFileLine, userFileLineObstacles } from '../user-file-line';
import { type Box, placeLabels } from '../../charts/label-placement';
import { markColor, markShape, publishedMarkPath, shapePaths } from '../../charts/mark-style';
import { textWidthPx } from '../../charts/measure-text';
import { publishedMarkAriaLabel } from '../PublishedFigures';
import { candidateAriaLabel } from '../RowFigures';
import type { useMarkNavigation } from '../../charts/use-mark-navigation';
import type { OptionSweep } from './option-sweeps';
import { lookupOperations, type OptionSweepMark, type OptionSweepPublishedMark, warmLineDashes } from './sweep-marks';

interface OptionSweepLayerProps {
  readonly sweep: OptionSweep;
  readonly marks: readonly OptionSweepMark[];
  readonly published: readonly OptionSweepPublishedMark[];
  /**
   * The distance in px of each published mark from the left edge of the lane, by mark id. These marks have no look-up
   * time.
   */
  readonly lane: ReadonlyMap<string, number>;
  /** Width of the lane, px. 0 without published marks. */
  readonly laneWidth: number;
  readonly userFile: UserFile | null;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}

const radius = 5;
/** Screen readers skip the labels, because each mark's `aria-label` contains the same text. */
const decorative = { 'aria-hidden': true };

/**
 * Draws lines, intervals, marks and labels in the chart's scales. The label at the last point of a line names the line.
 * Other labels are omitted if they have no room.
 */
export function OptionSweepLayer({
  sweep,
  marks,
  published,
  lane,
  laneWidth,
  userFile,
  roving,
}: OptionSweepLayerProps) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  const layout = useMemo(() => {
    if (xScale === undefined || yScale === undefined || plot === undefined) return null;
    const right = plot.x + plot.width;
    const clamp = (x: number) => Math.min(right, Math.max(plot.x + laneWidth, x));
    const placed = marks.map((mark) => ({
      mark,
      x: xScale(mark.x) ?? plot.x,
      y: yScale(mark.y) ?? plot.y,
      low: clamp(xScale(Math.max(mark.time.lowMs, Number.MIN_VALUE)) ?? plot.x),
      high: clamp(xScale(mark.time.highMs) ?? right),
    }));
    const lines = sweep.lines.flatMap(({ key, names }) =>
      (['cold', 'warm'] as const).flatMap((cache) => {
        const points = placed.filter(({ mark }) => mark.line === key && mark.cache === cache);
        return points.length === 0 ? [] : [{ key: `${key}:${cache}`, cache, names, points }];
      }),
    );
    const hollow = published.map(({ mark, label }) => ({
      mark,
      label,
      x: plot.x + (lane.get(mark.id) ?? 0),
      y: yScale(mark.y) ?? plot.y,
    }));
    const texts = new Map<string, { readonly text: string; readonly isName: boolean; readonly isPublished?: true }>();
    for (const { mark, label } of published) texts.set(mark.id, { text: label, isName: false, isPublished: true });
    for (const { key, label } of sweep.lines) {
      const cold = lines.find((line) => line.key === `${key}:cold`);
      const labelled = cold ?? lines.find((line) => line.key === `${key}:warm`);
      labelled?.points.forEach(({ mark }, index, all) => {
        const isName = index === all.length - 1;
        texts.set(mark.id, { text: isName ? `${label}, ${mark.point.valueText}` : mark.point.valueText, isName });
      });
    }
    const anchors = [...hollow, ...placed].flatMap(({ mark, x, y }) => {
      const label = texts.get(mark.id);
      return label === undefined
        ? []
        : [
            {
              id: mark.id,
              x,
              y,
              radius,
              width: Math.ceil(textWidthPx(label.text, fontSize)) + 2,
              height: fontSize + 2,
            },
          ];
    });
    const unlabelled = placed
      .filter(({ mark }) => !texts.has(mark.id))
      .map(({ x, y }): Box => ({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }));
    const spreads = placed.map(({ low, high, y }): Box => ({ x: low, y: y - 2, width: high - low, height: 4 }));
    const bounds = { x: plot.x + 1, y: plot.y, width: plot.width + 10, height: plot.height };
    const lineY = userFile?.ratio == null ? undefined : yScale(userFile.ratio);
    const line =
      lineY === undefined || !Number.isFinite(lineY) ? null : placeUserFileLine(lineY, plot, [...placed, ...hollow]);
    const labels = placeLabels(anchors, bounds, [
      ...userFileLineObstacles(line),
      ...lines.flatMap(({ points }) => boxesAlongLine(points)),
      ...unlabelled,
      ...spreads,
    ]);
    return {
      line,
      lines,
      hollow,
      lanePath: laneWidth === 0 ? '' : `M${plot.x + laneWidth},${plot.y}V${plot.y + plot.height}`,
      placed,
      labels: labels.flatMap((label) => {
        const own = texts.get(label.id);
        return own === undefined || (label.overlap > 0 && !own.isName) ? [] : [{ ...label, ...own }];
      }),
    };
  }, [xScale, yScale, plot, marks, published, lane, laneWidth, userFile, sweep]);

  if (layout === null) return null;
  const namesOf = new Map(sweep.lines.map(({ key, names }) => [key, names]));
  return (
    <g>
      <path d={layout.lanePath} className={chart.lane} />
      {layout.line !== null && userFile !== null && (
        <UserFileLine userFile={userFile} line={layout.line} roving={roving} />
      )}
      {layout.lines.map(({ key, cache, names, points }) => (
        <path
          key={key}
          d={`M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`}
          fill="none"
          stroke={markColor(names)}
          strokeWidth={1.5}
          strokeDasharray={cache === 'warm' ? warmLineDashes : undefined}
        />
      ))}
      {layout.placed.map(({ mark, y, low, high }) => {
        const names = namesOf.get(mark.line);
        return names === undefined || high - low < 1 ? null : (
          <path
            key={mark.id}
            d={`M${low},${y}H${high}M${low},${y - 3}V${y + 3}M${high},${y - 3}V${y + 3}`}
            stroke={markColor(names)}
            className={chart.spread}
          />
        );
      })}
      {layout.labels.map(
        ({ id, leader }) =>
          leader !== null && (
            <line key={id} {...leader} className={chart.leader} data-active={id === roving.activeId} />
          ),
      )}
      {layout.hollow.map(({ mark, x, y }) => (
        <g
          key={mark.id}
          transform={`translate(${x},${y})`}
          className={chart.mark}
          data-published=""
          {...roving.mark(mark.id, publishedMarkAriaLabel(mark))}
        >
          <circle r={10} className={chart.hit} />
          {mark.id === roving.activeId && <circle r={10} className={chart.halo} />}
          <path d={publishedMarkPath} className={chart.published} />
        </g>
      ))}
      {layout.placed.map(({ mark, x, y }) => {
        const { names } = mark.point.row;
        const ariaLabel = `${sweep.option.label} ${mark.point.valueText}, ${mark.cache}: ${candidateAriaLabel(mark.point.row, lookupOperations[mark.cache])}`;
        return (
          <g
            key={mark.id}
            transform={`translate(${x},${y})`}
            className={chart.mark}
            {...roving.mark(mark.id, ariaLabel)}
          >
            <circle r={10} className={chart.hit} />
            {mark.id === roving.activeId && <circle r={10} className={chart.halo} />}
            <path
              d={shapePaths[markShape(names.implementationId)]}
              transform={mark.cache === 'warm' ? 'scale(0.6)' : 'scale(0.9)'}
              fill={markColor(names)}
              className={chart.solid}
            />
          </g>
        );
      })}
      <g {...decorative}>
        {layout.labels.map(({ id, x, y, height, text, isPublished }) => (
          <text
            key={id}
            x={x + 1}
            y={y + height - 3}
            fontSize={fontSize}
            className={isPublished ? chart.publishedLabel : chart.label}
            data-active={id === roving.activeId}
            {...roving.hover(id)}
          >
            {text}
          </text>
        ))}
      </g>
    </g>
  );
}

const fontSize = 11;
