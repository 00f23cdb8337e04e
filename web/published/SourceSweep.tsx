import { useXAxisScale, useYAxisScale } from 'recharts';
import type { PublishedSource, PublishedSystem, PublishedWorkload } from '../../workers/model/published';
import { workloads } from '../../workers/registry/metadata';
import { ChartTooltip } from '../charts/ChartTooltip';
import chart from '../charts/chart.module.css';
import { PlotFrame } from '../charts/PlotFrame';
import { logAxis } from '../charts/ticks';
import { useElementWidth } from '../charts/use-element-width';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import { formatCount, formatSignificant } from '../figures/figures';
import { sweepPoints, systemColor } from './chart-data';
import styles from './SourceCharts.module.css';

interface SourceSweepProps {
  readonly source: PublishedSource;
  readonly workload: PublishedWorkload;
  readonly metric: 'writeTime' | 'readTime';
  readonly title: string;
}

interface SweepMark {
  readonly id: string;
  readonly itemCount: number;
  readonly megabytesPerSecond: number;
}

interface SweepLine {
  readonly system: PublishedSystem;
  readonly dash: string;
  readonly marks: readonly SweepMark[];
}

const dashes = ['', '5 3', '1.5 3', '8 3 2 3'];
const heightPx = 180;

/** The speeds of a source's systems against the number of items. Marks are hollow because this page did not measure them. */
export function SourceSweep({ source, workload, metric, title }: SourceSweepProps) {
  const [ref, width] = useElementWidth();
  const points = sweepPoints(source, workload, metric);
  const lines = source.systems.flatMap((system): Omit<SweepLine, 'dash'>[] => {
    const marks = points.flatMap(({ itemCount, [system.id]: speed }) =>
      speed === undefined ? [] : [{ id: `${system.id} ${itemCount}`, itemCount, megabytesPerSecond: speed }],
    );
    return marks.length === 0 ? [] : [{ system, marks }];
  });
  const dashed = lines.map((line, index) => ({ ...line, dash: dashes[index % dashes.length] ?? '' }));
  const marks = lines.flatMap((line) => line.marks);
  const roving = useMarkNavigation({
    horizontal: marks.map(({ id }) => id),
    vertical: marks.toSorted((a, b) => b.megabytesPerSecond - a.megabytesPerSecond).map(({ id }) => id),
  });
  const active = marks.find(({ id }) => id === roving.activeId);
  const counts = points.map(({ itemCount }) => itemCount);
  const y = logAxis(
    marks.map(({ megabytesPerSecond }) => megabytesPerSecond),
    4,
    0.06,
    20,
  );
  const unit = `MB/s against ${workloads.get(workload.workload)?.sizeUnit ?? 'items'}, log axes`;
  const spoken = lines.map(
    ({ system, marks }) =>
      `${system.shortLabel} ${marks.map(({ megabytesPerSecond }) => formatSignificant(megabytesPerSecond)).join(', ')}`,
  );
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title} <span className={styles.unit}>{unit}</span>
      </figcaption>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <PlotFrame
            width={width}
            height={heightPx}
            margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
            label={`${title}, MB/s at ${counts.map(formatCount).join(', ')} items: ${spoken.join('; ')}`}
            x={{
              scale: 'log',
              domain: [Math.min(...counts), Math.max(...counts)],
              ticks: counts,
              format: (count) => `${count / 1_000}k`,
              roomPx: 24,
              startPx: 8,
            }}
            y={{ ...y, scale: 'log', format: formatCount, roomPx: 40 }}
            points={marks.map(({ itemCount, megabytesPerSecond }) => ({ x: itemCount, y: megabytesPerSecond }))}
          >
            <SweepLines lines={dashed} roving={roving} />
          </PlotFrame>
        )}
      </div>
      <ul className={styles.legend}>
        {dashed.map(({ system, dash }) => (
          <li key={system.id}>
            <svg width="22" height="8" aria-hidden="true">
              <path d="M1 4h20" stroke={systemColor(system)} strokeWidth="1.5" strokeDasharray={dash} />
            </svg>
            {system.shortLabel}
          </li>
        ))}
      </ul>
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          {dashed.map(({ system, marks }) =>
            marks.includes(active) ? <p key={system.id}>{labelOf(system, active)}</p> : null,
          )}
        </ChartTooltip>
      )}
    </figure>
  );
}

const labelOf = ({ shortLabel }: PublishedSystem, { itemCount, megabytesPerSecond }: SweepMark) =>
  `${shortLabel}, ${formatCount(itemCount)} items: ${formatSignificant(megabytesPerSecond)} MB/s`;

function SweepLines({
  lines,
  roving,
}: {
  readonly lines: readonly SweepLine[];
  readonly roving: ReturnType<typeof useMarkNavigation>;
}) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (xScale === undefined || yScale === undefined) return null;
  return (
    <g>
      {lines.map(({ system, dash, marks }) => {
        const color = systemColor(system);
        const placed = marks.map((mark) => ({
          mark,
          x: xScale(mark.itemCount) ?? 0,
          y: yScale(mark.megabytesPerSecond) ?? 0,
        }));
        return (
          <g key={system.id}>
            <path
              d={`M${placed.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`}
              fill="none"
              stroke={color}
              strokeWidth={1.5}
              strokeDasharray={dash}
            />
            {placed.map(({ mark, x, y }) => (
              <g
                key={mark.id}
                transform={`translate(${x},${y})`}
                className={chart.mark}
                {...roving.mark(mark.id, labelOf(system, mark))}
              >
                <circle r={10} className={chart.hit} />
                {mark.id === roving.activeId && <circle r={10} className={chart.halo} />}
                <circle r={3.5} fill="var(--background)" stroke={color} strokeWidth={1.5} />
              </g>
            ))}
          </g>
        );
      })}
    </g>
  );
}
