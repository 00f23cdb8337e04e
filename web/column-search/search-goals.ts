import {
  type ColumnSetting,
  defaultLayout,
  layoutKey,
  type SearchPermissions,
  type SearchPlan,
  settingKey,
  type TriedSetting,
} from '../../workers/model/column-search';
import {
  bestFile,
  fileOfTrials,
  type FoundFile,
  type SearchLimits,
  type SearchWeights,
} from '../../workers/model/search-choice';
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
    totalOf(
      { ...situation, pipelined: false },
      { sizeBytes, encodeMs, decodeMs, columnMs: decodeMs, lookupMs: null, columnRequests: null, lookupRequests: null },
    );
  const none = total(0, 0, 0);
  const weights = {
    perByte: total(1e6, 0, 0) - none,
    perEncodeMs: total(0, 1e6, 0) - none,
    perDecodeMs: total(0, 0, 1e6) - none,
  };
  const largest = Math.max(weights.perByte, weights.perEncodeMs, weights.perDecodeMs);
  return largest > 0 ? { ...weights, perByte: weights.perByte + largest * tie } : { ...weights, perByte: 1 };
}

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
