import type { ChosenType } from '../../model/chosen-type';
import { keepsEveryDigit } from '../decimal-text';
import { timestampTicks, type TimestampTextUnit } from '../timestamp-texts';
import { type Cell, CellTime } from './cell-kinds';

type Present = Exclude<Cell, null>;
/** A value as its column holds it. */
type Converted = bigint | number | string | Uint8Array;

const wholeNumber = /^[+-]?\d{1,19}$/u;
const decimalNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu;
const usPerDay = 86_400_000_000n;
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
const fitsInt64 = (value: bigint) => value >= int64.min && value <= int64.max;

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

const padded = (value: bigint | number, digits: number) => String(value).padStart(digits, '0');

function clockText(us: bigint): string {
  const seconds = us / 1_000_000n;
  const fraction = us % 1_000_000n;
  const clock = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => padded(part, 2)).join(':');
  return fraction === 0n ? clock : `${clock}.${padded(fraction, 6).replace(/0+$/u, '')}`;
}

const dayText = (days: bigint) => new Date(Number(days) * 86_400_000).toISOString().split('T')[0] ?? '';

/** The text of a value: of numbers the shortest that gives the same number, of times ISO 8601. */
export function textOfCell(cell: Exclude<Present, Uint8Array>): string {
  if (!(cell instanceof CellTime)) return Object.is(cell, -0) ? '-0' : String(cell);
  if (cell.kind === 'date') return dayText(cell.ticks);
  if (cell.kind === 'time') return clockText(cell.ticks);
  const days = floorDivide(cell.ticks, usPerDay);
  return `${dayText(days)}T${clockText(cell.ticks - days * usPerDay)}`;
}

const encoder = new TextEncoder();

function toInteger(cell: Present): bigint | undefined {
  if (typeof cell === 'bigint') return cell;
  if (typeof cell === 'number')
    return Number.isInteger(cell) && fitsInt64(BigInt(cell)) && !Object.is(cell, -0) ? BigInt(cell) : undefined;
  if (typeof cell !== 'string' || !wholeNumber.test(cell)) return undefined;
  const value = BigInt(cell.replace(/^\+/u, ''));
  return fitsInt64(value) ? value : undefined;
}

function toReal(cell: Present): number | undefined {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  if (typeof cell !== 'string' || !decimalNumber.test(cell)) return undefined;
  // A number beyond float64 is not infinite.
  const value = Number(cell);
  return Number.isFinite(value) ? value : undefined;
}

function toTicks(cell: Present, kind: CellTime['kind'], unit: TimestampTextUnit | null): bigint | undefined {
  if (typeof cell === 'string' && kind === 'timestamp' && unit !== null) return timestampTicks(cell, unit);
  if (!(cell instanceof CellTime)) return undefined;
  if (cell.kind === kind) return cell.ticks;
  if (kind === 'timestamp' && cell.kind === 'date') return cell.ticks * usPerDay;
  return kind === 'date' && cell.kind === 'timestamp' && cell.ticks % usPerDay === 0n
    ? floorDivide(cell.ticks, usPerDay)
    : undefined;
}

/** The value as a column of the type holds it, a text as timestamp in `unit` unless it is null; undefined if the type cannot hold it. */
export function convertCell(
  cell: Present,
  type: ChosenType,
  unit: TimestampTextUnit | null = null,
): Converted | undefined {
  switch (type) {
    case 'int64':
      return toInteger(cell);
    case 'float64':
      return toReal(cell);
    case 'bool':
      return typeof cell === 'boolean' ? Number(cell) : undefined;
    case 'utf8':
      return cell instanceof Uint8Array ? undefined : textOfCell(cell);
    case 'binary':
      return cell instanceof Uint8Array ? cell : encoder.encode(textOfCell(cell));
    case 'date':
    case 'timestamp':
    case 'time':
      return toTicks(cell, type, unit);
    default:
      return undefined;
  }
}

/** Whether the conversion changes a digit of the number. Texts that are written in another way, such as `1.50`, are not counted. */
export function isCellAltered(cell: Present, type: ChosenType): boolean {
  if (type !== 'float64') return false;
  if (typeof cell === 'bigint') return BigInt(Number(cell)) !== cell;
  return typeof cell === 'string' && decimalNumber.test(cell) && !keepsEveryDigit(cell, 'float64');
}
