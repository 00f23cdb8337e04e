import { useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { boxesAlongLine } from '../../charts/along-line';
import chart from '../../charts/chart.module.css';
import { placeLabels } from '../../charts/label-placement';
import { markColor, markShape, shapePaths } from '../../charts/mark-style';
import { fittedLabel, textWidthPx } from '../../charts/measure-text';
import type { useMarkNavigation } from '../../charts/use-mark-navigation';
import { type ParameterSweep, sweepValueText } from '../../figures/parameter-sweep';
import { markNames } from '../../figures/rows';
import { candidateAriaLabel } from '../RowFigures';
import styles from './ParameterSweep.module.css';
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
/** Screen readers skip the labels, because each mark's `aria-label` contains the same text. */
const decorative = { 'aria-hidden': true };

/**
 * Lines and marks in the chart's scales. The candidates that are the best somewhere have bold lines and labels, the chosen one as well. A
 * label without room is left out: the legend and the tooltip name every candidate.
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
    const anchors = lines.flatMap(({ candidate, points }) => {
      // The label stands at a value where the candidate is the best, the middle one of these.
      const own = points.filter(({ x }) => best.get(x) === candidate);
      const shown = chosen === null ? own : candidate === chosen ? points : [];
      const point = shown[Math.floor(shown.length / 2)];
      if (point === undefined) return [];
      const text = fittedLabel(markNames(point.row), fontSize, plot.width * labelShare);
      return [
        {
          id: point.key,
          text,
          x: point.px,
          y: point.py,
          radius,
          width: Math.ceil(textWidthPx(text, fontSize)) + 2,
          height: fontSize + 2,
        },
      ];
    });
    const placed = placeLabels(
      anchors,
      { x: plot.x + 1, y: plot.y, width: plot.width + 8, height: plot.height },
      lines.flatMap(({ points }) => [
        ...(isConnected ? boxesAlongLine(points.map(({ px, py }) => ({ x: px, y: py }))) : []),
        ...points.map(({ px, py }) => ({ x: px - radius, y: py - radius, width: 2 * radius, height: 2 * radius })),
      ]),
    );
    const texts = new Map(anchors.map(({ id, text }) => [id, text]));
    const labels = placed.flatMap((label) => {
      const isTooFull = placed.some((other) => other !== label && overlaps(label, other));
      return isTooFull && chosen === null ? [] : [{ ...label, text: texts.get(label.id) ?? '' }];
    });
    return { lines, labels, winners };
  }, [xScale, yScale, plot, panel, best, chosen, isConnected]);
  if (layout === null) return null;
  const standsOut = (candidate: number) => (chosen === null ? layout.winners.has(candidate) : candidate === chosen);
  const order = [...layout.lines].sort((a, b) => Number(standsOut(a.candidate)) - Number(standsOut(b.candidate)));
  return (
    <g>
      {order.map(({ candidate, points }) => {
        const first = points[0];
        if (first === undefined) return null;
        const color = markColor(first.row.names);
        return (
          <g key={candidate} className={styles.line} data-faint={chosen !== null && candidate !== chosen}>
            {isConnected && (
              <path
                d={`M${points.map(({ px, py }) => `${px.toFixed(1)},${py.toFixed(1)}`).join('L')}`}
                fill="none"
                stroke={color}
                strokeWidth={standsOut(candidate) ? 2.5 : 1.25}
              />
            )}
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
                  fill={color}
                  className={chart.solid}
                />
              </g>
            ))}
          </g>
        );
      })}
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

const overlaps = (
  a: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  b: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
