import type { TimeUnit } from './dataset';

/** Dates and times as ISO 8601 text, in the proleptic Gregorian calendar: years before 0 and after 9999 have a sign and six digits or more (±YYYYYY). */

export const ticksPerSecond: Record<TimeUnit, bigint> = { s: 1n, ms: 1_000n, us: 1_000_000n, ns: 1_000_000_000n };
const digitsOf: Record<TimeUnit, number> = { s: 0, ms: 3, us: 6, ns: 9 };
const secondsPerDay = 86_400n;
const epochDay = 719_468n;
/** Days in 400 years, of which the calendar repeats. */
const daysPerEra = 146_097n;

const floorDivide = (a: bigint, b: bigint) => (a - (((a % b) + b) % b)) / b;
const padded = (value: bigint, width: number) => String(value).padStart(width, '0');

/** Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, civil_from_days: of any number of days since 1970-01-01. */
function civilOf(days: bigint): { year: bigint; month: bigint; day: bigint } {
  const shifted = days + epochDay;
  const era = floorDivide(shifted, daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = (dayOfEra - dayOfEra / 1_460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n;
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const monthFromMarch = (5n * dayOfYear + 2n) / 153n;
  const day = dayOfYear - (153n * monthFromMarch + 2n) / 5n + 1n;
  const month = monthFromMarch < 10n ? monthFromMarch + 3n : monthFromMarch - 9n;
  return { year: yearOfEra + era * 400n + (month <= 2n ? 1n : 0n), month, day };
}

function calendarText(days: bigint): string {
  const { year, month, day } = civilOf(days);
  const yearText =
    year >= 0n && year <= 9_999n ? padded(year, 4) : `${year < 0n ? '-' : '+'}${padded(year < 0n ? -year : year, 6)}`;
  return `${yearText}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** Days since 1970-01-01 as `2024-02-29`. */
export const dateText = (days: number): string => calendarText(BigInt(days));

function clockText(ticks: bigint, unit: TimeUnit): string {
  const perSecond = ticksPerSecond[unit];
  const seconds = ticks / perSecond;
  const fraction = ticks % perSecond;
  const text = `${padded(seconds / 3_600n, 2)}:${padded((seconds / 60n) % 60n, 2)}:${padded(seconds % 60n, 2)}`;
  return fraction === 0n ? text : `${text}.${padded(fraction, digitsOf[unit]).replace(/0+$/u, '')}`;
}

/** Ticks since 1970-01-01T00:00 as `2024-02-29 12:34:56.789`, without zeros at the end of the fraction. `separator` stands between day and time. */
export function timestampText(ticks: bigint, unit: TimeUnit, separator = ' '): string {
  const perDay = secondsPerDay * ticksPerSecond[unit];
  const days = floorDivide(ticks, perDay);
  return `${calendarText(days)}${separator}${clockText(ticks - days * perDay, unit)}`;
}

/** Ticks since midnight as `12:34:56.789`; what is no time of a day as its number of ticks. */
export function timeText(ticks: bigint, unit: TimeUnit): string {
  return ticks >= 0n && ticks < secondsPerDay * ticksPerSecond[unit] ? clockText(ticks, unit) : `${ticks} ${unit}`;
}
