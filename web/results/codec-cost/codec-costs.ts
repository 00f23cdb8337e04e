import type { Granularity } from '../../../workers/model/entry';
import { optionHasEffect } from '../../../workers/model/options';
import type { Candidate, Operation } from '../../../workers/model/plan';
import { type IntervalKind, intervalOverRounds } from '../../../workers/model/statistics/intervals';
import { smallestValue } from '../../../workers/model/statistics/samples';
import * as metadata from '../../../workers/registry/metadata';
import type { Registry } from '../../figures/candidate-names';
import { equalScope } from '../../figures/clock-scope';
import {
  type CompletedRow,
  isCompleted,
  type MeasuredFigures,
  measuredFigures,
  type ResultRow,
} from '../../figures/rows';

/**
 * The time that a codec inside a format costs and the space that it saves, against the same format and options without
 * a codec (the plain file). Computed as in the published study of Tkrzw (source 002): pure codec time is the total time
 * minus the plain file's time, and the codec's rate is its number of calls divided by its pure time.
 */

/** The costs of all codecs of a run, by format. */
export interface CodecCosts {
  /**
   * The operations of the total times: with file access if the run measured it, because the source reads and writes
   * files.
   */
  readonly write: Operation;
  readonly read: Operation;
  readonly groups: readonly CodecCostGroup[];
}

/** A format with its options: the plain file, and the files with a codec, in the plan's order. */
export interface CodecCostGroup {
  readonly plain: CompletedRow;
  readonly costs: readonly CodecCost[];
}

/** The cost of one codec. */
export interface CodecCost {
  readonly row: CompletedRow;
  /**
   * Bytes of the file divided by bytes of the plain file: less is better. Null if there is no file or the plain one is
   * empty.
   */
  readonly fileOverPlain: number | null;
  /**
   * The number of codec calls for the whole dataset. `of` names the unit that each call compresses, such as
   * `leafPages`. Null if the format doesn't count its units.
   */
  readonly calls: { readonly count: number; readonly of: string } | null;
  readonly write: CodecTimeCost | null;
  readonly read: CodecTimeCost | null;
}

/** The time of one operation, and the codec's share of it. */
export interface CodecTimeCost {
  /** The total time of the operation, including the codec. */
  readonly totalMs: number;
  /** The pure codec time: with the codec minus without it. Null if the plain file has no comparable time. */
  readonly pure: PureCodecTime | null;
  /** Codec calls per second of pure codec time. Null if one of the two is unknown, or the time is not positive. */
  readonly perSecond: CallRate | null;
}

/** The codec's share of a time. It is negative if the codec takes less time than the smaller file saves. */
interface PureCodecTime {
  readonly ms: number;
  /** Over the rounds, of the difference of the best samples. Null for fewer than 3 rounds. */
  readonly interval: { readonly kind: IntervalKind; readonly lowMs: number; readonly highMs: number } | null;
}

/**
 * Calls per second. `high` is null if the interval of the pure time includes zero: the rate then has no upper limit.
 */
interface CallRate {
  readonly value: number;
  readonly interval: { readonly kind: IntervalKind; readonly low: number; readonly high: number | null } | null;
}

/**
 * The codec costs in the rows of one dataset. Null if no format was measured both without a codec and with an inner
 * one.
 */
export function codecCosts(
  rows: readonly ResultRow[],
  candidates: readonly Candidate[],
  seed: number,
  registry: Registry = metadata,
): CodecCosts | null {
  const groups = groupsOf(rows.filter(isCompleted), candidates, registry);
  if (groups.length === 0) return null;
  const all = groups.flatMap(({ plain, coded }) => [plain, ...coded]);
  const withFileAccess = (operation: Operation, inMemory: Operation) =>
    all.some((row) => measuredFigures(row, operation) !== null) ? operation : inMemory;
  const write = withFileAccess('store', 'encode');
  const read = withFileAccess('load', 'decode');
  return {
    write,
    read,
    groups: groups.map(({ plain, coded }) => ({
      plain,
      costs: coded.map((row): CodecCost => {
        const calls = callsOf(row, candidates[row.candidate]?.codec?.granularity ?? null);
        return {
          row,
          calls,
          fileOverPlain:
            row.sizeBytes === null || plain.sizeBytes === null || plain.sizeBytes === 0
              ? null
              : row.sizeBytes / plain.sizeBytes,
          write: timeCost(row, plain, write, calls?.count ?? null, seed),
          read: timeCost(row, plain, read, calls?.count ?? null, seed),
        };
      }),
    })),
  };
}

function groupsOf(
  rows: readonly CompletedRow[],
  candidates: readonly Candidate[],
  registry: Registry,
): { plain: CompletedRow; coded: CompletedRow[] }[] {
  const groups = new Map<string, { plain: CompletedRow | null; coded: CompletedRow[] }>();
  for (const row of rows) {
    const candidate = candidates[row.candidate];
    // Skip outer codecs, which compress the whole file: only codecs inside the format are compared.
    if (candidate === undefined || (candidate.codec !== null && candidate.codec.implementation !== null)) continue;
    const key = groupKey(candidate, registry);
    const group = groups.get(key) ?? { plain: null, coded: [] };
    groups.set(key, group);
    if (candidate.codec === null) group.plain = row;
    else group.coded.push(row);
  }
  return [...groups.values()].flatMap(({ plain, coded }) =>
    plain === null || coded.length === 0 ? [] : [{ plain, coded }],
  );
}

/**
 * The key of a format with its options. Options that only affect a codec are left out, because a plain file lacks them.
 */
function groupKey({ format, implementation, options }: Candidate, { formats }: Registry): string {
  const descriptors = formats.get(format)?.implementations.find(({ id }) => id === implementation)?.options ?? [];
  const shared = Object.entries(options).filter(([name]) =>
    descriptors.every((descriptor) => descriptor.id !== name || optionHasEffect(descriptor, null)),
  );
  return JSON.stringify([format, implementation, shared.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * The counts that give the number of codec calls, by granularity. For pages only leaf pages are counted, as in source
 * 002, although inner pages are compressed too.
 */
const countedBy: Partial<Record<Granularity, readonly string[]>> = {
  record: ['records'],
  page: ['leafPages', 'pages'],
  chunk: ['chunks'],
  columnChunk: ['columnChunks'],
  buffer: ['buffers'],
};

function callsOf({ counts, sample, itemCount }: CompletedRow, granularity: Granularity | null): CodecCost['calls'] {
  const of = (granularity === null ? [] : (countedBy[granularity] ?? [])).find((name) => (counts[name] ?? 0) > 0);
  if (of === undefined) return null;
  // Times measured on a sample are scaled to all items, so the calls must be scaled too.
  const scale = sample === null || itemCount === null || sample.items === 0 ? 1 : itemCount / sample.items;
  return { count: (counts[of] ?? 0) * scale, of };
}

function timeCost(
  row: CompletedRow,
  plain: CompletedRow,
  operation: Operation,
  calls: number | null,
  seed: number,
): CodecTimeCost | null {
  const withCodec = measuredFigures(row, operation);
  if (withCodec === null || withCodec.throughput === null) return null;
  const totalMs = withCodec.summary.bestMs;
  const base = measuredFigures(plain, operation);
  if (base === null || base.throughput === null || !equalScope(withCodec.clock, base.clock))
    return { totalMs, pure: null, perSecond: null };
  const pure: PureCodecTime = {
    ms: totalMs - base.summary.bestMs,
    interval: differenceInterval(withCodec, base, seed),
  };
  return { totalMs, pure, perSecond: calls === null ? null : rate(calls, pure) };
}

/** Resamples pairs of rounds: rounds with the same number were measured at about the same time. */
function differenceInterval(
  withCodec: MeasuredFigures,
  base: MeasuredFigures,
  seed: number,
): PureCodecTime['interval'] {
  const baseBests = new Map(
    base.rounds
      .filter(({ samplesMs }) => samplesMs.length > 0)
      .map(({ round, samplesMs }) => [round, smallestValue(samplesMs)]),
  );
  const pairs = withCodec.rounds.flatMap(({ round, samplesMs }) => {
    const baseMs = baseBests.get(round);
    return samplesMs.length === 0 || baseMs === undefined ? [] : [{ ms: smallestValue(samplesMs), baseMs }];
  });
  const interval = intervalOverRounds(
    pairs,
    (drawn) => smallestValue(drawn.map(({ ms }) => ms)) - smallestValue(drawn.map(({ baseMs }) => baseMs)),
    seed,
  );
  return interval === null ? null : { kind: interval.kind, lowMs: interval.low, highMs: interval.high };
}

function rate(calls: number, { ms, interval }: PureCodecTime): CallRate | null {
  if (ms <= 0) return null;
  const perSecond = (pureMs: number) => calls / (pureMs / 1_000);
  if (interval === null || interval.highMs <= 0) return { value: perSecond(ms), interval: null };
  return {
    value: perSecond(ms),
    interval: {
      kind: interval.kind,
      low: perSecond(interval.highMs),
      high: interval.lowMs <= 0 ? null : perSecond(interval.lowMs),
    },
  };
}
