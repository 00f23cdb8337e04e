import type { DatasetSchema } from '../../../workers/model/dataset';
import { type Candidate, candidateKey, wrappingCodec } from '../../../workers/model/plan';
import { formatMs } from '../../figures/figures';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';
import type { Situation } from '../../view/situation';
import type { Contender, Excluded } from '../contenders';
import type { TimedOperation } from '../needed-operations';
import {
  type Benchmarks,
  codecFactor,
  combined,
  formatFactor,
  type NativeFactor,
  type NativeFactors,
  type NativeOperation,
  pooled,
} from './native-factors';

/** The operation whose factor an operation's time is divided by. Reading one column and look-ups were not compared with native. */
const factorOperation: Readonly<Record<TimedOperation, NativeOperation>> = {
  encode: 'encode',
  decode: 'decode',
  project: 'decode',
  lookup: 'decode',
};

/** The factors of all completed rows of one dataset, by the row's key. */
export function nativeFactorsOf(
  rows: readonly ResultRow[],
  candidates: readonly Candidate[],
  kind: DatasetSchema['kind'],
  benchmarks: Benchmarks,
): ReadonlyMap<string, NativeFactors> {
  const completed = rows.filter(isCompleted);
  const rowOf = new Map(
    completed.flatMap((row) => {
      const candidate = candidates[row.candidate];
      return candidate === undefined ? [] : [[candidateKey(candidate), row] as const];
    }),
  );
  return new Map(
    completed.map((row) => {
      const candidate = candidates[row.candidate];
      const factors: Partial<Record<NativeOperation, NativeFactor>> = {};
      for (const operation of ['encode', 'decode'] as const) {
        if (candidate === undefined) continue;
        const plainRow = rowOf.get(candidateKey({ ...candidate, codec: null }));
        const factor = factorOf({ row, plainRow, candidate, kind, operation, benchmarks });
        if (factor !== null) factors[operation] = factor;
      }
      return [row.key, factors];
    }),
  );
}

interface FactorRequest {
  readonly row: CompletedRow;
  /** The row of the same candidate without a codec around its file. */
  readonly plainRow: CompletedRow | undefined;
  readonly candidate: Candidate;
  readonly kind: DatasetSchema['kind'];
  readonly operation: NativeOperation;
  readonly benchmarks: Benchmarks;
}

/** The candidate's factor, with that of the codec around its file. Null if a part of it was not compared. */
function factorOf({ row, plainRow, candidate, kind, operation, benchmarks }: FactorRequest): NativeFactor | null {
  if (wrappingCodec(candidate) === null) return formatFactor(benchmarks, candidate, kind, operation);
  const ofCodec = codecFactor(benchmarks, candidate, operation);
  // The uncompressed layout is one copy of memory, which is nothing beside a codec.
  if (candidate.format === 'raw') return ofCodec;
  const ofFormat = formatFactor(benchmarks, { ...candidate, codec: null }, kind, operation);
  if (ofCodec === null || ofFormat === null) return null;
  const totalMs = measuredFigures(row, operation)?.summary.bestMs;
  const plainMs = plainRow === undefined ? undefined : measuredFigures(plainRow, operation)?.summary.bestMs;
  // Without the plain candidate's time, the shares of format and codec are not known: either may make up the whole.
  if (totalMs === undefined || plainMs === undefined) return pooled([ofFormat, ofCodec]);
  const ofFormatMs = Math.min(plainMs, totalMs);
  return combined([
    { ms: ofFormatMs, factor: ofFormat },
    { ms: totalMs - ofFormatMs, factor: ofCodec },
  ]);
}

/** The contenders with the times that native libraries are expected to take, and those that no benchmark compares with native. */
export function nativeContenders(
  contenders: readonly Contender[],
  situation: Situation,
  factors: ReadonlyMap<string, NativeFactors>,
): { readonly contenders: readonly Contender[]; readonly excluded: readonly Excluded[] } {
  const native: Contender[] = [];
  const excluded: Excluded[] = [];
  for (const contender of contenders) {
    const outcome = nativeContender(contender, situation, factors.get(contender.row.key) ?? {});
    if (typeof outcome === 'string') excluded.push({ row: contender.row, reason: outcome });
    else native.push(outcome);
  }
  return { contenders: native, excluded };
}

/** True if a factor to native is known for each time that the contender's total contains. */
export const isCompared = ({ roundBestMs }: Contender, factors: NativeFactors | undefined): boolean =>
  (Object.keys(roundBestMs) as TimedOperation[]).every(
    (operation) => factors?.[factorOperation[operation]] !== undefined,
  );

function nativeContender(
  contender: Contender,
  { maxWriteMs }: Situation,
  nativeFactors: NativeFactors,
): Contender | string {
  const operations = Object.keys(contender.roundBestMs) as TimedOperation[];
  if (!isCompared(contender, nativeFactors))
    return 'No benchmark compares its implementation with a native library, so its native time is not known.';
  if (maxWriteMs !== null) {
    const writeMs = measuredFigures(contender.row, 'encode')?.summary.bestMs;
    if (writeMs === undefined || nativeFactors.encode === undefined)
      return 'The time to write it is limited, but its native time is not known.';
    const nativeMs = writeMs / nativeFactors.encode.factor;
    if (nativeMs > maxWriteMs)
      return `It is expected to take ${formatMs(nativeMs)} to write in Python and other tools; the limit is ${formatMs(maxWriteMs)}.`;
  }
  const scaleOf = (operation: TimedOperation) => 1 / (nativeFactors[factorOperation[operation]]?.factor ?? Number.NaN);
  const { figures } = contender;
  return {
    ...contender,
    figures: {
      ...figures,
      encodeMs: figures.encodeMs * scaleOf('encode'),
      decodeMs: figures.decodeMs * scaleOf('decode'),
      columnMs: figures.columnMs === null ? null : figures.columnMs * scaleOf('project'),
      lookupMs: figures.lookupMs === null ? null : figures.lookupMs * scaleOf('lookup'),
    },
    roundBestMs: Object.fromEntries(
      operations.map((operation) => [operation, scaled(contender.roundBestMs[operation], scaleOf(operation))]),
    ),
    nativeFactors,
    assumptions: [
      ...contender.assumptions,
      ...(operations.includes('project') || operations.includes('lookup')
        ? [
            'In Python and other tools, one column and look-ups are expected to gain as much as decoding, since they were not compared.',
          ]
        : []),
    ],
  };
}

/** Kept by the measured times, so that what is computed from the scaled ones can be kept as well. */
const scaledOnce = new WeakMap<ReadonlyMap<number, number>, Map<number, ReadonlyMap<number, number>>>();

function scaled(bestMs: ReadonlyMap<number, number> | undefined, scale: number): ReadonlyMap<number, number> {
  if (bestMs === undefined) return new Map();
  const known = scaledOnce.get(bestMs) ?? new Map<number, ReadonlyMap<number, number>>();
  scaledOnce.set(bestMs, known);
  const found = known.get(scale) ?? new Map([...bestMs].map(([round, ms]) => [round, ms * scale]));
  known.set(scale, found);
  return found;
}
