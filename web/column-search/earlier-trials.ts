import { type SearchPermissions, settingKey, type TriedSetting, variantKey } from '../../workers/model/column-search';
import { permittedTrials } from './search-goals';

const trialKey = ({ column, setting, variant, allRows }: TriedSetting): string =>
  JSON.stringify([column, allRows, settingKey(setting), variantKey(variant)]);

/** The trials without those that were made again later. */
export const newestTrials = (trials: readonly TriedSetting[]): readonly TriedSetting[] => [
  ...new Map(trials.map((trial) => [trialKey(trial), trial])).values(),
];

/**
 * Takes up the trials of one search after those of earlier searches of the same data, as far as this search may change as much. So a search that is
 * allowed more never ends with a larger file than an earlier one, although its time was spent on other settings. What is tried again counts once, as it
 * was tried last.
 * @returns what adds a trial, and returns all trials
 */
export function withEarlierTrials(
  earlier: readonly TriedSetting[],
  permissions: SearchPermissions,
): (trial: TriedSetting) => readonly TriedSetting[] {
  const kept = new Map(permittedTrials(earlier, permissions).map((trial) => [trialKey(trial), trial]));
  const own: TriedSetting[] = [];
  return (trial) => {
    own.push(trial);
    kept.delete(trialKey(trial));
    return [...kept.values(), ...own];
  };
}
