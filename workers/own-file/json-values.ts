import type { ColumnType } from '../model/column';
import { keepsEveryDigit } from './decimal-text';
import { JsonNumber, plainValue } from './json-record';
import { jsonText } from './json-text';
import { timestampTicks, type TimestampTextUnit } from './timestamp-texts';

/** The smallest and the largest value of each integer type. */
export const integerRanges = {
  int8: { min: -(2n ** 7n), max: 2n ** 7n - 1n },
  int16: { min: -(2n ** 15n), max: 2n ** 15n - 1n },
  int32: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint8: { min: 0n, max: 2n ** 8n - 1n },
  uint16: { min: 0n, max: 2n ** 16n - 1n },
  uint32: { min: 0n, max: 2n ** 32n - 1n },
  uint64: { min: 0n, max: 2n ** 64n - 1n },
} as const satisfies Partial<Record<ColumnType, { min: bigint; max: bigint }>>;

export function isIntegerType(type: ColumnType): type is keyof typeof integerRanges {
  return type in integerRanges;
}

/** Whether the type alters the number. A parsed number counts by its shortest digits, since JavaScript pads whole numbers with zeros. */
export const isAltered = (value: unknown, type: 'float64' | 'float32'): boolean =>
  !keepsEveryDigit(typeof value === 'number' ? value.toExponential() : String(value), type);

/**
 * Converts a JSON value other than null to the form that a column of `type` stores: a bigint for whole numbers and timestamps (in `unit`), a
 * number for floats, dates (days) and booleans (0 or 1), a string for text and JSON. Undefined if the value does not fit.
 */
export function convertValue(
  written: unknown,
  type: ColumnType,
  unit: TimestampTextUnit = 'us',
): bigint | number | string | undefined {
  const value = type === 'utf8' || type === 'json' ? written : plainValue(written);
  if (isIntegerType(type)) return integer(value, integerRanges[type]);
  switch (type) {
    case 'float32':
    case 'float64':
      return float(value);
    case 'bool':
      if (typeof value === 'boolean') return value ? 1 : 0;
      return value === 'true' ? 1 : value === 'false' ? 0 : undefined;
    case 'date':
      return typeof value === 'string' ? days(value) : undefined;
    case 'timestamp':
      return typeof value === 'string' ? timestampTicks(value, unit) : undefined;
    case 'utf8':
      return typeof value === 'string' ? value : jsonText(value);
    case 'json':
      return jsonText(value);
    default:
      return undefined;
  }
}

function integer(value: unknown, { min, max }: { min: bigint; max: bigint }): bigint | undefined {
  let whole: bigint;
  if (typeof value === 'bigint') whole = value;
  else if (typeof value === 'number' && Number.isSafeInteger(value)) whole = BigInt(value);
  else if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) whole = BigInt(value.replace('+', ''));
  else return undefined;
  return whole >= min && whole <= max ? whole : undefined;
}

function float(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof JsonNumber) return Number(value.source);
  return typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value) ? Number(value) : undefined;
}

function days(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript would convert 30 February to 1 March.
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? undefined : date.getTime() / 86_400_000;
}
