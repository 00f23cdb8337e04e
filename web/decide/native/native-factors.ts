import type { CodecBench, CodecBenchCell } from '../../../workers/model/codec-bench';
import type { DatasetSchema } from '../../../workers/model/dataset';
import {
  factorOverRounds,
  type FormatBench,
  type FormatBenchCell,
  type FormatBenchData,
} from '../../../workers/model/format-bench';
import { type Candidate, innerCodec, wrappingCodec } from '../../../workers/model/plan';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { fileTypes } from '../../../workers/registry/file-types';

/** The browser's time divided by the native library's, from the benchmarks, with the range of its 95 % intervals. */
export interface NativeFactor {
  readonly factor: number;
  readonly low: number;
  readonly high: number;
}

/** The stored benchmarks. Null if this build contains none. */
export interface Benchmarks {
  readonly formats: FormatBench | null;
  readonly codecs: CodecBench | null;
}

export type NativeOperation = 'encode' | 'decode';

/** The factors of a candidate by operation. One is absent if no benchmark compares the implementation. */
export type NativeFactors = Readonly<Partial<Record<NativeOperation, NativeFactor>>>;

/** The benchmark's datasets that are most like each kind of data. Other kinds have no preference. */
const similarData: Readonly<Partial<Record<DatasetSchema['kind'], readonly FormatBenchData[]>>> = {
  table: ['events', 'table'],
  keyedVectors: ['vectors'],
  array: ['vectors'],
};

/**
 * The factor of a candidate's format with the codec that it applies itself: the geometric mean over the benchmark's cells of the same
 * implementation that are nearest to the candidate. Null if the benchmark has none.
 */
export function formatFactor(
  { formats }: Benchmarks,
  candidate: Candidate,
  kind: DatasetSchema['kind'],
  operation: NativeOperation,
): NativeFactor | null {
  const codec = innerCodec(candidate);
  const measured = (formats?.cells ?? []).filter(
    (cell) =>
      cell.format === candidate.format &&
      cell.implementation === candidate.implementation &&
      cell[operation].status === 'measured',
  );
  const similar = preferred(measured, ({ data }) => similarData[kind]?.includes(data) ?? true);
  const sameCodec = preferred(similar, (cell) => (cell.codec?.id ?? null) === (codec?.id ?? null));
  return pooled(
    nearestLevel(sameCodec, (cell) => cell.codec?.level ?? null, codec?.level ?? null).flatMap(factorOf(operation)),
  );
}

/** The factor of the codec around the file, over its benchmark's cells of the nearest level. Null without such a codec or cell. */
export function codecFactor(
  { codecs }: Benchmarks,
  candidate: Candidate,
  operation: NativeOperation,
): NativeFactor | null {
  const codec = wrappingCodec(candidate);
  if (codec === null) return null;
  const direction = operation === 'encode' ? 'compress' : 'decompress';
  const measured = (codecs?.cells ?? []).filter(
    (cell) =>
      cell.codec === codec.id &&
      cell.implementation === codec.implementation &&
      cell.block === 'bulk' &&
      cell[direction] !== null,
  );
  const isText = fileTypes.get(candidate.format)?.text === 'records';
  const similar = preferred(measured, ({ data }) => (data === 'json') === isText);
  return pooled(nearestLevel(similar, ({ level }) => level, codec.level).flatMap(codecFactorOf(direction)));
}

const factorOf =
  (operation: NativeOperation) =>
  (cell: FormatBenchCell): NativeFactor[] => {
    const times = cell[operation];
    if (times.status !== 'measured') return [];
    const { factor, interval } = factorOverRounds(times.rounds);
    return [{ factor, low: interval?.low ?? factor, high: interval?.high ?? factor }];
  };

/** The codec benchmark stores the quotient of the rounds' quartiles instead of its rounds. */
const codecFactorOf =
  (direction: 'compress' | 'decompress') =>
  (cell: CodecBenchCell): NativeFactor[] => {
    const times = cell[direction];
    if (times === null) return [];
    const factor = times.browserMs / times.nativeMs;
    const half = Math.sqrt(times.spread ?? 1);
    return [{ factor, low: factor / half, high: factor * half }];
  };

/** The items that meet the condition, or all if none does. */
function preferred<T>(items: readonly T[], condition: (item: T) => boolean): readonly T[] {
  const chosen = items.filter(condition);
  return chosen.length === 0 ? items : chosen;
}

/** The items whose level is nearest to the wanted one. */
function nearestLevel<T>(
  items: readonly T[],
  levelOf: (item: T) => number | null,
  wanted: number | null,
): readonly T[] {
  if (wanted === null) return items;
  const distance = (item: T) => Math.abs((levelOf(item) ?? wanted) - wanted);
  const least = Math.min(...items.map(distance));
  return items.filter((item) => distance(item) === least);
}

/** One factor for several: their geometric mean, with the lowest and the highest limit. Null for none. */
export function pooled(factors: readonly NativeFactor[]): NativeFactor | null {
  if (factors.length === 0) return null;
  return {
    factor: geometricMean(factors.map(({ factor }) => factor)),
    low: Math.min(...factors.map(({ low }) => low)),
    high: Math.max(...factors.map(({ high }) => high)),
  };
}

/**
 * The factor of a time that two parts make, each with a factor of its own: `Σ ms / Σ (ms / factor)`. The native time is the sum of the
 * parts' native times.
 */
export function combined(parts: readonly { readonly ms: number; readonly factor: NativeFactor }[]): NativeFactor {
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  const quotient = (of: (factor: NativeFactor) => number) =>
    total / parts.reduce((sum, { ms, factor }) => sum + ms / of(factor), 0);
  return {
    factor: quotient(({ factor }) => factor),
    low: quotient(({ low }) => low),
    high: quotient(({ high }) => high),
  };
}
