import { useId, useMemo } from 'react';
import { ChartTooltip } from '../../charts/ChartTooltip';
import chart from '../../charts/chart.module.css';
import { PlotFrame } from '../../charts/PlotFrame';
import { logAxis } from '../../charts/ticks';
import { useElementWidth } from '../../charts/use-element-width';
import { useMarkNavigation } from '../../charts/use-mark-navigation';
import { formatMsTick } from '../../figures/tick-texts';
import { plural } from '../../../workers/model/plural';
import { type ParameterSweep, sweepValueText, sweepValuesText } from '../../figures/parameter-sweep';
import { RowFigures } from '../RowFigures';
import { sweepAxis } from './sweep-axis';
import { SweepPanelLayer } from './SweepPanelLayer';
import type { SweepPanel } from './sweep-panels';
import type { SweepScale } from './winner-changes';

interface SweepPanelChartProps {
  readonly panel: SweepPanel;
  readonly sweep: ParameterSweep;
  readonly scale: SweepScale;
  /** The candidate whose lines stand out; null if none is chosen. */
  readonly chosen: number | null;
}

const heightPx = 220;
/** Room for half of the last tick's label. */
const endPx = 18;
const roomPx = { ratio: 38, time: 56 };

/** One of the small multiples: the ratio or a time of each candidate, against the swept parameter. */
export function SweepPanelChart({ panel, sweep, scale, chosen }: SweepPanelChartProps) {
  const id = useId();
  const [ref, width] = useElementWidth();
  const points = useMemo(() => panel.lines.flatMap((line) => line.points), [panel]);
  const orders = useMemo(
    () => ({
      horizontal: points.map(({ key }) => key),
      vertical: points.toSorted((a, b) => a.x - b.x || b.y - a.y).map(({ key }) => key),
    }),
    [points],
  );
  const roving = useMarkNavigation(orders);
  const active = points.find(({ key }) => key === roving.activeId);
  const isRatio = panel.id === 'ratio';
  const room = isRatio ? roomPx.ratio : roomPx.time;
  const xAxis = sweepAxis(sweep, scale, Math.max(0, width - room - endPx));
  const yAxis = logAxis(
    points.map(({ y }) => y),
    6,
    0.1,
  );
  const { parameter } = sweep;
  const values = sweepValuesText(parameter, sweep.values);
  return (
    <figure className={chart.figure} aria-labelledby={id}>
      <h4 id={id} className={chart.axisTitle}>
        {`↑ ${isRatio ? 'ratio: data in memory ÷ file size' : `best ${panel.title.toLowerCase()}`}, log scale`}
      </h4>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <PlotFrame
            width={width}
            height={heightPx}
            margin={{ top: 6, right: endPx, bottom: 0, left: 0 }}
            label={`${panel.title} of ${plural(panel.lines.length, 'candidate')} by ${parameter.label.toLowerCase()}, at ${values}. The table of the sweep has the same figures. Arrow keys move from point to point.`}
            x={{ ...xAxis, roomPx: 22 }}
            y={{
              scale: 'log',
              domain: yAxis.domain,
              ticks: yAxis.ticks,
              format: isRatio ? String : formatMsTick,
              roomPx: room,
            }}
            points={points}
          >
            <SweepPanelLayer
              panel={panel}
              sweep={sweep}
              isConnected={scale !== 'choices'}
              chosen={active?.row.candidate ?? chosen}
              roving={roving}
            />
          </PlotFrame>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>
        {`${parameter.label.toLowerCase()}${unitText(sweep)}${scale === 'log' ? ', log scale' : ''} →`}
      </p>
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <p className={chart.tooltipNote}>{`${parameter.label}: ${sweepValueText(parameter, active.value)}`}</p>
          <RowFigures row={active.row} operation={panel.operation} />
        </ChartTooltip>
      )}
    </figure>
  );
}

const unitText = ({ parameter }: ParameterSweep) =>
  parameter.type === 'choice' || parameter.unit === undefined ? '' : `, ${parameter.unit}`;
