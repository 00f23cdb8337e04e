import { type Cell, CellTime } from '../../../own-file/cells/cell-kinds';

const usPerDay = 86_400_000_000;
/** Days from the first day of each calendar to 1970-01-01. Excel's 1900 has a 29 February, so dates before March have another first day. */
const daysTo1970 = { from1900: 25_569, before1900March: 25_568, from1904: 24_107 } as const;
/** Excel's serial number of 29 February 1900, a day that there never was, and of the day after 9999-12-31. */
const noSuchDay = 60;
const endDay = 2_958_466;
const days1904 = 1_462;

/** A date or time of Excel. `isRounded` is true if its number stands for no whole microsecond. */
interface SerialTime {
  readonly cell: Cell;
  readonly isRounded: boolean;
}

/**
 * The date, time or both that a serial number stands for: whole days are dates; numbers below 1 are times of day, except in the calendar from 1904. A number that is no date of
 * the calendar stays a number. Excel shows milliseconds at most, so a number that is closest to one stands for it; others are rounded to
 * microseconds.
 */
export function serialTime(serial: number, is1904: boolean): SerialTime {
  const end = is1904 ? endDay - days1904 : endDay;
  if (!(serial >= 0 && serial < end) || (!is1904 && Math.floor(serial) === noSuchDay))
    return { cell: serial, isRounded: false };
  const day = Math.floor(serial);
  const us = wholeMicroseconds(serial, day);
  const isRounded = Math.abs(day + us / usPerDay - serial) > 2 ** -51 * Math.max(serial, 1);
  // In the calendar from 1900, day 0 is no date, so that 0 is midnight.
  if (day === 0 && !is1904 && us < usPerDay) return { cell: new CellTime('time', BigInt(us)), isRounded };
  const offset = is1904 ? daysTo1970.from1904 : day < noSuchDay ? daysTo1970.before1900March : daysTo1970.from1900;
  const days = BigInt(day - offset);
  return {
    cell: us === 0 ? new CellTime('date', days) : new CellTime('timestamp', days * BigInt(usPerDay) + BigInt(us)),
    isRounded,
  };
}

/** Microseconds of the day: whole milliseconds if the number is as close to them as a float64 of its size can be. */
function wholeMicroseconds(serial: number, day: number): number {
  const us = (serial - day) * usPerDay;
  const ms = Math.round(us / 1_000) * 1_000;
  const isClosest = Math.abs(day + ms / usPerDay - serial) <= 2 ** -52 * Math.max(serial, 1);
  return isClosest ? ms : Math.round(us);
}

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?)?Z?$/u;

/** A date or time that a file states as ISO 8601; the text itself if it is another form. */
export function isoCell(text: string): Cell {
  const [, date, clock = '00:00:00', fraction = ''] = isoTime.exec(text) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T${clock}Z`);
  // Browsers read 30 February as 1 March.
  if (date === undefined || Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date)) return text;
  const us = BigInt(ms) * 1_000n + BigInt(fraction.padEnd(6, '0'));
  return text.length === 10 ? new CellTime('date', BigInt(ms / 86_400_000)) : new CellTime('timestamp', us);
}
