import { blockBytesOf } from '../../workers/model/block-file';
import type { benchBlocks, benchData, CodecBench, CodecBenchCell } from '../../workers/model/codec-bench';
import type { CodecImplementationMeta, CodecMeta } from '../../workers/model/entry';
import type { OptionValues } from '../../workers/model/options';
import { significant } from '../figures/figures';
import { byFamily } from '../styles/codec-colors';

/** The codec benchmark as rows for charts and table: the one place where its factors and speeds are made from times. */

export type BenchBlock = (typeof benchBlocks)[number];
export type BenchData = (typeof benchData)[number];
export const benchDirections = ['compress', 'decompress'] as const;
export type BenchDirection = (typeof benchDirections)[number];

export const blockWords: Record<BenchBlock, string> = { bulk: 'bulk', page: '4 KiB', record: '700 B' };
export const dataWords: Record<BenchData, string> = { int64: 'int64', float64: 'float64', json: 'JSON' };
export const directionWords: Record<BenchDirection, string> = { compress: 'Compress', decompress: 'Decompress' };

/** One measurement in one direction. */
export interface BenchPoint {
  readonly cell: CodecBenchCell;
  readonly browserMs: number;
  readonly nativeMs: number;
  /** WASM or JavaScript time over native time: below 1 the browser is faster. */
  readonly factor: number;
  /** Beside the native library without what WASM lacks, where that was measured. */
  readonly plainFactor: number | null;
  /** The same with the input copied into WASM memory, for whoever has it elsewhere; the factor itself where that is inside already. Null where there is no such figure. */
  readonly copiedFactor: number | null;
  /** With the result copied out into a new buffer, too, for whoever keeps it. */
  readonly keptFactor: number | null;
  readonly browserBytesPerSecond: number;
  readonly nativeBytesPerSecond: number;
  /** Calls that one pass over the data takes. */
  readonly calls: number;
}

/** An implementation with what is shown of it. */
export interface BenchRow {
  readonly key: string;
  readonly codec: string;
  readonly codecLabel: string;
  readonly family: string;
  readonly implementation: string;
  readonly implementationLabel: string;
  readonly levels: CodecImplementationMeta['levels'];
  /** Built from upstream source here, as opposed to a registry's or the browser's. */
  readonly isOurs: boolean;
  /** The native library that it is held against. */
  readonly native: string | null;
  /** Why it is as slow as it is; null where nothing is written down. */
  readonly reason: string | null;
  readonly cells: readonly CodecBenchCell[];
}

export function geometricMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Rows by family; what the registry no longer has comes last, under its id. `data` null is all of them. */
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
    byFamily(codecs.values())
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

/** Unique among the cells of a row. */
export const cellKey = ({ data, level, options }: CodecBenchCell) => `${data} ${level} ${JSON.stringify(options)}`;

const dataNames = Object.keys(dataWords);
const dataOrder = ({ data }: CodecBenchCell) => dataNames.indexOf(data);

/** What a row has in one direction; empty where one side does not do it. */
export function pointsOf(
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

/** The benchmark names only the options that it sets. */
const withDefaults = ({ options = [] }: CodecImplementationMeta, given: OptionValues): OptionValues => ({
  ...Object.fromEntries(options.map((option) => [option.id, option.default])),
  ...given,
});

/** Three digits above 1, two below: a hundredth either way. */
export const factorText = (factor: number) => `${significant(factor, factor < 1 ? 2 : 3)}×`;

/** Above it, a factor needs its reason. */
export const factorLimit = 1.8;

export interface Means {
  readonly compress: number | null;
  readonly decompress: number | null;
  /** Implementations that it is the mean of. */
  readonly count: number;
}

/** Geometric mean over implementations of the geometric mean over each one's points, so that one with many levels weighs no more than another. */
export function meanFactors(rows: readonly BenchRow[], codecs: ReadonlyMap<string, CodecMeta>): Means {
  const mean = (direction: BenchDirection) =>
    geometricMean(
      rows.flatMap((row) => geometricMean(pointsOf(row, direction, codecs).map(({ factor }) => factor)) ?? []),
    );
  return { compress: mean('compress'), decompress: mean('decompress'), count: rows.length };
}

/** The mean over our builds with inputs copied into WASM memory, or with results copied out, too; null where the figures don't tell. */
export function meanWithCopies(
  rows: readonly BenchRow[],
  direction: BenchDirection,
  which: 'copiedFactor' | 'keptFactor',
  codecs: ReadonlyMap<string, CodecMeta>,
): number | null {
  return geometricMean(
    rows
      .filter(({ isOurs }) => isOurs)
      .flatMap((row) => geometricMean(pointsOf(row, direction, codecs).flatMap((point) => point[which] ?? [])) ?? []),
  );
}

/** How our builds' inputs came into WASM memory in what is shown: all read in place, none, or some. */
export function inPlace(rows: readonly BenchRow[]): 'all' | 'none' | 'some' {
  const told = rows
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        benchDirections.flatMap((direction) => (cell[direction] === null ? [] : [cell[direction].inPlace === true])),
      ),
    );
  if (told.every((lies) => lies)) return told.length === 0 ? 'none' : 'all';
  return told.some((lies) => lies) ? 'some' : 'none';
}

/** Figures of the second, longer measurement that the benchmark makes of what is suspicious, of how many. */
export function measuredAgain(rows: readonly BenchRow[]): { readonly again: number; readonly all: number } {
  const all = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => benchDirections.flatMap((direction) => cell[direction] ?? [])),
  );
  return { again: all.filter(({ again }) => again === true).length, all: all.length };
}

/** Our builds that are beyond the limit somewhere in what is shown, the worst first, with the worst factor. */
export function beyondLimit(
  rows: readonly BenchRow[],
  codecs: ReadonlyMap<string, CodecMeta>,
): { readonly row: BenchRow; readonly worst: BenchPoint; readonly direction: BenchDirection }[] {
  return rows
    .filter(({ isOurs }) => isOurs)
    .flatMap((row) => {
      const all = benchDirections.flatMap((direction) =>
        pointsOf(row, direction, codecs).map((point) => ({ row, worst: point, direction })),
      );
      const worst = all.reduce<(typeof all)[number] | null>(
        (most, each) => (most === null || each.worst.factor > most.worst.factor ? each : most),
        null,
      );
      return worst === null || worst.worst.factor <= factorLimit ? [] : [worst];
    })
    .sort((a, b) => b.worst.factor - a.worst.factor);
}

/** Why a build is so far beyond the limit there: what is written down, unless native without it was measured and is as far ahead. */
export function reasonFor(row: BenchRow, { plainFactor, factor }: BenchPoint): string {
  if (row.reason === null || (plainFactor !== null && plainFactor > factorLimit))
    return 'no reason has been found yet.';
  return plainFactor === null
    ? row.reason
    : `${row.reason} Without that, native takes ${significant(factor / plainFactor, 3)} times as long, and the factor is ${factorText(plainFactor)}.`;
}

/** Cells of our builds whose compressed size is the native library's to the byte, of how many. */
export function equalSizes(rows: readonly BenchRow[]): { readonly equal: number; readonly all: number } {
  const cells = rows.filter(({ isOurs }) => isOurs).flatMap((row) => row.cells);
  return {
    equal: cells.filter(({ browserBytes, nativeBytes }) => browserBytes === nativeBytes).length,
    all: cells.length,
  };
}
