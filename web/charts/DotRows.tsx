import { type ReactNode, useMemo } from 'react';
import { ChartTooltip } from './ChartTooltip';
import chart from './chart.module.css';
import { shapePaths } from './mark-style';
import { textWidthPx } from './measure-text';
import { logAxis } from './ticks';
import { useMarkNavigation } from './use-mark-navigation';
import { useElementWidth } from './use-element-width';
import styles from './DotRows.module.css';

export interface DotRow {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly color: string;
  readonly shape: keyof typeof shapePaths;
  /** One small dot for each measurement. */
  readonly dots: readonly { readonly key: string; readonly value: number; readonly color: string }[];
  /** The row's own value, drawn as a large mark: the mean of its dots. */
  readonly value: number;
  /** A value that the row is compared with, drawn as a vertical tick. Null if all rows have the same: see `lines`. */
  readonly reference: number | null;
  /** The row's value as text, at the right edge. */
  readonly text: string;
  readonly ariaLabel: string;
}

interface DotRowsProps {
  readonly id: string;
  readonly title: string;
  /** What the rows are, in the plural. */
  readonly what: string;
  readonly rows: readonly DotRow[];
  /** Values that the axis must include, so that neighbouring charts can have the same axis. */
  readonly extent: readonly number[];
  /** Vertical reference lines through all rows. */
  readonly lines: readonly { readonly value: number; readonly strong: boolean }[];
  readonly tickText: (value: number) => string;
  readonly tooltip: (key: string) => ReactNode;
}

/** The keyboard reaches the marks, not the drawing, so the drawing is only a named group. */
const group = { role: 'group' } as const;
const axisHeight = 20;
const fontSize = 12;

/**
 * A dot plot with one row for each implementation or setting, on a logarithmic axis. Small dots are the measurements; the large
 * mark is their mean. Arrow keys move from row to row.
 */
export function DotRows({ id, title, what, rows, extent, lines, tickText, tooltip }: DotRowsProps) {
  const [ref, width] = useElementWidth();
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const roving = useMarkNavigation({ horizontal: keys, vertical: keys });
  const narrow = width < 460;
  const rowHeight = narrow ? 40 : 23;
  const groupWidth = Math.ceil(Math.max(40, ...rows.map(({ group }) => textWidthPx(group, fontSize, 600))));
  const labelWidth = narrow
    ? 0
    : groupWidth + 12 + Math.ceil(Math.max(60, ...rows.map(({ label }) => textWidthPx(label, fontSize)))) + 14;
  const valueWidth = Math.ceil(Math.max(30, ...rows.map(({ text }) => textWidthPx(text, fontSize)))) + 12;
  const left = labelWidth + 8;
  const length = Math.max(60, width - left - valueWidth - 8);
  const axis = useMemo(() => {
    const values = [...extent, ...lines.map(({ value }) => value)];
    const tickWidth = Math.max(52, 16 + Math.max(...values.map((value) => textWidthPx(tickText(value), fontSize))));
    return logAxis(values, Math.max(2, Math.floor(length / tickWidth)), 0.03);
  }, [extent, lines, length, tickText]);
  const [low, high] = axis.domain;
  const x = (value: number) =>
    left + (Math.log(Math.min(high, Math.max(low, value)) / low) / Math.log(high / low)) * length;
  // A long chart also has an axis at the top, so that one of the two is near every row.
  const headHeight = rows.length > 12 ? axisHeight : 4;
  const bottom = headHeight + rows.length * rowHeight;
  const first = rows[0];
  const last = rows.at(-1);

  return (
    <figure className={chart.figure} aria-labelledby={id}>
      <h4 id={id} className={styles.title}>
        {title}
      </h4>
      <div ref={ref} className={chart.plot}>
        {width > 0 && rows.length > 0 && (
          <svg
            width={width}
            height={bottom + axisHeight}
            {...group}
            aria-label={`${title}: ${rows.length} ${what} from ${first?.group}, ${first?.label}, with ${first?.text} to ${last?.group}, ${last?.label}, with ${last?.text}. The table below has the same figures. Arrow keys move from row to row.`}
          >
            {axis.ticks.map((tick) => (
              <g key={tick}>
                <path d={`M${x(tick)},${headHeight}V${bottom}`} className={styles.grid} />
                <text x={x(tick)} y={bottom + 14} className={styles.tick}>
                  {tickText(tick)}
                </text>
                {headHeight === axisHeight && (
                  <text x={x(tick)} y={headHeight - 7} className={styles.tick}>
                    {tickText(tick)}
                  </text>
                )}
              </g>
            ))}
            {lines.map(({ value, strong }) => (
              <path
                key={value}
                d={`M${x(value)},${headHeight}V${bottom}`}
                className={strong ? styles.line : styles.softLine}
              />
            ))}
            {rows.map((row, index) => {
              const top = headHeight + index * rowHeight;
              const y = narrow ? top + 28 : top + rowHeight / 2;
              const isFirstOfGroup = rows[index - 1]?.group !== row.group;
              const values = row.dots.map(({ value }) => value);
              return (
                <g key={row.key} className={chart.mark} {...roving.mark(row.key, row.ariaLabel)}>
                  <rect
                    x={0}
                    y={top}
                    width={width}
                    height={rowHeight}
                    rx={4}
                    className={row.key === roving.activeId ? styles.active : chart.hit}
                  />
                  {isFirstOfGroup && index > 0 && <path d={`M0,${top}H${width}`} className={styles.grid} />}
                  {narrow ? (
                    <text x={2} y={top + 15} className={styles.label}>
                      <tspan className={styles.group}>{row.group}</tspan>
                      <tspan dx="6">{row.label}</tspan>
                    </text>
                  ) : (
                    <>
                      {isFirstOfGroup && (
                        <text x={2} y={y + 4} className={styles.group}>
                          {row.group}
                        </text>
                      )}
                      <text x={groupWidth + 12} y={y + 4} className={styles.label}>
                        {row.label}
                      </text>
                    </>
                  )}
                  {values.length > 1 && (
                    <path
                      d={`M${x(Math.min(...values))},${y}H${x(Math.max(...values))}`}
                      stroke={row.color}
                      className={styles.range}
                    />
                  )}
                  {row.dots.map((dot) => (
                    <circle key={dot.key} cx={x(dot.value)} cy={y} r={2.2} fill={dot.color} className={styles.dot} />
                  ))}
                  {row.reference !== null && (
                    <path d={`M${x(row.reference)},${y - 8}V${y + 8}`} className={styles.reference} />
                  )}
                  <path
                    d={shapePaths[row.shape]}
                    transform={`translate(${x(row.value)},${y}) scale(0.85)`}
                    fill={row.color}
                    className={chart.solid}
                  />
                  <text x={width - 2} y={narrow ? top + 15 : y + 4} className={styles.value}>
                    {row.text}
                  </text>
                </g>
              );
            })}
          </svg>
        )}
        {rows.length === 0 && <p className={chart.empty}>There are no figures to show.</p>}
      </div>
      {roving.active !== null && roving.activeId !== null && (
        <ChartTooltip target={roving.active.element}>{tooltip(roving.activeId)}</ChartTooltip>
      )}
    </figure>
  );
}
