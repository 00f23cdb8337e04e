import { type FixedWidthType, type NumericType, storageType } from './dataset';

/**
 * Values as text, for the formats that are text: integers as digits, floats as the shortest decimal that reads back to the same bits, `bool` as
 * true and false, dates as ISO 8601 (a year beyond 0000–9999 with sign and at least six digits), bytes as base64.
 */

const microsecondsPerDay = 86_400_000_000n;
const two = (value: number) => String(value).padStart(2, '0');

function yearText(year: number): string {
  if (year >= 0 && year <= 9_999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, "chrono-compatible low-level date algorithms"). */
export function dateText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return `${yearText(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))}-${two(month)}-${two(day)}`;
}

/** Null where the text is no date. */
export function parseDate(text: string): number | null {
  const parts = /^(\d{4}|[+-]\d{6,7})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return null;
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  const year = Number(parts[1]) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const days =
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
  return dateText(days) === text ? days : null;
}

/** Microseconds since 1970-01-01T00:00; six digits of the second, or none where they are 0. */
export function timestampText(microseconds: bigint): string {
  const rest = Number(((microseconds % microsecondsPerDay) + microsecondsPerDay) % microsecondsPerDay);
  const days = Number((microseconds - BigInt(rest)) / microsecondsPerDay);
  const seconds = Math.floor(rest / 1_000_000);
  const fraction = rest % 1_000_000;
  const time = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${dateText(days)}T${time}${fraction === 0 ? '' : `.${String(fraction).padStart(6, '0')}`}`;
}

/** Null where the text is no timestamp. */
export function parseTimestamp(text: string): bigint | null {
  const parts = /^(.+)T(\d\d):(\d\d):(\d\d)(?:\.(\d{6}))?$/.exec(text);
  const days = parts === null ? null : parseDate(parts[1] ?? '');
  if (parts === null || days === null) return null;
  const seconds = Number(parts[2]) * 3_600 + Number(parts[3]) * 60 + Number(parts[4]);
  const value = BigInt(days) * microsecondsPerDay + BigInt(seconds) * 1_000_000n + BigInt(parts[5] ?? 0);
  return BigInt.asIntN(64, value) === value && timestampText(value) === text ? value : null;
}

/** The shortest decimal from which a float64 comes back; `NaN` and `Infinity` by these names, and `-0.0`, since many readers take `-0` for an integer. */
export function float64Text(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** The same for a float32: 9 significant digits always suffice, 6 are always kept. */
export function float32Text(value: number): string {
  if (!Number.isFinite(value) || value === 0) return float64Text(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return String(shorter);
  }
  return String(Number(value.toPrecision(9)));
}

/** How one value of the type is written. */
export function textOf(type: FixedWidthType): (value: number | bigint) => string {
  switch (type) {
    case 'bool':
      return (value) => (value === 0 ? 'false' : 'true');
    case 'date':
      return (value) => dateText(Number(value));
    case 'timestamp':
      return (value) => timestampText(BigInt(value));
    case 'float64':
      return (value) => float64Text(Number(value));
    case 'float32':
      return (value) => float32Text(Number(value));
    default:
      return String;
  }
}

const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const digits = /^-?\d+$/;
const integerRange: Partial<Record<NumericType, readonly [number, number]>> = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 2 ** 32 - 1],
};

function parseFloat64(text: string): number | null {
  if (decimal.test(text)) return Number(text);
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity' ? Number(text) : null;
}

function parseWide(text: string, signed: boolean): bigint | null {
  if (text.length > 20 || !digits.test(text)) return null;
  const value = text.length <= 15 ? BigInt(Number(text)) : BigInt(text);
  return (signed ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) === value ? value : null;
}

/** How one value of the type is read; null where the text is none, or out of range. */
export function parserOf(type: FixedWidthType): (text: string) => number | bigint | null {
  switch (type) {
    case 'bool':
      return (text) => (text === 'true' ? 1 : text === 'false' ? 0 : null);
    case 'date':
      return parseDate;
    case 'timestamp':
      return parseTimestamp;
    case 'float32':
    case 'float64':
      return parseFloat64;
    case 'int64':
      return (text) => parseWide(text, true);
    case 'uint64':
      return (text) => parseWide(text, false);
    default: {
      const [min, max] = integerRange[storageType[type]] ?? [0, 0];
      return (text) => {
        const value = digits.test(text) ? Number(text) : Number.NaN;
        return value >= min && value <= max ? value : null;
      };
    }
  }
}

/** RFC 4648 with padding. */
export function base64Text(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** Null where the text is no base64. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    const binary = atob(text);
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return base64Text(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
