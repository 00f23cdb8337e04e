import { BarFrame } from '../charts/BarFrame';
import chart from '../charts/chart.module.css';
import { fittedLabel, textWidthPx } from '../charts/measure-text';
import { useElementWidth } from '../charts/use-element-width';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import { formatSignificant } from '../figures/figures';
import type { BarChartData } from './chart-data';
import styles from './SourceCharts.module.css';

/** Bars whose values differ by more than this factor are drawn on a logarithmic axis. */
const linearSpan = 1_000;
const fontSizePx = 11;
/** Distance between a bar and the texts beside it, px. */
const gapPx = 6;

/** Bars of a source's figures, a bar for each system. They are hollow because this page did not measure them. */
export function SourceBars({
  chart: { title, unit, bars },
  dense = false,
}: {
  readonly chart: BarChartData;
  /** True if the rows are as low as they can be. */
  readonly dense?: boolean;
}) {
  const [ref, width] = useElementWidth();
  const keys = bars.map(({ id }) => id);
  const roving = useMarkNavigation({ horizontal: keys, vertical: keys });
  const values = bars.map(({ value }) => value);
  const isLog = Math.max(...values) / Math.min(...values) > linearSpan;
  const unitWords = isLog ? `${unit}, log axis` : unit;
  const widest = (texts: readonly string[]) =>
    Math.ceil(Math.max(...texts.map((text) => textWidthPx(text, fontSizePx))));
  const namesPx = Math.min(widest(bars.map(({ label }) => label)) + gapPx, width / 2);
  const valuesPx = widest(values.map((value) => formatSignificant(value))) + gapPx + 2;
  const length = Math.max(20, width - namesPx - valuesPx);
  const domain: readonly [number, number] = isLog ? [1, Math.max(...values)] : [0, Math.max(...values)];
  const place = (value: number) =>
    length * (isLog ? Math.log(Math.max(1, value)) / Math.log(domain[1]) : value / (domain[1] || 1));
  const rowHeight = dense ? (bars.length > 8 ? 16 : 24) : bars.length > 8 ? 24 : 30;
  const barHeight = rowHeight < 20 ? 10 : 14;
  const shape = ({ index, centre }: { readonly index: number; readonly centre: number }) => {
    const bar = bars[index];
    if (bar === undefined) return <g />;
    const text = formatSignificant(bar.value);
    return (
      <g className={chart.mark} {...roving.mark(bar.id, `${bar.label}: ${text} ${unit}`)}>
        <rect
          x={0}
          y={centre - rowHeight / 2}
          width={width}
          height={rowHeight}
          className={bar.id === roving.activeId ? styles.activeRow : chart.hit}
          rx={4}
        />
        <text x={namesPx - gapPx} y={centre + 4} textAnchor="end" className={styles.barName}>
          {fittedLabel({ label: bar.label, shortLabel: bar.label }, fontSizePx, namesPx - gapPx)}
        </text>
        <rect
          x={namesPx}
          y={centre - barHeight / 2}
          width={Math.max(1, place(bar.value))}
          height={barHeight}
          fill="transparent"
          stroke={bar.color}
          strokeWidth={1.5}
        />
        <text x={namesPx + place(bar.value) + gapPx} y={centre + 4} className={styles.barValue}>
          {text}
        </text>
      </g>
    );
  };
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title} <span className={styles.unit}>{unitWords}</span>
      </figcaption>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <BarFrame
            width={width}
            namesPx={namesPx}
            rowHeight={rowHeight}
            barHeight={barHeight}
            label={`${title}, ${unitWords}: ${bars.map(({ label, value }) => `${label} ${formatSignificant(value)}`).join(', ')}`}
            axis={{
              scale: isLog ? 'log' : 'linear',
              domain,
              ticks: [],
              format: formatSignificant,
              roomPx: 0,
              endPx: valuesPx,
            }}
            bars={bars.map(({ id, value }) => ({ key: id, value }))}
            shape={shape}
          />
        )}
      </div>
    </figure>
  );
}
