import { useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { boxesAlongLine } from '../../charts/along-line';
import chart from '../../charts/chart.module.css';
import { type Box, type PlacedLabel, placeLabels } from '../../charts/label-placement';
import { markColor, markShape, shapePaths } from '../../charts/mark-style';
import { fittedLabel, textWidthPx } from '../../charts/measure-text';
import type { useMarkNavigation } from '../../charts/use-mark-navigation';
import { type ParameterSweep, sweepValueText } from '../../figures/parameter-sweep';
import { markNames } from '../../figures/rows';
import { candidateAriaLabel } from '../RowFigures';
import { bestOfPanel, type SweepPanel } from './sweep-panels';

interface SweepPanelLayerProps {
  readonly panel: SweepPanel;
  readonly sweep: ParameterSweep;
  /** False for choices, between which there is nothing. */
  readonly isConnected: boolean;
  /** The candidate whose line stands out; null if none does. */
  readonly chosen: number | null;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}

const fontSize = 11;
const radius = 4;
/** A label takes at most this share of the plot's width. */
const labelShare = 0.6;
/** Lines whose marks look alike have labels as well, if there are not too many lines, and if the label is not far from its line (px). */
const mostLinesWithLabels = 16;
const longestLeader = 16;
/** Screen readers skip the labels, because each mark's `aria-label` contains the same text. */
const decorative = { 'aria-hidden': true };

/**
 * Lines and marks in the chart's scales. The candidates that are the best somewhere have bold lines and labels, the chosen one as well. A
 * label without room is left out: choosing a candidate in the legend shows its line, and the tooltip names every candidate.
 */
export function SweepPanelLayer({ panel, sweep, isConnected, chosen, roving }: SweepPanelLayerProps) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  const best = useMemo(() => bestOfPanel(panel), [panel]);
  const layout = useMemo(() => {
    if (xScale === undefined || yScale === undefined || plot === undefined) return null;
    const lines = panel.lines.map(({ candidate, points }) => ({
      candidate,
      points: points.map((point) => ({ ...point, px: xScale(point.x) ?? plot.x, py: yScale(point.y) ?? plot.y })),
    }));
    const winners = new Set(best.values());
    const alike = lines.length <= mostLinesWithLabels ? candidatesWithEqualMarks(panel) : new Set<number>();
    const anchors = lines.flatMap(({ candidate, points }) => {
      const isWinner = winners.has(candidate);
      const isShown = chosen === null ? isWinner || alike.has(candidate) : candidate === chosen;
      // A winner's label stands at a value where it is the best: the middle one of these.
      const own = chosen === null && isWinner ? points.filter(({ x }) => best.get(x) === candidate) : points;
      const point = own[Math.floor(own.length / 2)];
      if (!isShown || point === undefined) return [];
      const text = fittedLabel(markNames(point.row), fontSize, plot.width * labelShare);
      const width = Math.ceil(textWidthPx(text, fontSize)) + 2;
      return [
        { id: point.key, isNeeded: isWinner, text, x: point.px, y: point.py, radius, width, height: fontSize + 2 },
      ];
    });
    const markBoxes = lines.flatMap(({ points }) =>
      points.map(({ px, py }) => ({ x: px - radius, y: py - radius, width: 2 * radius, height: 2 * radius })),
    );
    const lineBoxes = isConnected
      ? lines.flatMap(({ points }) => boxesAlongLine(points.map(({ px, py }) => ({ x: px, y: py }))))
      : [];
    const bounds = { x: plot.x + 1, y: plot.y, width: plot.width + 8, height: plot.height };
    const placed = placeLabels(anchors, bounds, [...lineBoxes, ...markBoxes]);
    const anchorOf = new Map(anchors.map((anchor) => [anchor.id, anchor]));
    const labels: (PlacedLabel & { readonly text: string })[] = [];
    const isNeeded = ({ id }: PlacedLabel) => chosen !== null || anchorOf.get(id)?.isNeeded === true;
    for (const label of placed.toSorted((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)))) {
      const { leader } = label;
      const isFar = leader !== null && Math.hypot(leader.x2 - leader.x1, leader.y2 - leader.y1) > longestLeader;
      const covers = markBoxes.some((mark) => overlaps(label, mark));
      if (!isNeeded(label) && (covers || isFar)) continue;
      if (labels.every((other) => !overlaps(label, other)))
        labels.push({ ...label, text: anchorOf.get(label.id)?.text ?? '' });
    }
    return { lines, labels, winners };
  }, [xScale, yScale, plot, panel, best, chosen, isConnected]);
  if (layout === null) return null;
  const standsOut = (candidate: number) => (chosen === null ? layout.winners.has(candidate) : candidate === chosen);
  const isFaint = (candidate: number) => chosen !== null && candidate !== chosen;
  const byWinner = layout.lines.toSorted(
    (a, b) => Number(layout.winners.has(a.candidate)) - Number(layout.winners.has(b.candidate)),
  );
  return (
    <g>
      {isConnected &&
        byWinner.map(({ candidate, points }) => {
          const first = points[0];
          return first === undefined ? null : (
            <path
              key={candidate}
              d={`M${points.map(({ px, py }) => `${px.toFixed(1)},${py.toFixed(1)}`).join('L')}`}
              fill="none"
              stroke={markColor(first.row.names)}
              strokeWidth={standsOut(candidate) ? 2.5 : 1.25}
              className={chart.line}
              data-faint={isFaint(candidate)}
            />
          );
        })}
      {/* The order stays the same whichever mark has the focus: an element that moves in the document loses it. */}
      {byWinner.map(({ candidate, points }) => (
        <g key={candidate} className={chart.line} data-faint={isFaint(candidate)}>
          {points.map(({ key, row, value, px, py }) => (
            <g
              key={key}
              transform={`translate(${px},${py})`}
              className={chart.mark}
              {...roving.mark(
                key,
                `${sweep.parameter.label} ${sweepValueText(sweep.parameter, value)}: ${candidateAriaLabel(row, panel.operation)}`,
              )}
            >
              <circle r={9} className={chart.hit} />
              {key === roving.activeId && <circle r={9} className={chart.halo} />}
              <path
                d={shapePaths[markShape(row.names.implementationId)]}
                transform={standsOut(candidate) ? 'scale(0.8)' : 'scale(0.6)'}
                fill={markColor(row.names)}
                className={chart.solid}
              />
            </g>
          ))}
        </g>
      ))}
      <g {...decorative}>
        {layout.labels.map(({ id, leader }) =>
          leader === null ? null : <line key={id} {...leader} className={chart.leader} />,
        )}
        {layout.labels.map(({ id, x, y, height, text }) => (
          <text key={id} x={x + 1} y={y + height - 3} fontSize={fontSize} className={chart.label}>
            {text}
          </text>
        ))}
      </g>
    </g>
  );
}

/** The candidates whose mark another candidate of the panel has too. */
function candidatesWithEqualMarks({ lines }: SweepPanel): ReadonlySet<number> {
  const byMark = new Map<string, number[]>();
  for (const { candidate, points } of lines) {
    const names = points[0]?.row.names;
    if (names === undefined) continue;
    const mark = `${markColor(names)} ${markShape(names.implementationId)}`;
    byMark.set(mark, [...(byMark.get(mark) ?? []), candidate]);
  }
  return new Set([...byMark.values()].filter((alike) => alike.length > 1).flat());
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
