import { useMemo, useState } from 'react';
import { benchBlockBytes, benchBlocks, benchData, type CodecBench } from '../../workers/model/codec-bench';
import { codecs } from '../../workers/registry/metadata';
import { againstNative, againstNativeWords } from '../figures/against-native';
import { formatCount, formatDateTime, formatMs } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatMsTick } from '../figures/tick-texts';
import { formatThroughput, formatThroughputTick } from '../figures/throughput';
import { markShape } from '../charts/mark-style';
import { codecColor, levelFraction } from '../styles/codec-colors';
import { Segmented } from '../ui/Segmented';
import { BenchFigures, pointsAsText } from './BenchFigures';
import styles from '../charts/bench.module.css';
import { BenchTable } from './BenchTable';
import {
  type BenchBlock,
  type BenchData,
  type BenchDirection,
  type BenchPoint,
  type BenchRow,
  benchDirections,
  benchRows,
  buildsBeyondLimit,
  blockSizeLabels,
  cellKey,
  benchDataLabels,
  directionLabels,
  countEqualSizes,
  factorLimit,
  factorText,
  geometricMean,
  inputsInPlace,
  meanFactors,
  meanWithCopies,
  countRemeasured,
  benchPointsOf,
  reasonFor,
} from './bench-rows';
import { type DotRow, DotRows } from '../charts/DotRows';

type Speed = 'factor' | 'throughput' | 'perCall';

/**
 * Compares each implementation with the native library, and shows its speed, for whole datasets and for small blocks.
 */
export function BenchSection({ bench }: { readonly bench: CodecBench }) {
  const [block, setBlock] = useState<BenchBlock>('bulk');
  const [data, setData] = useState<BenchData | 'all'>('all');
  const [speed, setSpeed] = useState<Speed>('factor');
  const rows = useMemo(() => benchRows(bench, codecs, block, data === 'all' ? null : data), [bench, block, data]);
  // In bulk, each dataset is one call.
  const shownSpeed = speed === 'perCall' && block === 'bulk' ? 'throughput' : speed;
  return (
    <>
      <p className={styles.sentence}>{meansSentence(rows, block)}</p>
      <div className={styles.switches}>
        <Segmented
          label="Speed as"
          value={shownSpeed}
          options={[
            { value: 'factor' as const, label: 'beside native' },
            { value: 'throughput' as const, label: 'MB/s' },
            ...(block === 'bulk' ? [] : [{ value: 'perCall' as const, label: 'µs a call' }]),
          ]}
          onChange={setSpeed}
        />
        <Segmented
          label="Input of each call"
          value={block}
          options={benchBlocks.map((value) => ({
            value,
            label: blockSizeLabels[value],
            meaning: blockMeanings[value],
          }))}
          onChange={setBlock}
        />
        <Segmented
          label="Data"
          value={data}
          options={[
            { value: 'all' as const, label: 'all data' },
            ...benchData.map((value) => ({ value, label: benchDataLabels[value] })),
          ]}
          onChange={setData}
        />
      </div>
      <h3 className={styles.heading}>
        {headings[shownSpeed]} {blockPhrases[block]}
      </h3>
      <p className={styles.note}>
        {shownSpeed === 'factor' ? (
          <>
            Time in the browser beside the native library’s, on the same machine. Left is faster. The dotted line is at{' '}
            {againstNative(softLimit)}. A mark is the geometric mean of its dots, one for each level and dataset.
          </>
        ) : (
          <>
            Geometric means over the levels and datasets shown
            {shownSpeed === 'throughput' && ', in uncompressed bytes'}. The vertical line marks the native library.
          </>
        )}
      </p>
      <Panels rows={rows} {...panels[shownSpeed]} />
      <BenchTable rows={rows} />
      {shownSpeed === 'factor' && <Reasons rows={rows} />}
      <details className={styles.fold}>
        <summary>How it was measured</summary>
        <p>
          {copiesSentence(rows)} {sizesSentence(rows)} {againSentence(rows)} Taken on {formatDateTime(bench.takenAt)}:{' '}
          {bench.machine.processor}, {plural(bench.machine.logicalCores, 'logical core')}, {bench.machine.system},{' '}
          {bench.machine.browser}; native libraries by {bench.machine.compiler}.
        </p>
      </details>
    </>
  );
}

const headings: Readonly<Record<Speed, string>> = {
  factor: 'Speed beside native',
  throughput: 'Throughput',
  perCall: 'Time of a call',
};

/** A factor that a user hardly notices, drawn as a dotted line. */
const softLimit = 1.25;
const factorLines = [
  { value: 1, strong: true },
  { value: softLimit, strong: false },
];

/** What the panels draw for each way to state a speed. */
const panels: Readonly<Record<Speed, Omit<PanelsProps, 'rows'>>> = {
  factor: {
    what: 'factor',
    measureOf: ({ factor }) => factor,
    againstOf: null,
    lines: factorLines,
    text: againstNative,
    tickText: againstNative,
  },
  throughput: {
    what: 'throughput',
    measureOf: ({ browserBytesPerSecond }) => browserBytesPerSecond,
    againstOf: ({ nativeBytesPerSecond }) => nativeBytesPerSecond,
    lines: [],
    text: (value) => formatThroughput(value, 'bytes', 2),
    tickText: (value) => formatThroughputTick(value, 'bytes'),
  },
  perCall: {
    what: 'call',
    measureOf: ({ browserMs, calls }) => browserMs / calls,
    againstOf: ({ nativeMs, calls }) => nativeMs / calls,
    lines: [],
    text: (value) => formatMs(value, 2),
    tickText: formatMsTick,
  },
};

const blockMeanings: Record<BenchBlock, string> = {
  bulk: 'The whole dataset in one call',
  page: `Blocks of ${formatCount(benchBlockBytes.page)} bytes, one call each`,
  record: `Blocks of ${formatCount(benchBlockBytes.record)} bytes, one call each`,
};
const blockPhrases: Record<BenchBlock, string> = {
  bulk: 'in bulk',
  page: 'in pages of 4 KiB',
  record: 'in records of 700 bytes',
};

function meansSentence(rows: readonly BenchRow[], block: BenchBlock): string {
  const factorWords = (own: readonly BenchRow[], count: number) => {
    const { compress, decompress } = meanFactors(own, codecs);
    return [
      compress === null ? '' : `${againstNativeWords(compress, count)} as native to compress`,
      decompress === null ? '' : `${againstNativeWords(decompress, count)} to decompress`,
    ]
      .filter((part) => part !== '')
      .join(' and ');
  };
  const ours = rows.filter(({ isOurs }) => isOurs);
  const others = rows.filter(({ isOurs }) => !isOurs);
  const parts = [
    ours.length === 0
      ? ''
      : `Upstream’s own code built to WASM (${plural(ours.length, 'build')}) ${factorWords(ours, 1)}`,
    others.length === 0 ? '' : `${plural(others.length, 'other implementation')} ${factorWords(others, others.length)}`,
  ].filter((part) => part !== '');
  return parts.length === 0
    ? 'No measurement matches this choice.'
    : `${parts.join('. ')}. These are geometric means, ${blockPhrases[block]}.`;
}

/** A sentence on the copies that the browser's times include, and on the factors with the remaining copies. */
function copiesSentence(rows: readonly BenchRow[]): string {
  const means = (which: 'copiedFactor' | 'keptFactor') => {
    const [compress, decompress] = benchDirections.map(
      (direction) => meanWithCopies(rows, direction, which, codecs) ?? null,
    );
    return compress == null || decompress == null
      ? null
      : `${factorText(compress)} the native time to compress and ${factorText(decompress)} to decompress`;
  };
  const [copied, kept, lies] = [means('copiedFactor'), means('keptFactor'), inputsInPlace(rows)];
  const inside = `The browser’s times include copying ${lies === 'some' ? 'some of the inputs' : 'each call’s input'} into WASM memory`;
  const input =
    lies === 'all'
      ? 'The builds read their input in WASM memory, where a run’s formats write their files. The native side reads its input from its own memory'
      : inside;
  if (kept === null || copied === null) return `${input}.`;
  const where = `${input}. Results stay in WASM memory, where a run’s next step uses them; the native side reuses a buffer for them.`;
  if (lies === 'none') return `${where} If each result is also copied into a new buffer, the builds take ${kept}.`;
  return `${where} If each input is first copied into WASM memory, the builds take ${copied}. If each result is also copied out into a new buffer, they take ${kept}.`;
}

function sizesSentence(rows: readonly BenchRow[]): string {
  const { equal, all } = countEqualSizes(rows);
  return all === 0
    ? ''
    : `The builds’ compressed sizes equal the native library’s to the byte in ${formatCount(equal)} of ${plural(all, 'case')}.`;
}

function againSentence(rows: readonly BenchRow[]): string {
  const { again, all } = countRemeasured(rows);
  return again === 0
    ? ''
    : `${formatCount(again)} of ${plural(all, 'factor')} were far from 1 or varied between rounds. They were measured again, for longer.`;
}

interface PanelsProps {
  readonly rows: readonly BenchRow[];
  readonly what: string;
  readonly measureOf: (point: BenchPoint) => number;
  /** Returns the reference value of a row. Null if every row has the same reference value. */
  readonly againstOf: ((point: BenchPoint) => number) | null;
  readonly lines: typeof factorLines;
  readonly text: (value: number) => string;
  readonly tickText: (value: number) => string;
}

/** Two panels with one axis: compressing and decompressing. */
function Panels({ rows, what, measureOf, againstOf, lines, text, tickText }: PanelsProps) {
  const panels = benchDirections.map((direction) => ({
    direction,
    rows: dotRows(rows, direction, { measureOf, againstOf, text }),
  }));
  const extent = panels.flatMap((panel) =>
    panel.rows.flatMap((row) => [
      row.value,
      ...row.dots.map(({ value }) => value),
      ...(row.reference === null ? [] : [row.reference]),
    ]),
  );
  return (
    <div className={styles.panels}>
      {panels.map((panel) => (
        <DotRows
          key={panel.direction}
          id={`bench-${what}-${panel.direction}`}
          title={directionLabels[panel.direction]}
          what="implementations"
          rows={panel.rows}
          extent={extent}
          lines={lines}
          tickText={tickText}
          tooltip={(key) => {
            const row = rows.find((each) => each.key === key);
            return row === undefined ? null : (
              <BenchFigures
                row={row}
                points={benchPointsOf(row, panel.direction, codecs)}
                direction={panel.direction}
              />
            );
          }}
        />
      ))}
    </div>
  );
}

function dotRows(
  rows: readonly BenchRow[],
  direction: BenchDirection,
  { measureOf, againstOf, text }: Pick<PanelsProps, 'measureOf' | 'againstOf' | 'text'>,
): DotRow[] {
  return rows.flatMap((row): DotRow[] => {
    const points = benchPointsOf(row, direction, codecs);
    const value = geometricMean(points.map(measureOf));
    if (value === null) return [];
    return [
      {
        key: row.key,
        group: row.codecLabel,
        label: row.implementationLabel,
        color: codecColor(row.family),
        shape: markShape(row.implementation),
        dots: points.map((point) => ({
          key: cellKey(point.cell),
          value: measureOf(point),
          color: codecColor(row.family, levelFraction(point.cell.level, row.levels)),
        })),
        value,
        reference: againstOf === null ? null : geometricMean(points.map(againstOf)),
        text: text(value),
        ariaLabel: `${row.codecLabel} by ${row.implementationLabel}, ${directionLabels[direction].toLowerCase()}, mean ${text(value)}; ${pointsAsText(points)}`,
      },
    ];
  });
}

/** Lists why our builds exceed the limit, or says that no reason is known. */
function Reasons({ rows }: { readonly rows: readonly BenchRow[] }) {
  const beyond = buildsBeyondLimit(rows, codecs);
  if (beyond.length === 0)
    return (
      <p className={styles.note}>
        None of the builds takes more than {factorLimit} times the native library’s time in anything that is shown.
      </p>
    );
  return (
    <details className={styles.fold}>
      <summary>Where a build takes more than {factorLimit} times the native time</summary>
      <ul>
        {beyond.map(({ row, worst, direction }) => (
          <li key={row.key}>
            <strong>
              {row.codecLabel} by {row.implementationLabel}
            </strong>{' '}
            up to {factorText(worst.factor)} ({directionLabels[direction].toLowerCase()},{' '}
            {benchDataLabels[worst.cell.data]}
            {worst.cell.level === null ? '' : `, level ${worst.cell.level}`}): {reasonFor(row, worst)}
          </li>
        ))}
      </ul>
    </details>
  );
}
