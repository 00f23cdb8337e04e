import type { Granularity } from '../../../workers/model/entry';
import { optionHasEffect } from '../../../workers/model/options';
import type { Candidate, Operation } from '../../../workers/model/plan';
import { bootstrapInterval } from '../../../workers/model/statistics/bootstrap';
import { smallest } from '../../../workers/model/statistics/samples';
import * as metadata from '../../../workers/registry/metadata';
import type { Registry } from '../../figures/candidate-names';
import { equalScope } from '../../figures/clock-scope';
import { type CompletedRow, isCompleted, type MeasuredFigures, measured, type ResultRow } from '../../figures/rows';

/**
 * What a codec inside a format costs and saves beside the same format and options without one, as source 002 computes it: pure codec time is
 * the whole time less the plain file's, the ratio is the file over the plain file, and a codec's speed is how often it was called over its pure time.
 */

export interface CodecCosts {
  /** What the whole times are of: with the file system where the run measured that, as the source's rebuild reads and writes files. */
  readonly write: Operation;
  readonly read: Operation;
  readonly groups: readonly CodecCostGroup[];
}

/** One format with its options: the file without a codec, and those with one, in the plan's order. */
export interface CodecCostGroup {
  readonly plain: CompletedRow;
  readonly costs: readonly CodecCost[];
}

export interface CodecCost {
  readonly row: CompletedRow;
  /** File over plain file: less is better. Null where either makes no file. */
  readonly fileOverPlain: number | null;
  /** How often the codec is called for the whole dataset, and for each of what (`leafPages`); null where the format does not count it. */
  readonly calls: { readonly count: number; readonly of: string } | null;
  readonly write: CodecTimeCost | null;
  readonly read: CodecTimeCost | null;
}

export interface CodecTimeCost {
  readonly wholeMs: number;
  readonly pure: PureCodecTime | null;
  /** Codec calls a second of pure time. */
  readonly perSecond: CallRate | null;
}

/** Can be negative: the codec then costs less than the plain file's greater size. */
export interface PureCodecTime {
  readonly ms: number;
  /** 95 % bootstrap interval over rounds of the difference of the best samples; null with fewer than 3 rounds. */
  readonly interval: { readonly lowMs: number; readonly highMs: number } | null;
}

/** `high` is null where the interval of the pure time reaches down to zero: the speed then has no upper limit. */
export interface CallRate {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number | null } | null;
}

/** Null where no format of the rows has both a plain candidate and one with a codec of its own. `rows` are of one dataset. */
export function codecCosts(
  rows: readonly ResultRow[],
  candidates: readonly Candidate[],
  seed: number,
  registry: Registry = metadata,
): CodecCosts | null {
  const groups = groupsOf(rows.filter(isCompleted), candidates, registry);
  if (groups.length === 0) return null;
  const all = groups.flatMap(({ plain, coded }) => [plain, ...coded]);
  const chosen = (storing: Operation, alone: Operation) =>
    all.some((row) => measured(row, storing) !== null) ? storing : alone;
  const write = chosen('store', 'encode');
  const read = chosen('load', 'decode');
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
    // What wraps the file is another layer: its time is no part of the format's own.
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

/** Format and options, less those that do nothing without a codec: a plain file has none of them. */
function groupKey({ format, implementation, options }: Candidate, { formats }: Registry): string {
  const descriptors = formats.get(format)?.implementations.find(({ id }) => id === implementation)?.options ?? [];
  const shared = Object.entries(options).filter(([name]) =>
    descriptors.every((descriptor) => descriptor.id !== name || optionHasEffect(descriptor, null)),
  );
  return JSON.stringify([format, implementation, shared.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** What a codec of each granularity is called for; the source divides by leaf pages alone, though inner pages are compressed too. */
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
  // Times of a sample are scaled to all items, and so must be the calls.
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
  const whole = measured(row, operation);
  if (whole === null || whole.throughput === null) return null;
  const wholeMs = whole.summary.bestMs;
  const base = measured(plain, operation);
  if (base === null || base.throughput === null || !equalScope(whole.clock, base.clock))
    return { wholeMs, pure: null, perSecond: null };
  const pure: PureCodecTime = { ms: wholeMs - base.summary.bestMs, interval: differenceInterval(whole, base, seed) };
  return { wholeMs, pure, perSecond: calls === null ? null : rate(calls, pure) };
}

/** Rounds of the same number were taken close together: they are drawn as pairs. */
function differenceInterval(whole: MeasuredFigures, base: MeasuredFigures, seed: number): PureCodecTime['interval'] {
  const baseBests = new Map(
    base.rounds
      .filter(({ samplesMs }) => samplesMs.length > 0)
      .map(({ round, samplesMs }) => [round, smallest(samplesMs)]),
  );
  const pairs = whole.rounds.flatMap(({ round, samplesMs }) => {
    const baseMs = baseBests.get(round);
    return samplesMs.length === 0 || baseMs === undefined ? [] : [{ ms: smallest(samplesMs), baseMs }];
  });
  const interval = bootstrapInterval(
    pairs,
    (drawn) => smallest(drawn.map(({ ms }) => ms)) - smallest(drawn.map(({ baseMs }) => baseMs)),
    seed,
  );
  return interval === null ? null : { lowMs: interval.low, highMs: interval.high };
}

function rate(calls: number, { ms, interval }: PureCodecTime): CallRate | null {
  if (ms <= 0) return null;
  const perSecond = (pureMs: number) => calls / (pureMs / 1_000);
  if (interval === null || interval.highMs <= 0) return { value: perSecond(ms), interval: null };
  return {
    value: perSecond(ms),
    interval: { low: perSecond(interval.highMs), high: interval.lowMs <= 0 ? null : perSecond(interval.lowMs) },
  };
}
