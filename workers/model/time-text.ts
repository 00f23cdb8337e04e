import type { TimeUnit } from './column';

/**
 * Converts dates and times to ISO 8601 text and back, in the proleptic Gregorian calendar. Years before 0 and after 9999 have a sign and at
 * least six digits (±YYYYYY). Fractions of a second have all digits of their unit, or none if they are 0.
 */

export const ticksPerSecond: Record<TimeUnit, bigint> = { s: 1n, ms: 1_000n, us: 1_000_000n, ns: 1_000_000_000n };
const digitsOf: Record<TimeUnit, number> = { s: 0, ms: 3, us: 6, ns: 9 };
const secondsPerDay = 86_400;
/** Days from 0000-03-01 to 1970-01-01. */
const epochDay = 719_468;
/** Days in 400 years, after which the calendar repeats. */
const daysPerEra = 146_097;

const ticksPerDay = (unit: TimeUnit) => BigInt(secondsPerDay) * ticksPerSecond[unit];

const two = (value: number) => String(value).padStart(2, '0');

function yearText(year: number): string {
  if (year >= 0 && year <= 9_999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

/**
 * Days since 1970-01-01 as `2024-02-29`, for any number below 2^52 (Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”,
 * civil_from_days).
 */
export function dateText(days: number): string {
  const shifted = days + epochDay;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return `${yearText(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))}-${two(month)}-${two(day)}`;
}

const datePattern = /^(\d{4}|[+-]\d{6,12})-(\d\d)-(\d\d)$/;

/** Like {@link parseDate}, for any year (days_from_civil of the same source). */
function daysOf(text: string): number | null {
  const parts = datePattern.exec(text);
  if (parts === null) return null;
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  const year = Number(parts[1]) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const days =
    era * daysPerEra + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - epochDay;
  return dateText(days) === text ? days : null;
}

/** Days since 1970-01-01; null if the text is not a date, or if 32 bits cannot hold the number. */
export function parseDate(text: string): number | null {
  const days = daysOf(text);
  return days === null || days !== (days | 0) ? null : days;
}

/** The text of ticks since midnight. The ticks must be less than a day. */
function clockText(ticks: number, unit: TimeUnit): string {
  const perSecond = Number(ticksPerSecond[unit]);
  const seconds = Math.floor(ticks / perSecond);
  const fraction = ticks % perSecond;
  const text = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(digitsOf[unit], '0')}`;
}

/** A function that writes ticks since 1970-01-01T00:00 as `2024-02-29T12:34:56.789`, followed by `suffix`. */
export function timestampWriter(unit: TimeUnit, suffix = ''): (ticks: bigint) => string {
  const perDay = ticksPerDay(unit);
  return (ticks) => {
    const rest = ((ticks % perDay) + perDay) % perDay;
    return `${dateText(Number((ticks - rest) / perDay))}T${clockText(Number(rest), unit)}${suffix}`;
  };
}

/** A timestamp for display, without trailing zeros in the fraction. `separator` stands between date and time. */
export function timestampText(ticks: bigint, unit: TimeUnit, separator = ' '): string {
  return withoutZeros(timestampWriter(unit)(ticks)).replace('T', separator);
}

/** Ticks since midnight as `12:34:56.789`; null if they are not a time of day. */
export function clockTextOf(ticks: bigint, unit: TimeUnit): string | null {
  return ticks >= 0n && ticks < ticksPerDay(unit) ? clockText(Number(ticks), unit) : null;
}

/** A time of day for display, without trailing zeros in the fraction. Ticks that are not a time of day are shown as a number. */
export function timeText(ticks: bigint, unit: TimeUnit): string {
  const text = clockTextOf(ticks, unit);
  return text === null ? `${ticks} ${unit}` : withoutZeros(text);
}

const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/0+$/u, '') : text);

const clockPattern = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?$/;

/** Ticks since midnight; null if the text is not a time of day, or has more digits than the unit. */
function clockOf(text: string, unit: TimeUnit): number | null {
  const parts = clockPattern.exec(text);
  if (parts === null) return null;
  const [, hours, minutes, seconds, fraction = ''] = parts;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const digits = digitsOf[unit];
  if (/[^0]/.test(fraction.slice(digits))) return null;
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return whole * 10 ** digits + Number(fraction.slice(0, digits).padEnd(digits, '0'));
}

/** Ticks since midnight; null if the text is not a time that the unit can express. */
export function parseTime(text: string, unit: TimeUnit): bigint | null {
  const ticks = clockOf(text, unit);
  return ticks === null ? null : BigInt(ticks);
}

const timestampPattern = /^([+-]?[\d-]+)[T ]([\d:.]+)(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** Seconds east of Greenwich; null if the text is not a UTC offset. */
function offsetSeconds(text: string): number | null {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2)) * (text.length > 3 ? 1 : 0);
  return hours > 23 || minutes > 59 ? null : (text.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60);
}

/**
 * Parses a timestamp exactly, to ticks since 1970-01-01T00:00. If `zoned`, the text must have `Z` or an offset, and the ticks count UTC;
 * otherwise it must have none, and they count local time. Returns null if the text is not such a timestamp. The separator may be a space,
 * as in Python's str and in SQL.
 */
export function parseTimestamp(text: string, unit: TimeUnit, zoned: boolean): bigint | null {
  const parts = timestampPattern.exec(text);
  if (parts === null || (parts[3] !== undefined) !== zoned) return null;
  const days = daysOf(parts[1] ?? '');
  const clock = clockOf(parts[2] ?? '', unit);
  const offset = zoned ? offsetSeconds(parts[3] ?? '') : 0;
  if (days === null || clock === null || offset === null) return null;
  const ticks = BigInt(days) * ticksPerDay(unit) + BigInt(clock) - BigInt(offset) * ticksPerSecond[unit];
  return BigInt.asIntN(64, ticks) === ticks ? ticks : null;
}
