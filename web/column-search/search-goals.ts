import {
  bestTrials,
  type ColumnSetting,
  type TriedSetting,
  type SearchWeights,
  settingKey,
} from '../../workers/model/column-search';
import { totalOf } from '../decide/totals';
import type { Situation } from '../view/situation';

export const searchGoals = ['situation', 'size', 'read'] as const;
export type SearchGoal = (typeof searchGoals)[number];

export const goalLabels: Readonly<Record<SearchGoal, string>> = {
  situation: 'Best for the situation above',
  size: 'Smallest file',
  read: 'Fastest to read',
};

/** A byte is worth next to nothing beside a time, and the reverse: the smaller of two that are equal otherwise. */
const tie = 1e-9;

/**
 * What a byte and a millisecond are worth for a goal. Pipelining is left out, since the slower of two sums is no sum of its columns. The whole
 * file is read: one column and one row are looked up in files, not in columns.
 */
export function weightsOf(goal: SearchGoal, situation: Situation): SearchWeights {
  if (goal === 'size') return { perByte: 1, perEncodeMs: 0, perDecodeMs: tie };
  if (goal === 'read') return { perByte: tie, perEncodeMs: 0, perDecodeMs: 1 };
  const total = (sizeBytes: number, encodeMs: number, decodeMs: number) =>
    totalOf({ ...situation, pipelined: false }, { sizeBytes, encodeMs, decodeMs, columnMs: decodeMs, lookupMs: null });
  const none = total(0, 0, 0);
  const weights = {
    perByte: total(1e6, 0, 0) - none,
    perEncodeMs: total(0, 1e6, 0) - none,
    perDecodeMs: total(0, 0, 1e6) - none,
  };
  const largest = Math.max(weights.perByte, weights.perEncodeMs, weights.perDecodeMs);
  return largest > 0 ? { ...weights, perByte: weights.perByte + largest * tie } : { ...weights, perByte: 1 };
}

/** The sums over the columns of a file. */
export interface FileFigures {
  readonly sizeBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
}

export function sumOf(trials: Iterable<TriedSetting>): FileFigures {
  let [sizeBytes, encodeMs, decodeMs] = [0, 0, 0];
  for (const trial of trials) {
    sizeBytes += trial.sizeBytes;
    encodeMs += trial.encodeMs;
    decodeMs += trial.decodeMs;
  }
  return { sizeBytes, encodeMs, decodeMs };
}

/** What most writers choose for all columns: pyarrow's encodings with Zstandard 1. */
export const usualSetting: ColumnSetting = { encoding: 'DICTIONARY', codec: { id: 'zstd', level: 1 } };
const usualKeys = new Set([
  settingKey(usualSetting),
  // A dictionary of truth values does not exist.
  settingKey({ ...usualSetting, encoding: 'PLAIN' }),
]);

/** The trial of each column with the usual setting, on all rows. Null if one is missing. */
export function usualTrials(trials: readonly TriedSetting[], columns: readonly string[]): TriedSetting[] | null {
  const found = columns.map((name) => {
    const own = trials.filter(
      ({ column, allRows, setting }) => allRows && column === name && usualKeys.has(settingKey(setting)),
    );
    return own.find(({ setting }) => setting.encoding === usualSetting.encoding) ?? own[0];
  });
  return found.every((trial) => trial !== undefined) ? found : null;
}

/** A combination of the columns' best settings. */
export interface Combination extends FileFigures {
  readonly trials: ReadonlyMap<string, TriedSetting>;
}

const steps = 60;

/** The files between the smallest and the fastest to read: each is the best for some price of a byte in milliseconds, the smallest first. */
export function frontierOf(trials: readonly TriedSetting[]): Combination[] {
  const found = new Map<string, Combination>();
  for (let step = 0; step <= steps; step += 1) {
    // From 10 GB/s to 10 kB/s.
    const perByte = 1e-7 * 10 ** ((step / steps) * 6);
    const best = bestTrials(trials, { perByte, perEncodeMs: 0, perDecodeMs: 1 });
    const combination = { trials: best, ...sumOf(best.values()) };
    found.set([...best.values()].map(({ setting }) => settingKey(setting)).join(), combination);
  }
  const smallest = bestTrials(trials, { perByte: 1, perEncodeMs: 0, perDecodeMs: tie });
  found.set([...smallest.values()].map(({ setting }) => settingKey(setting)).join(), {
    trials: smallest,
    ...sumOf(smallest.values()),
  });
  return [...found.values()].sort((one, other) => one.sizeBytes - other.sizeBytes || one.decodeMs - other.decodeMs);
}
