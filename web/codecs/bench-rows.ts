import { blockBytesOf } from '../../workers/model/block-file';
import type { benchBlocks, benchData, CodecBench, CodecBenchCell } from '../../workers/model/codec-bench';
import type { CodecImplementationMeta, CodecMeta } from '../../workers/model/entry';
import type { OptionValues } from '../../workers/model/options';
import { formatSignificant } from '../figures/figures';
import { sortByFamily } from '../styles/codec-colors';

/** Rows of the codec benchmark for the charts and the table. All factors and speeds are computed from times here. */

export type BenchBlock = (typeof benchBlocks)[number];
export type BenchData = (typeof benchData)[number];
export const benchDirections = ['compress', 'decompress'] as const;
export type BenchDirection = (typeof benchDirections)[number];

export const blockSizeLabels: Record<BenchBlock, string> = { bulk: 'bulk', page: '4 KiB', record: '700 B' };
export const benchDataLabels: Record<BenchData, string> = { int64: 'int64', float64: 'float64', json: 'JSON' };
export const directionLabels: Record<BenchDirection, string> = { compress: 'Compress', decompress: 'Decompress' };

/** One measurement of a codec in one direction: compression or decompression. */
export interface BenchPoint {
  readonly cell: CodecBenchCell;
  readonly browserMs: number;
  readonly nativeMs: number;
  /** The time in WASM or JavaScript divided by the native time; below 1 the browser is faster. */
  readonly factor: number;
  /** The factor relative to a native build without the features that WASM lacks. Null if it was not measured. */
  readonly plainFactor: number | null;
  /**
   * The factor with a copy of the input into WASM memory included. Equal to `factor` if that includes the copy already.
   * Null if it was not measured.
   */
  readonly copiedFactor: number | null;
  /** The factor with the copy of the result into a new buffer included as well. Null if it was not measured. */
  readonly keptFactor: number | null;
  readonly browserBytesPerSecond: number;
  readonly nativeBytesPerSecond: number;
  /** The number of calls for one pass over the data. */
  readonly calls: number;
}

/** An implementation with its benchmark figures. */
export interface BenchRow {
  readonly key: string;
  readonly codec: string;
  readonly codecLabel: string;
  readonly family: string;
  readonly implementation: string;
  readonly implementationLabel: string;
  readonly levels: CodecImplementationMeta['levels'];
  /** True if the build was compiled from upstream source for this project, not taken from a registry or the browser. */
  readonly isOurs: boolean;
  /** The native library that the implementation is compared with. */
  readonly native: string | null;
  /** The known reason for its slowness. Null if none is known. */
  readonly reason: string | null;
  readonly cells: readonly CodecBenchCell[];
}

export function geometricMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * The rows, sorted by codec family. Implementations that the registry no longer has come last, under their ids. If
 * `data` is null, all datasets are included.
 */
export function benchRows(
  bench: CodecBench,
  codecs: ReadonlyMap<string, CodecMeta>,
  block: BenchBlock,
  data: BenchData | null,
): BenchRow[] {
  const shown = bench.cells.filter((cell) => cell.block === block && (data === null || cell.data === data));
  const byKey = new Map<string, CodecBenchCell[]>();
  for (const cell of shown) {
    const key = `${cell.codec}/${cell.implementation}`;
    byKey.set(key, [...(byKey.get(key) ?? []), cell]);
  }
  const order = new Map(
    sortByFamily(codecs.values())
      .flatMap(({ id, implementations }) => implementations.map((each) => `${id}/${each.id}`))
      .map((key, index) => [key, index]),
  );
  const place = (key: string) => order.get(key) ?? order.size;
  return [...byKey]
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([key, cells]) => {
      const [first] = cells;
      if (first === undefined) return [];
      const codec = codecs.get(first.codec);
      const implementation = codec?.implementations.find(({ id }) => id === first.implementation);
      return {
        key,
        codec: first.codec,
        codecLabel: codec?.label ?? first.codec,
        family: codec?.family ?? 'none',
        implementation: first.implementation,
        implementationLabel: implementation?.label ?? first.implementation,
        levels: implementation?.levels ?? null,
        isOurs: implementation?.wasm === true && implementation.library.package === 'formatlab',
        native: bench.native[key] ?? null,
        reason: bench.reasons[key] ?? null,
        cells: [...cells].sort((a, b) => (a.level ?? 0) - (b.level ?? 0) || dataOrder(a) - dataOrder(b)),
      };
    });
}

/** A key of the cell, unique within its row. */
export const cellKey = ({ data, level, options }: CodecBenchCell) => `${data} ${level} ${JSON.stringify(options)}`;

const dataNames = Object.keys(benchDataLabels);
const dataOrder = ({ data }: CodecBenchCell) => dataNames.indexOf(data);

/** The measurements of a row in one direction. Empty if one side does not support the direction. */
export function benchPointsOf(
  row: BenchRow,
  direction: BenchDirection,
  codecs: ReadonlyMap<string, CodecMeta>,
): BenchPoint[] {
  const implementation = codecs.get(row.codec)?.implementations.find(({ id }) => id === row.implementation);
  return row.cells.flatMap((cell): BenchPoint[] => {
    const times = cell[direction];
    if (times === null) return [];
    const blockBytes = blockBytesOf(
      cell.block,
      implementation?.elementBytes?.(withDefaults(implementation, cell.options)),
    );
    const perSecond = (ms: number) => cell.dataBytes / (ms / 1_000);
    const { copyInMs, copyOutMs, inPlace = false } = times;
    const copiedMs = copyInMs === undefined ? null : times.browserMs + (inPlace ? copyInMs : 0);
    return [
      {
        cell,
        ...times,
        factor: times.browserMs / times.nativeMs,
        plainFactor: times.plainMs === undefined ? null : times.browserMs / times.plainMs,
        copiedFactor: copiedMs === null ? null : copiedMs / times.nativeMs,
        keptFactor: copiedMs === null || copyOutMs === undefined ? null : (copiedMs + copyOutMs) / times.nativeMs,
        browserBytesPerSecond: perSecond(times.browserMs),
        nativeBytesPerSecond: perSecond(times.nativeMs),
        calls: blockBytes === null ? 1 : Math.ceil(cell.dataBytes / blockBytes),
      },
    ];
  });
}

/** The benchmark's options with defaults added, since it lists only the options that it sets. */
const withDefaults = ({ options = [] }: CodecImplementationMeta, given: OptionValues): OptionValues => ({
  ...Object.fromEntries(options.map((option) => [option.id, option.default])),
  ...given,
});

/** A factor with three digits, or two digits below 1. */
export const factorText = (factor: number) => `${formatSignificant(factor, factor < 1 ? 2 : 3)}×`;

/** Builds above this factor need a reason. */
export const factorLimit = 1.8;

interface MeanFactors {
  readonly compress: number | null;
  readonly decompress: number | null;
  /** The number of implementations in the mean. */
  readonly count: number;
}

/**
 * The geometric mean over implementations of each one's geometric mean over its points. An implementation with many
 * levels thus has no greater weight.
 */
export function meanFactors(rows: readonly BenchRow[], codecs: ReadonlyMap<string, CodecMeta>): MeanFactors {
  const mean = (direction: BenchDirection) =>
    geometricMean(
      rows.flatMap((row) => geometricMean(benchPointsOf(row, direction, codecs).map(({ factor }) => factor)) ?? []),
    );
  return { compress: mean('compress'), decompress: mean('decompress'), count: rows.length };
}

/**
 * The mean factors of our builds with inputs copied into WASM memory, or with results copied out as well. Null if the
 * figures are missing.
 */
export function meanWithCopies(
  rows: readonly BenchRow[],
  direction: BenchDirection,
  which: 'copiedFactor' | 'keptFactor',
  codecs: ReadonlyMap<string, CodecMeta>,
): number | null {
  return geometricMean(
    rows
      .filter(({ isOurs }) => isOurs)
      .flatMap(
        (row) => geometricMean(benchPointsOf(row, direction, codecs).flatMap((point) => point[which] ?? [])) ?? [],
      ),
  );
}

/** Whether all, none or some of the shown rows of our builds read their input in place. */
export function inputsInPlace(rows: readonly BenchRow[]): 'all' | 'none' | 'some' {
  const rowsWithCopies = rows
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        benchDirections.flatMap((direction) => (cell[direction] === null ? [] : [cell[direction].inPlace === true])),
      ),
    );
  if (rowsWithCopies.every((lies) => lies)) return rowsWithCopies.length === 0 ? 'none' : 'all';
  return rowsWithCopies.some((lies) => lies) ? 'some' : 'none';
}

/**
 * The number of figures that come from the second, longer measurement of suspicious figures, and the number of all
 * figures.
 */
export function countRemeasured(rows: readonly BenchRow[]): { readonly again: number; readonly all: number } {
  const all = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => benchDirections.flatMap((direction) => cell[direction] ?? [])),
  );
  return { again: all.filter(({ again }) => again === true).length, all: all.length };
}

/** Our builds that exceed the limit in the figures shown, with their worst factor, in descending order. */
export function buildsBeyondLimit(
  rows: readonly BenchRow[],
  codecs: ReadonlyMap<string, CodecMeta>,
): { readonly row: BenchRow; readonly worst: BenchPoint; readonly direction: BenchDirection }[] {
  return rows
    .filter(({ isOurs }) => isOurs)
    .flatMap((row) => {
      const all = benchDirections.flatMap((direction) =>
        benchPointsOf(row, direction, codecs).map((point) => ({ row, worst: point, direction })),
      );
      const worst = all.reduce<(typeof all)[number] | null>(
        (most, each) => (most === null || each.worst.factor > most.worst.factor ? each : most),
        null,
      );
      return worst === null || worst.worst.factor <= factorLimit ? [] : [worst];
    })
    .sort((a, b) => b.worst.factor - a.worst.factor);
}

/**
 * The reason why a build exceeds the limit: the recorded reason, unless native code without the feature in question is
 * as far ahead.
 */
export function reasonFor(row: BenchRow, { plainFactor, factor }: BenchPoint): string {
  if (row.reason === null || (plainFactor !== null && plainFactor > factorLimit)) return 'the reason is not known yet.';
  return plainFactor === null
    ? row.reason
    : `${row.reason} Without that feature, the native library takes ${formatSignificant(factor / plainFactor, 3)} times as long, and the factor is ${factorText(plainFactor)}.`;
}

/**
 * The number of cells of our builds whose compressed size equals the native library's to the byte, and the number of
 * all cells.
 */
export function countEqualSizes(rows: readonly BenchRow[]): { readonly equal: number; readonly all: number } {
  const cells = rows.filter(({ isOurs }) => isOurs).flatMap((row) => row.cells);
  return {
    equal: cells.filter(({ browserBytes, nativeBytes }) => browserBytes === nativeBytes).length,
    all: cells.length,
  };
}
