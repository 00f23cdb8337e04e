import { useMemo } from 'react';
import type { Operation } from '../../../workers/model/plan';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { factorAndEnds } from '../../figures/factor-interval';
import { formatFactor } from '../../figures/figures';
import { type MarkShape, markColor, shapePaths } from '../../charts/mark-style';
import { intervalNames } from '../../figures/interval-names';
import { operationNames } from '../../figures/operation-names';
import { ChartTooltip } from '../../charts/ChartTooltip';
import { logAxis } from '../../charts/ticks';
import { useMarkNavigation } from '../../charts/use-mark-navigation';
import { useElementWidth } from '../../charts/use-element-width';
import styles from './NativeChart.module.css';
import type { NativeRow } from './factors';

interface NativeChartProps {
  readonly name: string;
  /** Candidates that have at least one factor. */
  readonly rows: readonly NativeRow[];
  /** All values that the axis must cover. Every chart has the same axis, so that the charts can be compared. */
  readonly extent: readonly number[];
  readonly operations: readonly Operation[];
}

const shapes: Readonly<Record<Operation, MarkShape>> = {
  encode: 'circle',
  decode: 'square',
  project: 'triangle',
  lookup: 'diamond',
  warmLookup: 'star',
  store: 'triangleRight',
  load: 'triangleLeft',
};

/**
 * One line per candidate, sorted by factor in descending order. Each operation has a mark at its factor, with its
 * interval, on one logarithmic axis.
 */
export function NativeChart({ name, rows, extent, operations }: NativeChartProps) {
  const [ref, width] = useElementWidth();
  const {
    domain: [low, high],
    ticks,
  } = useMemo(() => logAxis([...extent, 1], width < 720 ? 5 : 11, 0.04), [extent, width]);
  const place = (value: number) => (100 * Math.log(value / low)) / Math.log(high / low);
  const sorted = useMemo(() => rows.toSorted((a, b) => meanOf(b) - meanOf(a)), [rows]);
  const keys = useMemo(() => sorted.map(keyOf), [sorted]);
  const roving = useMarkNavigation({ horizontal: keys, vertical: keys });
  const active = sorted.find((row) => keyOf(row) === roving.activeId);
  return (
    <figure ref={ref} className={styles.figure} data-chart="">
      <figcaption className={styles.legend}>
        {operations.map((operation) => (
          <span key={operation} className={styles.key}>
            <Shape shape={shapes[operation]} color="var(--ink-soft)" /> {operationNames[operation]}
          </span>
        ))}
        <span>Browser’s time ÷ native time, log axis; left of 1 the browser is faster. Colour: the codec.</span>
      </figcaption>
      <ul
        className={styles.rows}
        aria-label={`${name}, browser’s time over native time. Arrow keys move from row to row.`}
      >
        {sorted.map((row) => (
          <li key={keyOf(row)} className={styles.row}>
            <span className={styles.label} data-chart-text="">
              {row.names.label}
            </span>
            <span
              className={styles.track}
              {...roving.mark(keyOf(row), `${row.names.label}: ${row.factors.map(factorText).join(', ')}`)}
            >
              {ticks.map((tick) => (
                <span
                  key={tick}
                  className={tick === 1 ? styles.one : styles.tick}
                  style={{ left: `${place(tick)}%` }}
                />
              ))}
              <Factors row={row} place={place} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ left: `${place(tick)}%` }} data-chart-text="">
            {Number(tick.toPrecision(2))}×
          </span>
        ))}
      </div>
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <strong>{active.names.label}</strong>
          {active.factors.map((factor) => (
            <p key={factor.operation}>{factorText(factor)}</p>
          ))}
        </ChartTooltip>
      )}
    </figure>
  );
}

/** The marks of a row with their intervals. */
function Factors({
  row: { names, factors },
  place,
}: {
  readonly row: NativeRow;
  readonly place: (value: number) => number;
}) {
  return (
    <>
      {factors.map(({ operation, interval }) =>
        interval === null ? null : (
          <span
            key={operation}
            className={styles.interval}
            style={{
              left: `${place(interval.low)}%`,
              width: `${place(interval.high) - place(interval.low)}%`,
              background: markColor(names),
            }}
          />
        ),
      )}
      {factors.map(({ operation, ratio }) => (
        <span key={operation} className={styles.mark} style={{ left: `${place(ratio)}%` }}>
          <Shape shape={shapes[operation]} color={markColor(names)} />
        </span>
      ))}
    </>
  );
}

const keyOf = ({ dataset, candidate }: NativeRow) => `${dataset}-${candidate}`;
const meanOf = ({ factors }: NativeRow) => geometricMean(factors.map(({ ratio }) => ratio));

function factorText({ operation, ratio, interval }: NativeRow['factors'][number]): string {
  if (interval === null) return `${operationNames[operation]} ${formatFactor(ratio)}`;
  const [factor, ends] = factorAndEnds(ratio, interval, ' to ');
  return `${operationNames[operation]} ${factor} (${intervalNames[interval.kind]} ${ends})`;
}

function Shape({ shape, color }: { readonly shape: MarkShape; readonly color: string }) {
  return (
    <svg width="12" height="12" viewBox="-7.5 -7.5 15 15" aria-hidden="true" focusable="false">
      <path d={shapePaths[shape]} fill={color} stroke="var(--background)" strokeWidth="1" />
    </svg>
  );
}
