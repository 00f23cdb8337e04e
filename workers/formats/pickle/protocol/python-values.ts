import type { TimeUnit } from '../../../model/column';
import { decimalText } from '../../../model/decimal';

/** Converts to and from the state of Python's dates, times and decimals, as their `__reduce__` gives it. */

export const microsecondsPerDay = 86_400_000_000n;
/** The days from 1970-01-01 to 0001-01-01 and to 9999-12-31. */
const firstDay = -719_162;
const lastDay = 2_932_896;
const millisecondsPerDay = 86_400_000;
const timedeltaDays = 999_999_999n;

const microseconds: Record<Exclude<TimeUnit, 'ns'>, bigint> = { s: 1_000_000n, ms: 1_000n, us: 1n };

/** Ticks in microseconds; null if microseconds cannot express them. */
export function inMicroseconds(ticks: bigint, unit: TimeUnit): bigint | null {
  return unit === 'ns' ? null : ticks * microseconds[unit];
}

/** Microseconds in ticks of the unit; null if the unit cannot express them. */
export function fromMicroseconds(value: bigint, unit: TimeUnit): bigint | null {
  const step = unit === 'ns' ? 1n : microseconds[unit];
  const ticks = unit === 'ns' ? value * 1_000n : value / step;
  return value % step === 0n && BigInt.asIntN(64, ticks) === ticks ? ticks : null;
}

/** The state of `date.__reduce__`: year, month and day; null outside the years 1 to 9999. */
export function pythonDateState(days: number): Uint8Array | null {
  if (days < firstDay || days > lastDay) return null;
  const date = new Date(days * millisecondsPerDay);
  const year = date.getUTCFullYear();
  return Uint8Array.of(year >>> 8, year & 0xff, date.getUTCMonth() + 1, date.getUTCDate());
}

/** Days since 1970-01-01; null if the bytes are no date. */
export function pythonDays(state: Uint8Array): number | null {
  if (state.length !== 4) return null;
  const [high = 0, low = 0, month = 0, day = 0] = state;
  const date = new Date(0);
  date.setUTCFullYear((high << 8) | low, month - 1, day);
  const days = date.getTime() / millisecondsPerDay;
  const again = pythonDateState(days);
  return again?.every((byte, index) => byte === state[index]) ? days : null;
}

/** The state of `time.__reduce__`: hour, minute, second and three bytes of microseconds; null if it is no time of day. */
export function pythonTimeState(ticks: bigint): Uint8Array | null {
  if (ticks < 0n || ticks >= microsecondsPerDay) return null;
  const all = Number(ticks);
  const seconds = Math.floor(all / 1_000_000);
  const rest = all % 1_000_000;
  return Uint8Array.of(
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    rest >>> 16,
    (rest >>> 8) & 0xff,
    rest & 0xff,
  );
}

/** Microseconds since midnight; null if the bytes are no time. */
export function pythonClock(state: Uint8Array): bigint | null {
  if (state.length !== 6) return null;
  const [hour = 0, minute = 0, second = 0, high = 0, middle = 0, low = 0] = state;
  const rest = (high << 16) | (middle << 8) | low;
  if (hour > 23 || minute > 59 || second > 59 || rest > 999_999) return null;
  return BigInt(((hour * 60 + minute) * 60 + second) * 1_000_000 + rest);
}

/** The state of `datetime.__reduce__`: a date, then a time; null outside the years 1 to 9999. */
export function pythonDatetimeState(ticks: bigint): Uint8Array | null {
  const rest = ((ticks % microsecondsPerDay) + microsecondsPerDay) % microsecondsPerDay;
  const date = pythonDateState(Number((ticks - rest) / microsecondsPerDay));
  const time = pythonTimeState(rest);
  return date === null || time === null ? null : Uint8Array.of(...date, ...time);
}

/** Microseconds since 1970-01-01T00:00; null if the bytes are no datetime. */
export function pythonDatetime(state: Uint8Array): bigint | null {
  const days = pythonDays(state.subarray(0, 4));
  const clock = pythonClock(state.subarray(4));
  return days === null || clock === null ? null : BigInt(days) * microsecondsPerDay + clock;
}

/** Whether a timedelta can hold this many microseconds: its days, rounded down, have at most nine digits. */
export const isTimedelta = (ticks: bigint) =>
  ticks >= -timedeltaDays * microsecondsPerDay && ticks < (timedeltaDays + 1n) * microsecondsPerDay;

/** `str` of the Decimal integer × 10^−scale, with an exponent in the cases in which Python writes one. */
export function decimalTextOf(integer: bigint, scale: number): string {
  const sign = integer < 0n ? '-' : '';
  const digits = String(integer < 0n ? -integer : integer);
  const adjusted = digits.length - 1 - scale;
  if (scale >= 0 && adjusted >= -6) return decimalText(integer, scale);
  const fraction = digits.length === 1 ? '' : `.${digits.slice(1)}`;
  return `${sign}${digits[0]}${fraction}E${adjusted < 0 ? '' : '+'}${adjusted}`;
}
