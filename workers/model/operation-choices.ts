import * as v from 'valibot';
import type { DatasetKind } from './dataset';

/** Which column `project` reads, and which rows or keys `lookup` and `warmLookup` read. */

/**
 * A column of the dataset, by name or by index from 0. Links use the index for a user's file, so that they do not contain its column names.
 */
export const projectColumnSchema = v.union([
  v.pipe(v.string(), v.maxLength(1_000)),
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999)),
]);
export type ProjectColumn = v.InferOutput<typeof projectColumnSchema>;

export const lookupLimits = { count: 65_536, keys: 256, keyLength: 1_000 } as const;
/** Look-ups are drawn at random, this many, if the plan does not choose. */
export const defaultLookupCount = 1_024;

const lookupCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(lookupLimits.count));
export const lookupKeysSchema = v.variant('choice', [
  /** Drawn at random from the plan's seed, with repetition. */
  v.strictObject({ choice: v.literal('random'), count: lookupCount }),
  /** The first rows or keys in the dataset's order; all of them if it has fewer. */
  v.strictObject({ choice: v.literal('first'), count: lookupCount }),
  v.strictObject({ choice: v.literal('last'), count: lookupCount }),
  /** Row numbers from 0 in a table, else ids or keys. Keys of an int64 dictionary are written as digits. */
  v.strictObject({
    choice: v.literal('given'),
    keys: v.pipe(
      v.array(
        v.union([
          v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40)),
          v.pipe(v.string(), v.maxLength(lookupLimits.keyLength)),
        ]),
      ),
      v.minLength(1),
      v.maxLength(lookupLimits.keys),
    ),
  }),
]);
export type LookupKeys = v.InferOutput<typeof lookupKeysSchema>;

/** The noun for what is looked up: rows of a table, ids of vectors, or keys. */
export function lookupNoun(kind: DatasetKind, count: number): string {
  const noun = kind === 'table' ? 'row' : kind === 'keyedVectors' ? 'id' : 'key';
  return count === 1 ? noun : `${noun}s`;
}

/** Numbers and texts in their order. Three or more consecutive numbers become a range, `30–39`. */
export function collapseRanges(keys: readonly (number | string)[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < keys.length; ) {
    const first = keys[at] as number | string;
    let end = at + 1;
    while (typeof first === 'number' && keys[end] === first + end - at) end += 1;
    if (end - at >= 3) parts.push(`${first}–${keys[end - 1]}`);
    else parts.push(...keys.slice(at, end).map(String));
    at = end;
  }
  return parts;
}

/** Describes the look-ups: `64 random rows`, `the first 10 keys`, `the rows 5, 17 and 30–39`, `12 chosen ids`. */
export function lookupKeysText(keys: LookupKeys | undefined, kind: DatasetKind): string {
  if (keys?.choice === 'given') {
    const { length } = keys.keys;
    const shown = collapseRanges(keys.keys);
    const noun = lookupNoun(kind, length);
    if (shown.join('').length > 40) return `${length} chosen ${noun}`;
    return `the ${noun} ${shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`}`;
  }
  const count = keys?.count ?? defaultLookupCount;
  const counted = `${count.toLocaleString('en')} `;
  if (keys === undefined || keys.choice === 'random') return `${counted}random ${lookupNoun(kind, count)}`;
  return `the ${keys.choice} ${count === 1 ? '' : counted}${lookupNoun(kind, count)}`;
}

/** The text that a result stores about its look-ups. Stored results contain it, so it must not change. */
export function lookupDetail(keys: LookupKeys | undefined, kind: DatasetKind): string {
  return keys === undefined || keys.choice === 'random'
    ? `one key a call, of ${keys?.count ?? defaultLookupCount} drawn`
    : `one key a call, of ${lookupKeysText(keys, kind)}`;
}

const quoted = (names: readonly string[]) =>
  `${names
    .slice(0, 5)
    .map((name) => `“${name.slice(0, 60)}”`)
    .join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;

/** The place of the column that is read alone: without a choice, the first one. It is -1 if the table has no such column. */
export const wantedColumnIndex = (wanted: ProjectColumn = 0, names: readonly string[]): number =>
  typeof wanted === 'string' ? names.indexOf(wanted) : wanted < names.length ? wanted : -1;

/** The message for a column that does not exist, with the names of those that do. */
export function missingColumnMessage(wanted: ProjectColumn, names: readonly string[]): string {
  const which = typeof wanted === 'number' ? `column ${wanted + 1}` : `column “${wanted.slice(0, 60)}”`;
  return `The data has no ${which}. Choose one that it has: ${quoted(names)}.`;
}

/** The message for rows or keys that the data do not contain, with those that are valid. */
export function missingKeysMessage(missing: readonly string[], kind: DatasetKind, count: number): string {
  const them = quoted(missing);
  if (kind !== 'table') return `The data has no ${lookupNoun(kind, missing.length)} ${them}. Choose others.`;
  const range =
    count === 1 ? 'its only row is number 0' : `its rows are numbered from 0 to ${(count - 1).toLocaleString('en')}`;
  return `The data has no ${missing.length === 1 ? 'row' : 'rows'} ${them}: ${range}.`;
}
