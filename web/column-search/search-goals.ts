import {
  type ColumnSetting,
  defaultLayout,
  layoutKey,
  partEncodings,
  type SearchPermissions,
  type SearchPlan,
  settingKey,
  type TriedSetting,
} from '../../workers/model/column-search';
import {
  bestFile,
  fileOfTrials,
  type FoundFile,
  type SearchAim,
  type SearchLimits,
  type SearchWeights,
  weighedFile,
} from '../../workers/model/search-choice';
import { type CandidateFigures, totalOf } from '../decide/totals';
import type { Situation } from '../view/situation';
import { predictedFigures } from './predicted-figures';

export const searchGoals = ['situation', 'size', 'read'] as const;
export type SearchGoal = (typeof searchGoals)[number];

export const goalLabels: Readonly<Record<SearchGoal, string>> = {
  situation: 'Best for the situation above',
  size: 'Smallest file',
  read: 'Fastest to read',
};

/** A byte is worth next to nothing beside a time, and the reverse: the smaller of two that are equal otherwise. */
const tie = 1e-9;

const figuresOf = (sizeBytes: number, encodeMs: number, decodeMs: number): CandidateFigures => ({
  sizeBytes,
  encodeMs,
  decodeMs,
  columnMs: null,
  lookupMs: null,
  columnRequests: null,
  lookupRequests: null,
});

/** What a byte and a millisecond are worth if the situation is only to write files and read them as a whole. */
function ratesOf(situation: Situation): SearchWeights {
  const total = (...figures: Parameters<typeof figuresOf>) =>
    totalOf({ ...situation, columnReads: 0, lookups: 0, pipelined: false }, figuresOf(...figures));
  const none = total(0, 0, 0);
  return {
    perByte: total(1e6, 0, 0) / 1e6 - none / 1e6,
    perEncodeMs: total(0, 1e6, 0) / 1e6 - none / 1e6,
    perDecodeMs: total(0, 0, 1e6) / 1e6 - none / 1e6,
  };
}

/**
 * What the figures of columns are worth for a situation, as sums over the columns: one for each way to read a part of the file. One column is read
 * from its own bytes or from the whole file. So are rows, or they are taken from the whole file decoded once. Left out is what is no sum: pipelining, requests, and bytes that come with others.
 */
function situationWeights(situation: Situation, readColumn: string | null): SearchWeights[] {
  const whole = ratesOf(situation);
  if (situation.goal === 'size') return [whole];
  const read = ratesOf({ ...situation, writes: 0, reads: 1, months: 0 });
  const { columnReads, lookups } = situation;
  let ways: SearchWeights[] = [whole];
  if (columnReads > 0)
    ways = ways.flatMap((way) => {
      if (readColumn === null)
        return [
          {
            ...way,
            perByte: way.perByte + columnReads * read.perByte,
            perDecodeMs: way.perDecodeMs + columnReads * read.perDecodeMs,
          },
        ];
      const column = { name: readColumn, perByte: 0, perDecodeMs: columnReads * read.perDecodeMs };
      return [
        { ...way, column: { ...column, perByte: columnReads * read.perByte } },
        { ...way, column, perByte: way.perByte + columnReads * read.perByte },
      ];
    });
  if (lookups > 0)
    ways = ways.flatMap((way) => {
      const perLookupMs = lookups * read.perDecodeMs;
      return [
        { ...way, perLookupMs, perRowByte: lookups * read.perByte },
        { ...way, perLookupMs, perByte: way.perByte + read.perByte },
        // The whole file is decoded once for all look-ups, unless rows must be readable alone.
        ...(situation.needsOneRow
          ? []
          : [{ ...way, perByte: way.perByte + read.perByte, perDecodeMs: way.perDecodeMs + read.perDecodeMs }]),
      ];
    });
  return ways;
}

/** What a byte is worth besides, so that the smaller of two files is taken that are equal otherwise. */
function tieOf({ perByte, perEncodeMs, perDecodeMs, perRowByte = 0, perLookupMs = 0, column }: SearchWeights): number {
  const largest = Math.max(
    ...[perByte, perEncodeMs, perDecodeMs, perRowByte, perLookupMs],
    ...(column === undefined ? [] : [column.perByte, column.perDecodeMs]),
  );
  return largest > 0 ? largest * tie : 1;
}

/**
 * What is made as small as possible for a goal. For a situation it is the total of the file's predicted figures: see {@link predictedFigures}.
 * @param readColumn the column that the plan reads alone; null if the table does not have it
 */
export function aimOf(
  goal: SearchGoal,
  situation: Situation,
  readColumn: string | null,
  { columns }: Pick<SearchPlan, 'columns'>,
): SearchAim {
  if (goal !== 'situation') {
    const weights =
      goal === 'size'
        ? { perByte: 1, perEncodeMs: 0, perDecodeMs: tie }
        : { perByte: tie, perEncodeMs: 0, perDecodeMs: 1 };
    return { weights: [weights], totalOf: (file) => weighedFile(file, weights) };
  }
  const ways = situationWeights(situation, readColumn);
  const perByte = Math.min(...ways.map(tieOf));
  return {
    weights: ways.map((way) => ({ ...way, perByte: way.perByte + perByte })),
    totalOf: (file) =>
      totalOf(situation, predictedFigures(file, columns, readColumn, situation)) + perByte * file.sizeBytes,
  };
}

/** What a goal counts besides the size and the time to decode, which the charts draw. */
export function alsoCounted(
  goal: SearchGoal,
  { goal: smallest, writes, columnReads, lookups }: Situation,
  decodeLimitMs: number | null,
): readonly string[] {
  const isTotal = goal === 'situation' && smallest !== 'size';
  return [
    ...(isTotal && writes > 0 ? ['the time to encode'] : []),
    ...(isTotal && columnReads > 0 ? ['reads of one column'] : []),
    ...(isTotal && lookups > 0 ? ['look-ups'] : []),
    ...(decodeLimitMs === null ? [] : ['the limit of the whole file']),
  ];
}

/** How many marks are at least as small and as fast to decode as the chosen one, and better in one of them. */
export const beatenBy = (chosen: DrawnFigures, others: readonly DrawnFigures[]): number =>
  others.filter(
    ({ sizeBytes, decodeMs }) =>
      sizeBytes <= chosen.sizeBytes &&
      decodeMs <= chosen.decodeMs &&
      (sizeBytes < chosen.sizeBytes || decodeMs < chosen.decodeMs),
  ).length;

type DrawnFigures = Pick<TriedSetting, 'sizeBytes' | 'decodeMs'>;

/** The limits of a situation, and the user's limit of the time to decode. */
export const limitsOf = (situation: Situation, decodeMs: number | null): SearchLimits => ({
  sizeBytes: situation.maxSizeBytes,
  encodeMs: situation.maxWriteMs,
  decodeMs,
});

/** What most writers choose for all columns: pyarrow's encodings with Zstandard 1. */
export const usualSetting: ColumnSetting = {
  encoding: 'DICTIONARY',
  codec: { id: 'zstd', level: 1 },
  narrowing: null,
};
const usualKeys = new Set([
  settingKey(usualSetting),
  // A dictionary of truth values does not exist.
  settingKey({ ...usualSetting, encoding: 'PLAIN' }),
]);

const keepsAll = ({ variant, setting }: TriedSetting) => variant.order.length === 0 && setting.narrowing === null;

/** The file with the usual setting of each column and the usual layout. Null if a column was not tried so on all rows. */
export function usualFile(trials: readonly TriedSetting[], plan: SearchPlan): FoundFile | null {
  const found = new Map<string, TriedSetting>();
  for (const trial of trials) {
    const { column, allRows, setting, variant } = trial;
    if (!allRows || !keepsAll(trial) || layoutKey(variant.layout) !== layoutKey(defaultLayout)) continue;
    if (!usualKeys.has(settingKey(setting))) continue;
    if (setting.encoding === usualSetting.encoding || !found.has(column)) found.set(column, trial);
  }
  const [first] = found.values();
  return first === undefined || plan.columns.some((name) => !found.has(name))
    ? null
    : fileOfTrials(found, first.variant, plan);
}

/** The trials of what the user lets the search change. */
export const permittedTrials = (
  trials: readonly TriedSetting[],
  { reorder, narrow }: SearchPermissions,
): readonly TriedSetting[] =>
  trials.filter(
    ({ variant, setting }) => (reorder || variant.order.length === 0) && (narrow || setting.narrowing === null),
  );

const steps = 60;

/** The files between the smallest and the fastest to read: each is the best for some price of a byte in milliseconds, the smallest first. */
export function frontierOf(trials: readonly TriedSetting[], plan: SearchPlan): FoundFile[] {
  const found = new Map<string, FoundFile>();
  const add = (weights: SearchWeights) => {
    const file = bestFile(trials, weights, plan);
    if (file !== null) found.set(`${file.sizeBytes}/${file.decodeMs}`, file);
  };
  // From 10 GB/s to 10 kB/s.
  for (let step = 0; step <= steps; step += 1)
    add({ perByte: 1e-7 * 10 ** ((step / steps) * 6), perEncodeMs: 0, perDecodeMs: 1 });
  add({ perByte: 1, perEncodeMs: 0, perDecodeMs: tie });
  return [...found.values()].sort((one, other) => one.sizeBytes - other.sizeBytes || one.decodeMs - other.decodeMs);
}

/**
 * By which share the columns could be smaller with settings that were tried on the sample only, if the rest of the rows is like it. Null if there was no sample.
 */
export function missedShare(trials: readonly TriedSetting[], chosen: FoundFile): number | null {
  let [smallest, used] = [0, 0];
  for (const [name, { setting }] of chosen.trials) {
    const sampled = trials.filter(
      (trial) =>
        trial.column === name && !trial.allRows && (setting.narrowing !== null || trial.setting.narrowing === null),
    );
    const own = sampled.find((trial) => settingKey(trial.setting) === settingKey(setting));
    if (own === undefined) continue;
    used += own.sizeBytes;
    smallest += Math.min(...sampled.map(({ sizeBytes }) => sizeBytes));
  }
  return used === 0 ? null : 1 - smallest / used;
}

/** How many of the plan's settings were not tried at all, neither on a sample nor on all rows. */
export function untriedCount(plan: SearchPlan, trials: readonly TriedSetting[]): number {
  // Encodings of parts are put together as the search goes, and are not in the plan.
  const planned = trials.filter(({ setting }) => partEncodings(setting.encoding) === null);
  const tried = new Set(planned.map(({ column, setting }) => JSON.stringify([column, settingKey(setting)])));
  return Object.values(plan.settings).reduce((sum, count) => sum + count, 0) - tried.size;
}
