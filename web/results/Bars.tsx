import { type ReactNode, useMemo } from 'react';
import { Bar, BarChart, type BarShapeProps, XAxis, YAxis } from 'recharts';
import type { Operation } from '../../workers/model/plan';
import { Select } from '../ui/Select';
import styles from './Bars.module.css';
import { baselineRow, type Factor, sizeFactor, timeFactor, uncompressedRow } from './baseline';
import { ChartTooltip } from './ChartTooltip';
import chart from './chart.module.css';
import { formatBytes, formatFactor, formatMs } from './figures';
import { MarkSwatch } from './Mark';
import { markColor } from './mark-style';
import { textWidth } from './measure-text';
import { operationHelp, operationNames } from './operation-names';
import { RowFigures, spokenFigures } from './RowFigures';
import type { ResultsView } from './results-view';
import { type CompletedRow, isCompleted, measured, type ResultRow, statusWords } from './rows';
import { useRovingMarks } from './use-roving-marks';
import { useWidth } from './use-width';

interface BarsProps {
  readonly all: readonly ResultRow[];
  readonly shown: readonly ResultRow[];
  readonly operations: readonly Operation[];
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
}

const uncompressedValue = '';

/** Sorted bars of every time and of the size, with factors to a baseline that the reader picks. What has no figure is listed, never drawn. */
export function Bars({ all, shown, operations, view, onView }: BarsProps) {
  const baseline = baselineRow(all, view.baseline);
  const uncompressed = uncompressedRow(all);
  const completed = all.filter(isCompleted);
  const missing = shown.filter((row) => !isCompleted(row) && row.status !== 'pending');
  return (
    <section aria-labelledby="bars-title">
      <div className={chart.head}>
        <h3 id="bars-title" className={chart.title}>
          Times and sizes, the least first
        </h3>
        {completed.length > 0 && (
          <div className={styles.baseline}>
            <label htmlFor="bars-baseline">Factors to</label>
            <Select
              id="bars-baseline"
              value={view.baseline === null || completed.every(({ candidateKey }) => candidateKey !== view.baseline) ? uncompressedValue : view.baseline}
              options={[
                {
                  value: uncompressedValue,
                  label: uncompressed === null ? 'no baseline: nothing uncompressed was measured' : `the uncompressed one (${uncompressed.names.label})`,
                },
                ...completed.map(({ candidateKey, names }) => ({ value: candidateKey, label: names.label })),
              ]}
              onChange={(value) => onView({ ...view, baseline: value === uncompressedValue ? null : value })}
            />
          </div>
        )}
      </div>
      <div className={styles.panels}>
        {operations.map((operation) => (
          <TimePanel key={operation} operation={operation} rows={shown} baseline={baseline} />
        ))}
        <SizePanel rows={shown} baseline={baseline} />
      </div>
      {missing.length > 0 && (
        <div className={styles.missing}>
          <h4>Without figures</h4>
          <ul>
            {missing.map((row) => (
              <li key={row.key}>
                <MarkSwatch names={row.names} />
                <span>
                  <strong>{row.names.label}</strong> {statusWords[row.status]}
                  {isCompleted(row) ? '' : `: ${row.reason}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface BarItem {
  readonly key: string;
  readonly row: CompletedRow;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  readonly factor: Factor | 'baseline' | null;
}

interface PanelProps {
  readonly rows: readonly ResultRow[];
  readonly baseline: CompletedRow | null;
}

function TimePanel({ operation, rows, baseline }: PanelProps & { readonly operation: Operation }) {
  const items = useMemo(() => {
    const bars = rows.filter(isCompleted).flatMap((row): BarItem[] => {
      const figures = measured(row, operation);
      if (figures === null || figures.throughput === null) return [];
      const { spread, summary } = figures;
      return [
        {
          key: row.key,
          row,
          value: summary.bestMs,
          low: spread.lowMs,
          high: spread.highMs,
          text: formatMs(summary.bestMs),
          factor: factorOf(row, baseline, () => timeFactor(row, baseline ?? row, operation)),
        },
      ];
    });
    return bars.sort((a, b) => a.value - b.value);
  }, [rows, baseline, operation]);
  const left = rows.filter(isCompleted).flatMap((row) => {
    const state = row.operations[operation];
    if (state === undefined) return [];
    if (state.status !== 'measured') return [`${row.names.label}: ${state.reason}`];
    return state.throughput === null ? [`${row.names.label}: below timer resolution.`] : [];
  });
  const detail = items[0] === undefined ? null : (measured(items[0].row, operation)?.detail ?? null);
  return (
    <Panel id={`bars-${operation}`} title={`${operationNames[operation]} time`} note={detail ?? operationHelp[operation]} items={items} operation={operation}>
      {left.length > 0 && (
        <ul className={chart.note}>
          {left.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SizePanel({ rows, baseline }: PanelProps) {
  const items = useMemo(() => {
    const bars = rows.filter(isCompleted).map(
      (row): BarItem => ({
        key: row.key,
        row,
        value: row.sizeBytes,
        low: row.sizeBytes,
        high: row.sizeBytes,
        text: formatBytes(row.sizeBytes),
        factor: factorOf(row, baseline, () => sizeFactor(row, baseline ?? row)),
      }),
    );
    return bars.sort((a, b) => a.value - b.value);
  }, [rows, baseline]);
  return <Panel id="bars-size" title="Size" note="Of the encoded file: exact, without spread" items={items} operation={null} />;
}

const factorOf = (row: CompletedRow, baseline: CompletedRow | null, factor: () => Factor): BarItem['factor'] =>
  baseline === null ? null : row === baseline ? 'baseline' : factor();

const rowHeight = 33;
const barHeight = 9;

function factorText({ factor }: BarItem): string {
  if (factor === null || factor === 'baseline') return factor ?? '';
  return factor.status === 'factor' ? formatFactor(factor.factor) : '';
}

function Panel({
  id,
  title,
  note,
  items,
  operation,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly items: readonly BarItem[];
  readonly operation: Operation | null;
  readonly children?: ReactNode;
}) {
  const [ref, width] = useWidth();
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const roving = useRovingMarks({ horizontal: keys, vertical: keys });
  const active = items.find(({ key }) => key === roving.activeId);
  const reserve = width === 0 ? 0 : Math.ceil(Math.max(40, ...items.map((item) => textWidth(`${item.text}  ${factorText(item)}`, 12)))) + 16;
  const largest = Math.max(...items.map(({ value }) => value), 0);
  // A wild 95th percentile may not squeeze the bars; what goes beyond is cut at the edge.
  const top = Math.max(Number.MIN_VALUE, Math.min(Math.max(...items.map(({ high }) => high), 0), largest * 1.5));

  const shape = (props: BarShapeProps) => {
    const item = items[props.index];
    if (item === undefined) return <g />;
    const scale = (width - reserve) / top;
    const y = props.y + props.height / 2 + 8;
    const end = item.value * scale;
    const from = item.low * scale;
    const to = Math.min(item.high, top) * scale;
    const color = markColor(item.row.names);
    const isActive = item.key === roving.activeId;
    const spread = item.high > item.low && to - from >= 1;
    return (
      <g className={chart.mark} {...roving.mark(item.key, `${spokenFigures(item.row, operation)}${factorText(item) ? `, factor ${factorText(item)}` : ''}`)}>
        <rect
          x={0}
          y={props.y + props.height / 2 - rowHeight / 2}
          width={width}
          height={rowHeight}
          className={isActive ? styles.activeRow : chart.hit}
          rx={4}
        />
        <text x={2} y={y - barHeight / 2 - 5} className={styles.name}>
          {fitted(item.row.names.label, item.row.names.shortLabel, width - 4)}
        </text>
        <rect x={0} y={y - barHeight / 2} width={Math.max(1, end)} height={barHeight} fill={color} rx={1.5} />
        {spread && <path d={`M${from},${y}H${to}M${from},${y - 4}V${y + 4}${item.high > top ? '' : `M${to},${y - 4}V${y + 4}`}`} className={styles.whisker} />}
        <text x={Math.max(end, spread ? to : 0) + 7} y={y + 4} className={styles.value}>
          {item.text}
          <tspan dx="7" className={styles.factor}>
            {factorText(item)}
          </tspan>
        </text>
      </g>
    );
  };

  return (
    <figure className={chart.figure} aria-labelledby={id}>
      <h4 id={id} className={styles.panelTitle}>
        {title}
      </h4>
      <p className={styles.panelNote}>{note}</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && items.length > 0 && (
          <BarChart
            layout="vertical"
            width={width}
            height={items.length * rowHeight}
            data={[...items]}
            margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
            accessibilityLayer={false}
            role="group"
            aria-label={`${title}, ${items.length} bars from ${items[0]?.row.names.label} with ${items[0]?.text} to ${items.at(-1)?.row.names.label} with ${items.at(-1)?.text}. The table below has the same figures. Arrow keys move from bar to bar.`}
          >
            <XAxis type="number" hide domain={[0, top]} allowDataOverflow />
            <YAxis type="category" dataKey="key" hide />
            <Bar dataKey="value" barSize={barHeight} shape={shape} isAnimationActive={false} />
          </BarChart>
        )}
        {items.length === 0 && <p className={chart.empty}>No figures.</p>}
      </div>
      {children}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <RowFigures row={active.row} operation={operation} />
        </ChartTooltip>
      )}
    </figure>
  );
}

function fitted(label: string, shortLabel: string, width: number): string {
  if (textWidth(label, 12) <= width) return label;
  return textWidth(shortLabel, 12) <= width || shortLabel.length < 3
    ? shortLabel
    : `${shortLabel.slice(0, Math.max(3, Math.floor((width / textWidth(shortLabel, 12)) * shortLabel.length) - 1))}…`;
}
