import * as v from 'valibot';
import type { DatasetKind } from './dataset';

/** Which column `project` reads, and which rows or keys `lookup` and `warmLookup` ask for. */

/** Of the dataset's columns; a name, or its place from 0: that is how it is told of a user's file, whose names stay out of links. */
export const projectColumnSchema = v.union([
  v.pipe(v.string(), v.maxLength(1_000)),
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999)),
]);
export type ProjectColumn = v.InferOutput<typeof projectColumnSchema>;

export const lookupLimits = { count: 65_536, keys: 256, keyLength: 1_000 } as const;
/** So many are drawn where nothing was chosen. */
export const defaultLookupCount = 1_024;

const lookupCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(lookupLimits.count));
export const lookupKeysSchema = v.variant('choice', [
  /** Drawn by the plan's seed, with repetition. */
  v.strictObject({ choice: v.literal('random'), count: lookupCount }),
  /** In the dataset's order, all of them where it has fewer. */
  v.strictObject({ choice: v.literal('first'), count: lookupCount }),
  v.strictObject({ choice: v.literal('last'), count: lookupCount }),
  /** Numbers of rows from 0 in a table, else ids or keys; those of a dictionary of int64 as digits. */
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

/** What is looked up by: the rows of a table, the ids of vectors, or keys. */
export function lookupNoun(kind: DatasetKind, count: number): string {
  const noun = kind === 'table' ? 'row' : kind === 'keyedVectors' ? 'id' : 'key';
  return count === 1 ? noun : `${noun}s`;
}

/** Numbers and texts in their order; three numbers or more that follow one another as a range, `30–39`. */
export function withRanges(keys: readonly (number | string)[]): string[] {
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

/** `64 random rows`, `the first 10 keys`, `the rows 5, 17 and 30–39`, `12 chosen ids`. */
export function lookupKeysText(keys: LookupKeys | undefined, kind: DatasetKind): string {
  if (keys?.choice === 'given') {
    const { length } = keys.keys;
    const shown = withRanges(keys.keys);
    const noun = lookupNoun(kind, length);
    if (shown.join('').length > 40) return `${length} chosen ${noun}`;
    return `the ${noun} ${shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`}`;
  }
  const count = keys?.count ?? defaultLookupCount;
  const counted = `${count.toLocaleString('en')} `;
  if (keys === undefined || keys.choice === 'random') return `${counted}random ${lookupNoun(kind, count)}`;
  return `the ${keys.choice} ${count === 1 ? '' : counted}${lookupNoun(kind, count)}`;
}

/** What a result says of its look-ups, in the words that results have always had. */
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

/** That there is no such column, and which there are. */
export function missingColumn(wanted: ProjectColumn, names: readonly string[]): string {
  const which = typeof wanted === 'number' ? `column ${wanted + 1}` : `column “${wanted.slice(0, 60)}”`;
  return `The data has no ${which}. Choose one that it has: ${quoted(names)}.`;
}

/** That rows or keys are not in the data, and what would be. */
export function missingKeys(missing: readonly string[], kind: DatasetKind, count: number): string {
  const them = quoted(missing);
  if (kind !== 'table') return `The data has no ${lookupNoun(kind, missing.length)} ${them}. Choose others.`;
  const range =
    count === 1 ? 'its only row is number 0' : `its rows are numbered from 0 to ${(count - 1).toLocaleString('en')}`;
  return `The data has no ${missing.length === 1 ? 'row' : 'rows'} ${them}: ${range}.`;
}
