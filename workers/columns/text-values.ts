import { type FixedWidthType, type NumericType, storageType } from '../model/column';
import { float16ToNumber, nearestFloat16 } from '../model/float16';
import { dateText, parseDate, parseTimestamp, timestampWriter } from '../model/time-text';

/**
 * Single values as text, for text formats: integers as digits, floats as the shortest decimal that reads back to the same bits, `bool` as
 * true and false, dates in ISO 8601 (see time-text.ts), bytes as base64.
 */

/**
 * The shortest decimal that reads back to the same float64. Special values are `NaN`, `Infinity` and `-0.0`, since many readers parse `-0`
 * as an integer.
 */
export function float64Text(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** The shortest decimal that reads back to the same float32. 9 significant digits are always enough. */
export function float32Text(value: number): string {
  if (!Number.isFinite(value) || value === 0) return float64Text(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return String(shorter);
  }
  return String(Number(value.toPrecision(9)));
}

/** The shortest decimal that reads back to the same float16. 5 significant digits are always enough. */
export function float16Text(bits: number): string {
  const value = float16ToNumber(bits);
  if (!Number.isFinite(value) || value === 0) return float64Text(value);
  for (let digits = 1; digits < 5; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (nearestFloat16(shorter) === bits) return String(shorter);
  }
  return String(Number(value.toPrecision(5)));
}

/** The bits of the float16 nearest to the number in the text; null if the text is not a number, or is beyond the largest float16. */
export function parseFloat16(text: string): number | null {
  const value = parseFloat64(text);
  if (value === null) return null;
  const bits = nearestFloat16(value);
  return Number.isFinite(value) && !Number.isFinite(float16ToNumber(bits)) ? null : bits;
}

/** A function that writes one value of the type as text. */
export function textFormatter(type: FixedWidthType): (value: number | bigint) => string {
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

/** A function that parses one value of the type; it returns null if the text is not a value of the type, or is out of range. */
export function valueParser(type: FixedWidthType): (text: string) => number | bigint | null {
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

/** Base64 of RFC 4648, with padding. */
export function base64Text(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** Decodes base64; null if the text is not valid base64. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text);
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return base64Text(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
