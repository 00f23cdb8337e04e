import { maxDecimalPrecision, type TimeUnit } from '../../../model/column';
import type { AvroType } from './schema';

/** What a logical type makes of the values of a type (Avro specification 1.12, “Logical Types”). */
type LogicalReading =
  | { readonly kind: 'date' }
  | { readonly kind: 'time'; readonly unit: TimeUnit }
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly timeZone: string | null }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  /** Each value states its own scale. */
  | { readonly kind: 'bigDecimal' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The values are kept as they are stored, which is said. */
  | { readonly kind: 'stored'; readonly note: string }
  | { readonly kind: 'none' };

const units: Readonly<Record<string, TimeUnit>> = { millis: 'ms', micros: 'us', nanos: 'ns' };
const durationBytes = 12;
const uuidBytes = 16;

/** The meaning of a type's values. A logical type that does not fit the type is ignored, as the specification says, and noted. */
export function logicalReadingOf(type: AvroType): LogicalReading {
  const logical = 'logical' in type ? type.logical : null;
  if (logical === null) return { kind: 'none' };
  const { name, precision, scale } = logical;
  const stored: LogicalReading = {
    kind: 'stored',
    note: `its logical type ${name.slice(0, 60)} is lost; its values are kept as they are stored (${type.kind}).`,
  };
  if (type.kind === 'int') {
    if (name === 'date') return { kind: 'date' };
    return name === 'time-millis' ? { kind: 'time', unit: 'ms' } : stored;
  }
  if (type.kind === 'long') {
    if (name === 'time-micros') return { kind: 'time', unit: 'us' };
    const [, local, unit = ''] = /^(local-)?timestamp-(millis|micros|nanos)$/u.exec(name) ?? [];
    return unit === ''
      ? stored
      : { kind: 'timestamp', unit: units[unit] ?? 'us', timeZone: local === undefined ? 'UTC' : null };
  }
  if (type.kind === 'bytes' || type.kind === 'fixed') {
    if (name === 'decimal' && precision !== null && scale >= 0 && scale <= precision)
      return precision > maxDecimalPrecision
        ? {
            kind: 'refused',
            reason: `is a decimal of ${precision.toLocaleString('en')} digits, of which at most ${maxDecimalPrecision} can be held`,
          }
        : { kind: 'decimal', precision, scale };
    if (type.kind === 'bytes' && name === 'big-decimal') return { kind: 'bigDecimal' };
    if (type.kind === 'fixed' && name === 'duration' && type.sizeBytes === durationBytes)
      return {
        kind: 'refused',
        reason: 'is a duration of months, days and milliseconds, for which Formatlab has no type',
      };
    if (type.kind === 'fixed' && name === 'uuid' && type.sizeBytes === uuidBytes)
      return { kind: 'stored', note: 'its UUIDs are kept as their 16 bytes.' };
    return stored;
  }
  if (type.kind === 'string' && name === 'uuid') return { kind: 'stored', note: 'its UUIDs are kept as text.' };
  return stored;
}
