import { type ReactNode, useMemo, useState } from 'react';
import type { Operation } from '../../workers/model/plan';
import styles from './Bars.module.css';
import { type BarItem, baselineWord } from './bar-items';
import { UserFileFigures, userFileAriaLabel } from './UserFileFigures';
import type { UserFile } from '../figures/user-file';
import { BarFrame } from '../charts/BarFrame';
import { ChartTooltip } from '../charts/ChartTooltip';
import chart from '../charts/chart.module.css';
import { formatBytesTick, formatMsTick } from '../figures/tick-texts';
import { markColor, markShape, shapePaths } from '../charts/mark-style';
import { cutToWidth, fittedLabel, textWidthPx } from '../charts/measure-text';
import { RowFigures, candidateAriaLabel } from './RowFigures';
import { markNames } from '../figures/rows';
import { type Axis, linearAxis, logAxis } from '../charts/ticks';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import { Button } from '../ui/Button';
import { useElementWidth } from '../charts/use-element-width';

interface BarPanelProps {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly items: readonly BarItem[];
  /** The operation that the bars show the times of. Null if they show file sizes. */
  readonly operation: Operation | null;
  /** The user's file, which the bar without a row shows. */
  readonly userFile?: UserFile | null;
  readonly scale: 'log' | 'linear';
  readonly children?: ReactNode;
}

const rowHeight = 24;
const barHeight = 10;
const axisHeight = 20;

/** How many bars are shown before the user asks for all. */
const barsAtOnce = 15;

/**
 * One panel of horizontal bars. Of many, the first ones are shown, and the baseline and the user's file. On a linear axis bars start at zero. A logarithmic axis has no zero, so the mark at the
 * end shows the value there, and the bar is only a thin line to it.
 */
export function BarPanel({ id, title, note, items: all, operation, userFile = null, scale, children }: BarPanelProps) {
  const [ref, width] = useElementWidth();
  const [areAllShown, setAllShown] = useState(false);
  const items = useMemo(
    () =>
      areAllShown || all.length <= barsAtOnce + 1
        ? all
        : all.filter(({ row, factor }, index) => index < barsAtOnce || row === null || factor === baselineWord),
    [all, areAllShown],
  );
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const roving = useMarkNavigation({ horizontal: keys, vertical: keys });
  const active = items.find(({ key }) => key === roving.activeId);
  /** The value of the user's file, if it has a bar. */
  const ofUserFile = items.find(({ row }) => row === null)?.value;
  // Leave room at the right for the numbers beside the longest bar.
  const reserve =
    Math.ceil(Math.max(40, ...items.map(({ text, factor }) => textWidthPx(`${text}  ${factor}`, 12)))) + 16;
  const namesPx = Math.min(
    Math.max(40, ...items.map(({ row }) => textWidthPx(row === null ? (userFile?.name ?? '') : row.names.label, 12))) +
      12,
    Math.floor(width * (width < 420 ? 0.32 : 0.4)),
  );
  const length = Math.max(40, width - namesPx - reserve);
  const axis = useMemo(() => barAxis(items, scale, length), [items, scale, length]);
  const place = (value: number) => {
    const [low, high] = axis.domain;
    const share = scale === 'log' ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : value / high;
    return namesPx + Math.min(1, Math.max(0, share)) * length;
  };

  const ariaLabelOf = ({ row, factor }: BarItem) => {
    if (row === null) return userFile === null ? '' : userFileAriaLabel(userFile);
    // If the user opened a file, `candidateAriaLabel` already says how much smaller or larger this size is.
    return `${candidateAriaLabel(row, operation)}${factor === '' || (operation === null && row.userFile !== null) ? '' : `, factor ${factor}`}`;
  };
  const nameOf = (item: BarItem | undefined) => (item?.row === null ? userFile?.name : item?.row.names.label);

  const shape = ({ index, centre }: { readonly index: number; readonly centre: number }) => {
    const item = items[index];
    if (item === undefined) return <g />;
    const y = centre;
    const end = place(item.value);
    const from = place(item.low);
    const to = place(item.high);
    const { row } = item;
    const color = row === null ? 'var(--ink)' : markColor(row.names);
    const spread = item.high > item.low && to - from >= 1;
    const cut = item.high > axis.domain[1];
    return (
      <g className={chart.mark} {...roving.mark(item.key, ariaLabelOf(item))}>
        <rect
          x={0}
          y={centre - rowHeight / 2}
          width={width}
          height={rowHeight}
          className={item.key === roving.activeId ? styles.activeRow : chart.hit}
          rx={4}
        />
        <text x={2} y={y + 4} className={styles.name}>
          {row === null
            ? cutToWidth(userFile?.name ?? '', 12, namesPx - 8)
            : fittedLabel(markNames(row), 12, namesPx - 8)}
        </text>
        {scale === 'linear' ? (
          <rect
            x={namesPx}
            y={y - barHeight / 2}
            width={Math.max(1, end - namesPx)}
            height={barHeight}
            fill={color}
            rx={1.5}
          />
        ) : (
          <rect x={namesPx} y={y - 1.5} width={Math.max(1, end - namesPx)} height={3} fill={color} fillOpacity={0.45} />
        )}
        {row !== null && ofUserFile !== undefined && item.value > ofUserFile && (
          <path d={`M${place(ofUserFile)},${y - 6}V${y + 6}`} className={styles.userFileTick} />
        )}
        {spread && (
          <path
            d={`M${from},${y}H${to}M${from},${y - 4}V${y + 4}${cut ? '' : `M${to},${y - 4}V${y + 4}`}`}
            className={styles.whisker}
          />
        )}
        {scale === 'log' && row !== null && (
          <path
            d={shapePaths[markShape(row.names.implementationId)]}
            transform={`translate(${end},${y}) scale(0.85)`}
            fill={color}
            className={chart.solid}
          />
        )}
        <text x={Math.max(end + (scale === 'log' ? 6 : 0), spread ? to : 0) + 6} y={y + 4} className={styles.value}>
          {item.text}
          <tspan dx="7" className={styles.factor}>
            {item.factor}
          </tspan>
        </text>
      </g>
    );
  };

  const tickText = operation === null ? formatBytesTick : formatMsTick;
  // Omit ticks whose labels would be cut at the left edge. Among them is the zero of linear bars, which is obvious.
  const ticks = axis.ticks.filter((tick) => place(tick) >= namesPx + textWidthPx(tickText(tick), 10) / 2);
  return (
    <figure className={chart.figure} aria-labelledby={id}>
      <h4 id={id} className={styles.panelTitle}>
        {title}
      </h4>
      <p className={styles.panelNote}>{note}</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && items.length > 0 && (
          <BarFrame
            width={width}
            namesPx={namesPx}
            rowHeight={rowHeight}
            barHeight={barHeight}
            label={`${title}, ${items.length} bars from ${nameOf(items[0])} with ${items[0]?.text} to ${nameOf(items.at(-1))} with ${items.at(-1)?.text}. The table below has the same figures. Arrow keys move from bar to bar.`}
            axis={{ ...axis, scale, ticks, format: tickText, roomPx: axisHeight, endPx: width - namesPx - length }}
            bars={items}
            shape={shape}
          />
        )}
        {items.length === 0 && <p className={chart.empty}>There are no figures to show.</p>}
      </div>
      {items.length < all.length && (
        <Button size="small" variant="plain" onClick={() => setAllShown(true)}>
          All {all.length}
        </Button>
      )}
      {children}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          {active.row !== null && <RowFigures row={active.row} operation={operation} />}
          {active.row === null && userFile !== null && <UserFileFigures userFile={userFile} />}
        </ChartTooltip>
      )}
    </figure>
  );
}

function barAxis(items: readonly BarItem[], scale: 'log' | 'linear', length: number): Axis {
  const values = items.map(({ value }) => value);
  const largest = Math.max(0, ...values);
  // A very high 95th percentile must not make the bars short, so whiskers are cut at 1.5 times the largest value.
  const highs = items.map(({ high }) => Math.min(high, largest * 1.5));
  const maxTicks = Math.max(2, Math.floor(length / 48));
  if (scale === 'linear') {
    const top = Math.max(Number.MIN_VALUE, ...values, ...highs);
    return { domain: [0, top], ticks: linearAxis([top / 1.06], maxTicks + 1).ticks.filter((tick) => tick <= top) };
  }
  return logAxis([...values, ...highs, Math.min(...values) / 2], maxTicks, 0.02);
}
