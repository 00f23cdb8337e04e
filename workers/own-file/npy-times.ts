import type { Column, TimeUnit } from '../model/column';
import { columnName } from './notes';
import type { NpyDtype, NpyTimeUnit } from './element-types';

type TimeDtype = Extract<NpyDtype, { kind: 'time' }>;

/** numpy's NaT (not a time). */
export const notATime = -(2n ** 63n);

/**
 * Units without a column type, as a multiple of one that has a type. Months and years have no fixed length; units below the nanosecond have
 * no type.
 */
const exactUnits: Partial<Record<NpyTimeUnit, readonly [unit: TimeUnit, ticks: bigint]>> = {
  W: ['s', 604_800n],
  D: ['s', 86_400n],
  h: ['s', 3_600n],
  m: ['s', 60n],
  s: ['s', 1n],
  ms: ['ms', 1n],
  us: ['us', 1n],
  ns: ['ns', 1n],
};
const unitNames: Record<NpyTimeUnit, string> = {
  Y: 'years',
  M: 'months',
  W: 'weeks',
  D: 'days',
  h: 'hours',
  m: 'minutes',
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
  ps: 'picoseconds',
  fs: 'femtoseconds',
  as: 'attoseconds',
  generic: 'no unit',
};
const maxDays = 2 ** 31;

/**
 * Converts numpy's datetime64 or timedelta64 to a column. Units of a day or longer become dates; others become timestamps or durations in
 * their unit. If no such type holds a value exactly, the column keeps the integers. Null rows have 0 in `ticks`. `notes` says, for the
 * column `path`, what differs from numpy's type.
 */
export function timeColumn(
  name: string,
  path: string,
  ticks: BigInt64Array,
  validity: Uint8Array | null,
  { unit, step, isDuration }: TimeDtype,
  notes: string[],
): Column {
  const what = `${isDuration ? 'durations' : 'times'} in ${step === 1 ? '' : `${step} `}${unitNames[unit]}`;
  const note = (kept: string) => notes.push(`${columnName(path)}: its ${what} are kept as ${kept}.`);
  if (!isDuration && ['Y', 'M', 'W', 'D'].includes(unit)) {
    const days = datesOf(ticks, unit, step);
    if (days !== null) {
      if (unit !== 'D' || step !== 1) note(unit === 'Y' || unit === 'M' ? 'dates, the first day of each' : 'dates');
      return { name, type: 'date', validity, values: days };
    }
  }
  const [exactUnit, factor = 1n] = exactUnits[unit] ?? [];
  const values = exactUnit === undefined ? null : multiplied(ticks, factor * BigInt(step));
  if (exactUnit === undefined || values === null) {
    const since = isDuration ? '' : ' since 1970';
    note(`whole numbers (int64)${since}, because no column type holds them exactly`);
    return { name, type: 'int64', validity, values: ticks };
  }
  if (unit !== exactUnit || step !== 1) note(unitNames[exactUnit]);
  if (isDuration) return { name, type: 'duration', unit: exactUnit, validity, values };
  return exactUnit === 'us'
    ? { name, type: 'timestamp', validity, values }
    : { name, type: 'timestamp', unit: exactUnit, timeZone: null, validity, values };
}

/** Multiplies all ticks by a factor. Null if a product does not fit into 64 bits. */
function multiplied(ticks: BigInt64Array, factor: bigint): BigInt64Array | null {
  if (factor === 1n) return ticks;
  const values = new BigInt64Array(ticks.length);
  for (let row = 0; row < ticks.length; row += 1) {
    const value = (ticks[row] ?? 0n) * factor;
    if (value !== BigInt.asIntN(64, value)) return null;
    values[row] = value;
  }
  return values;
}

/** Days since 1970-01-01; null if they do not fit into 32 bits. */
function datesOf(ticks: BigInt64Array, unit: NpyTimeUnit, step: number): Int32Array | null {
  const days = new Int32Array(ticks.length);
  for (let row = 0; row < ticks.length; row += 1) {
    const count = Number(ticks[row] ?? 0n) * step;
    const day =
      unit === 'D'
        ? count
        : unit === 'W'
          ? count * 7
          : Math.abs(count) < maxDays
            ? firstDay(unit === 'Y' ? count * 12 : count)
            : Infinity;
    if (!(day >= -maxDays && day < maxDays)) return null;
    days[row] = day;
  }
  return days;
}

/**
 * Days from 1970-01-01 to the first day of the month, by Howard Hinnant's days_from_civil (“chrono-Compatible Low-Level Date Algorithms”).
 */
function firstDay(monthsSince1970: number): number {
  // Years start in March, so that the leap day is the last day of a year.
  const months = monthsSince1970 + 1970 * 12 - 2;
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  return (
    year * 365 +
    Math.floor(year / 4) -
    Math.floor(year / 100) +
    Math.floor(year / 400) +
    Math.floor((153 * month + 2) / 5) -
    719_468
  );
}
