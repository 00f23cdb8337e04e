import { useMemo, useState } from 'react';
import {
  type FormatBench,
  type FormatBenchData,
  type FormatBenchOperation,
  formatBenchData,
  formatBenchOperations,
  formatFactorLimit,
} from '../../workers/model/format-bench';
import { geometricMean } from '../../workers/model/statistics/pareto';
import { formats } from '../../workers/registry/metadata';
import styles from '../charts/bench.module.css';
import { type DotRow, DotRows } from '../charts/DotRows';
import { markShape } from '../charts/mark-style';
import { againstNative, againstNativeWords } from '../figures/against-native';
import { formatCount, formatDateTime, formatSignificant } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { operationNames } from '../figures/operation-names';
import { codecColor, levelFraction } from '../styles/codec-colors';
import { Notice } from '../ui/Notice';
import { Segmented } from '../ui/Segmented';
import { FormatBenchFigures, formatPointsText } from './FormatBenchFigures';
import { FormatBenchTable } from './FormatBenchTable';
import {
  countEqualFiles,
  type FormatBenchRow,
  formatBenchRows,
  formatDataLabels,
  formatPointsOf,
  meanFormatFactor,
  notMeasuredFormats,
  slowFormats,
} from './format-bench-rows';

/** Compares each format, with its main settings, with a native library of Python. */
export function FormatBenchSection({ bench }: { readonly bench: FormatBench }) {
  const [data, setData] = useState<FormatBenchData | 'all'>('all');
  const rows = useMemo(() => formatBenchRows(bench, formats, data === 'all' ? null : data), [bench, data]);
  return (
    <>
      <p className={styles.sentence}>{meansSentence(rows)}</p>
      <Caveats bench={bench} />
      <div className={styles.switches}>
        <Segmented
          label="Data"
          value={data}
          options={[
            { value: 'all' as const, label: 'all data' },
            ...formatBenchData.map((value) => ({ value, ...formatDataLabels[value] })),
          ]}
          onChange={setData}
        />
      </div>
      <h3 className={styles.heading}>Speed beside native</h3>
      <p className={styles.note}>
        Time in the browser beside that of a native library of Python, in memory on one thread. Left is faster. The
        dotted line is at {againstNative(formatFactorLimit)}. A mark is the geometric mean of its dots, one for each
        dataset.
      </p>
      <Panels rows={rows} />
      <FormatBenchTable rows={rows} />
      <Reasons rows={rows} />
      <details className={styles.fold}>
        <summary>What the native libraries do</summary>
        <ul>
          {Object.entries(bench.counterparts).map(([format, { library, does }]) => (
            <li key={format}>
              <strong>{formats.get(format)?.label ?? format}</strong>, {library}: {does}
            </li>
          ))}
          {bench.elsewhere.map(({ format, native, command }) => (
            <li key={format}>
              <strong>{formats.get(format)?.label ?? format}</strong>: <code>{command}</code> compares it with {native}.
            </li>
          ))}
        </ul>
      </details>
      <NotMeasured rows={rows} />
      <details className={styles.fold}>
        <summary>How it was measured</summary>
        <p>
          {equalFilesSentence(rows)} Taken on {formatDateTime(bench.takenAt)}, with {plural(bench.rounds, 'round')}:{' '}
          {bench.machine.processor}, {plural(bench.machine.logicalCores, 'logical core')}, {bench.machine.system},{' '}
          {bench.machine.browser}, {bench.machine.python}. In the browser:{' '}
          {Object.entries(bench.implementations)
            .map(([key, version]) => `${formats.get(key.split('/')[0] ?? '')?.label ?? key} by ${version}`)
            .join('; ')}
          .
        </p>
      </details>
    </>
  );
}

function meansSentence(rows: readonly FormatBenchRow[]): string {
  const words = formatBenchOperations.flatMap((operation) => {
    const mean = meanFormatFactor(rows, operation);
    return mean === null ? [] : [`${againstNativeWords(mean, 1)} as native to ${operation}`];
  });
  const measured = new Set(rows.filter((row) => formatPointsOf(row, 'encode').length > 0).map(({ format }) => format));
  return words.length === 0
    ? 'No measurement matches this choice.'
    : `The browser ${words.join(', and ')}. These are geometric means over ${plural(measured.size, 'format')}.`;
}

/** A machine is busy if, before the run, other processes used more than this share of its cores. */
const busyShare = 0.25;

/** What makes the figures less certain than those of a complete run on a quiet machine. */
function Caveats({ bench }: { readonly bench: FormatBench }) {
  const { loadAverage, machine, rounds, complete } = bench;
  const caveats = [
    ...(loadAverage > busyShare * machine.logicalCores
      ? [
          `The machine was busy in the minute before the run: on average, ${formatSignificant(loadAverage, 2)} processes wanted one of its ${machine.logicalCores} cores.`,
        ]
      : []),
    ...(rounds < 3 ? ['With fewer than three rounds, there are no intervals.'] : []),
    ...(complete ? [] : ['Some settings or datasets were not measured.']),
  ];
  return caveats.length === 0 ? null : (
    <Notice tone="warning" title="These figures may be rough">
      {caveats.join(' ')}
    </Notice>
  );
}

function equalFilesSentence(rows: readonly FormatBenchRow[]): string {
  const { equal, all } = countEqualFiles(rows);
  return all === 0
    ? ''
    : `The file equals the native library’s byte for byte in ${formatCount(equal)} of ${plural(all, 'case')}.`;
}

const factorLines = [
  { value: 1, strong: true },
  { value: formatFactorLimit, strong: false },
];

/** Two panels with one axis: encoding and decoding. */
function Panels({ rows }: { readonly rows: readonly FormatBenchRow[] }) {
  const panels = formatBenchOperations.map((operation) => ({ operation, rows: dotRows(rows, operation) }));
  const extent = panels.flatMap((panel) => panel.rows.flatMap(({ dots }) => dots.map(({ value }) => value)));
  return (
    <div className={styles.panels}>
      {panels.map(({ operation, rows: shown }) => (
        <DotRows
          key={operation}
          id={`format-bench-${operation}`}
          title={operationNames[operation]}
          what="settings"
          rows={shown}
          extent={extent}
          lines={factorLines}
          tickText={againstNative}
          tooltip={(key) => {
            const row = rows.find((each) => each.key === key);
            return row === undefined ? null : (
              <FormatBenchFigures row={row} points={formatPointsOf(row, operation)} operation={operation} />
            );
          }}
        />
      ))}
    </div>
  );
}

function dotRows(rows: readonly FormatBenchRow[], operation: FormatBenchOperation): DotRow[] {
  return rows.flatMap((row): DotRow[] => {
    const points = formatPointsOf(row, operation);
    if (points.length === 0) return [];
    const value = geometricMean(points.map(({ factor }) => factor));
    const color = codecColor(row.codecFamily, levelFraction(row.level, row.levels));
    return [
      {
        key: row.key,
        group: row.formatLabel,
        label: row.setting,
        color,
        shape: markShape(row.implementation),
        dots: points.map((point) => ({ key: point.cell.data, value: point.factor, color })),
        value,
        reference: null,
        text: againstNative(value),
        ariaLabel: `${row.formatLabel}, ${row.setting}, ${operation}, mean ${againstNative(value)}; ${formatPointsText(points)}`,
      },
    ];
  });
}

/** Lists the reasons for factors above the limit. */
function Reasons({ rows }: { readonly rows: readonly FormatBenchRow[] }) {
  const slow = slowFormats(rows);
  if (slow.length === 0)
    return (
      <p className={styles.note}>Nothing that is shown takes more than {formatFactorLimit} times the native time.</p>
    );
  return (
    <details className={styles.fold}>
      <summary>Where the browser takes more than {formatFactorLimit} times the native time</summary>
      <ul>
        {slow.map(({ key, formatLabel, operation, reason, points }) => (
          <li key={key}>
            <strong>
              {formatLabel}, {operation}
            </strong>{' '}
            {points.length === 1 ? '' : `in ${formatCount(points.length)} cases, up to `}
            {points[0] === undefined
              ? ''
              : `${againstNative(points[0].factor)} (${points[0].cell.setting}, ${formatDataLabels[points[0].cell.data].label})`}
            : {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function NotMeasured({ rows }: { readonly rows: readonly FormatBenchRow[] }) {
  const absent = notMeasuredFormats(rows);
  return absent.length === 0 ? null : (
    <details className={styles.fold}>
      <summary>What was not measured</summary>
      <ul>
        {absent.map(({ key, formatLabel, data, reason }) => (
          <li key={key}>
            <strong>
              {formatLabel}, {data.map((name) => formatDataLabels[name].label).join(' and ')}
            </strong>
            : {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
