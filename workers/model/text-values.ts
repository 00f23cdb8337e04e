import { type FixedWidthType, type NumericType, storageType } from './column';
import { float16ToNumber, nearestFloat16 } from './float16';
import { dateText, parseDate, parseTimestamp, timestampWriter } from './time-text';

/**
 * Values as text, for the formats that are text: integers as digits, floats as the shortest decimal that reads back to the same bits, `bool` as
 * true and false, dates as ISO 8601 (see time-text.ts), bytes as base64.
 */

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

/** The same for the bits of a float16: 5 significant digits always suffice. */
export function float16Text(bits: number): string {
  const value = float16ToNumber(bits);
  if (!Number.isFinite(value) || value === 0) return float64Text(value);
  for (let digits = 1; digits < 5; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (nearestFloat16(shorter) === bits) return String(shorter);
  }
  return String(Number(value.toPrecision(5)));
}

/** The bits of the float16 that is nearest to the number; null where the text is none, or one beyond the largest. */
export function parseFloat16(text: string): number | null {
  const value = parseFloat64(text);
  if (value === null) return null;
  const bits = nearestFloat16(value);
  return Number.isFinite(value) && !Number.isFinite(float16ToNumber(bits)) ? null : bits;
}

/** How one value of the type is written. */
export function textOf(type: FixedWidthType): (value: number | bigint) => string {
  switch (type) {
    case 'bool':
      return (value) => (value === 0 ? 'false' : 'true');
    case 'date':
      return (value) => dateText(Number(value));
    case 'timestamp': {
      const write = timestampWriter('us');
      return (value) => write(BigInt(value));
    }
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
      return (text) => parseTimestamp(text, 'us', false);
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
