/** The units in which a text of a time is kept: microseconds, or nanoseconds if its digits need them. */
export type TimestampTextUnit = 'us' | 'ns';

interface TimestampText {
  /** Nanoseconds since 1970-01-01T00:00 UTC. A time without an offset is taken as UTC. */
  readonly nanoseconds: bigint;
  /** The offset from UTC as it is written, such as `Z` or `+02:00`. Null if there is none. */
  readonly offset: string | null;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9})0*)?)?(?: ?(Z|z|UTC|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?)?$/u;
const yearDigits = 4;
const hyphen = 0x2d;
const millisecondsPerDay = 86_400_000;

/** The days since 1970-01-01 of a date of the proleptic Gregorian calendar; null if there is no such day. */
function daysOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  // Date.UTC would take the year 99 for 1999.
  date.setUTCFullYear(year, month - 1, day);
  // JavaScript would convert 30 February to 1 March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / millisecondsPerDay : null;
}

function offsetMinutes(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/u.exec(offset) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Parses a time in ISO 8601, or as databases write it: `2024-01-01`, `2024-01-01T00:00Z`, `2024-01-01 02:00:00.123456789+02`. Null if the text is
 * not one, or has digits beyond the nanoseconds.
 */
export function parseTimestampText(text: string): TimestampText | null {
  // Most texts are no times, which takes less time to see than to match.
  if (text.charCodeAt(yearDigits) !== hyphen) return null;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', offset = null] = match;
  const days = daysOf(Number(year), Number(month), Number(day));
  if (days === null) return null;
  const minute = Number(hours) * 60 + Number(minutes) - offsetMinutes(offset ?? 'Z');
  const wholeSeconds = days * 86_400 + minute * 60 + Number(seconds);
  return { nanoseconds: BigInt(wholeSeconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')), offset };
}

const fitsInt64 = (value: bigint) => BigInt.asIntN(64, value) === value;

/** The time of a text in the unit; undefined if the text is no time, or the unit does not hold it exactly. */
export function timestampTicks(text: string, unit: TimestampTextUnit): bigint | undefined {
  const time = parseTimestampText(text);
  if (time === null) return undefined;
  if (unit === 'ns') return fitsInt64(time.nanoseconds) ? time.nanoseconds : undefined;
  return time.nanoseconds % 1_000n === 0n ? time.nanoseconds / 1_000n : undefined;
}

/** What the times among some texts are. */
export interface TimestampTextCounts {
  readonly texts: number;
  readonly times: number;
  /** Times that `unit` does not hold: with nine digits beyond the years 1677 to 2262. */
  readonly unfit: number;
  /** The offsets that occur. It contains null if some time has no offset. */
  readonly offsets: ReadonlySet<string | null>;
  /** Nanoseconds if a time has more than six digits of a second. */
  readonly unit: TimestampTextUnit;
}

/** Counts the times among texts. */
export class TimestampTextCounter {
  readonly #offsets = new Set<string | null>();
  #texts = 0;
  #times = 0;
  #finer = 0;
  #beyondNanoseconds = 0;

  add(text: string): void {
    this.#texts += 1;
    const time = parseTimestampText(text);
    if (time === null) return;
    this.#times += 1;
    this.#offsets.add(time.offset);
    if (time.nanoseconds % 1_000n !== 0n) this.#finer += 1;
    if (!fitsInt64(time.nanoseconds)) this.#beyondNanoseconds += 1;
  }

  /** True if each text so far is a time. */
  get areTimes(): boolean {
    return this.#times === this.#texts;
  }

  counts(): TimestampTextCounts {
    const unit = this.#finer > 0 ? 'ns' : 'us';
    const unfit = unit === 'ns' ? this.#beyondNanoseconds : 0;
    return { texts: this.#texts, times: this.#times, unfit, offsets: this.#offsets, unit };
  }
}
