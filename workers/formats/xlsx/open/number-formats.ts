/** What a number with a format is. Elapsed times, such as [h]:mm, may exceed a day. */
export type NumberFormatKind = 'number' | 'time' | 'elapsed';

/** Formats that files name by number alone (ECMA-376, 18.8.30), with those of dates in East Asian and Thai editions. */
const builtInTimes = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  id === 45 ||
  id === 47 ||
  (id >= 50 && id <= 58) ||
  (id >= 71 && id <= 81);
const builtInElapsed = 46;

/** The kind of a format by its number and, for formats of the file's own, its code. */
export function numberFormatKind(id: number, code: string | undefined): NumberFormatKind {
  if (code === undefined) return id === builtInElapsed ? 'elapsed' : builtInTimes(id) ? 'time' : 'number';
  // Only the first section counts: it formats positive numbers.
  const bare = (code.replace(/"[^"]*"|\\.|_.|\*./gu, '').split(';')[0] ?? '').toLowerCase();
  if (/\[(h+|m+|s+)\]/u.test(bare)) return 'elapsed';
  const withoutBrackets = bare.replace(/\[[^\]]*\]/gu, '').replace(/general/gu, '');
  return /[dmyhs]/u.test(withoutBrackets.replace(/e[+-]/gu, '')) ? 'time' : 'number';
}
