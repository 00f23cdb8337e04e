import type { SchemaElement } from 'hyparquet';

/** The smallest or the largest value of a column: in words, and as what orders it. */
interface MinMaxValue {
  readonly order: bigint | number | Uint8Array;
  readonly text: string;
}

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const maxTextLength = 80;

/** A stored bound. Null if its type has no order, or the bytes don't fit the type. */
export function minMaxValueOf(bytes: Uint8Array | undefined, element: SchemaElement): MinMaxValue | null {
  if (bytes === undefined) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = bytes.length;
  switch (element.type) {
    case 'BOOLEAN':
      return size === 1 ? { order: bytes[0] ?? 0, text: bytes[0] === 1 ? 'true' : 'false' } : null;
    case 'FLOAT':
      return size === 4 ? floatBound(view.getFloat32(0, true)) : null;
    case 'DOUBLE':
      return size === 8 ? floatBound(view.getFloat64(0, true)) : null;
    case 'INT32':
      return size === 4
        ? integerBound(BigInt(isUnsigned(element) ? view.getUint32(0, true) : view.getInt32(0, true)), element)
        : null;
    case 'INT64':
      return size === 8
        ? integerBound(isUnsigned(element) ? view.getBigUint64(0, true) : view.getBigInt64(0, true), element)
        : null;
    case 'BYTE_ARRAY':
    case 'FIXED_LEN_BYTE_ARRAY':
      return bytesBound(bytes, element);
    default:
      return null;
  }
}

const floatBound = (value: number): MinMaxValue => ({ order: value, text: String(value) });

const isUnsigned = ({ converted_type: converted, logical_type: logical }: SchemaElement) =>
  converted?.startsWith('UINT_') === true || (logical?.type === 'INTEGER' && !logical.isSigned);

const isDecimal = ({ converted_type: converted, logical_type: logical }: SchemaElement) =>
  converted === 'DECIMAL' || logical?.type === 'DECIMAL';

/** How many of the unit are a second, for a column of times. Null for another column. */
function unitsPerSecond({ converted_type: converted, logical_type: logical }: SchemaElement): bigint | null {
  if (logical?.type === 'TIMESTAMP')
    return logical.unit === 'NANOS' ? 1_000_000_000n : logical.unit === 'MICROS' ? 1_000_000n : 1_000n;
  if (converted === 'TIMESTAMP_MICROS') return 1_000_000n;
  return converted === 'TIMESTAMP_MILLIS' ? 1_000n : null;
}

function integerBound(value: bigint, element: SchemaElement): MinMaxValue {
  const perSecond = unitsPerSecond(element);
  if (isDecimal(element)) return { order: value, text: decimalText(value, element.scale ?? 0) };
  if (element.converted_type === 'DATE' || element.logical_type?.type === 'DATE')
    return { order: value, text: dateText(value * 86_400_000n)?.slice(0, 10) ?? `${value} days` };
  if (perSecond === null) return { order: value, text: String(value) };
  const seconds = value >= 0n ? value / perSecond : -((-value + perSecond - 1n) / perSecond);
  const fraction = value - seconds * perSecond;
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(String(perSecond).length - 1, '0')}`;
  const text = dateText(seconds * 1_000n);
  return { order: value, text: text === null ? String(value) : `${text.slice(0, 19).replace('T', ' ')}${digits}` };
}

function dateText(ms: bigint): string | null {
  const date = new Date(Number(ms));
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0
    ? null
    : date.toISOString();
}

function decimalText(value: bigint, scale: number): string {
  if (!(scale > 0 && scale <= 100)) return String(value);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function bytesBound(bytes: Uint8Array, element: SchemaElement): MinMaxValue | null {
  const logical = element.logical_type?.type;
  if (element.converted_type === 'INTERVAL' || logical === 'FLOAT16') return null;
  if (isDecimal(element)) {
    if (bytes.length === 0 || bytes.length > 64) return null;
    const value = BigInt.asIntN(bytes.length * 8, BigInt(`0x${hexOf(bytes)}`));
    return { order: value, text: decimalText(value, element.scale ?? 0) };
  }
  const isText = ['UTF8', 'ENUM', 'JSON'].includes(element.converted_type ?? '') || logical === 'STRING';
  const whole = isText
    ? new TextDecoder().decode(bytes.subarray(0, maxTextLength * 4))
    : hexOf(bytes.subarray(0, maxTextLength));
  return { order: bytes, text: whole.length > maxTextLength ? `${whole.slice(0, maxTextLength)}…` : whole };
}

/** The outermostMinMax of some bounds. Null if one of them is not known. */
export function outermostMinMax(bounds: readonly (MinMaxValue | null)[], side: 'min' | 'max'): MinMaxValue | null {
  let found: MinMaxValue | null = null;
  for (const bound of bounds) {
    if (bound === null) return null;
    const order: number = found === null ? 0 : compare(bound.order, found.order);
    if (found === null || (side === 'min' ? order < 0 : order > 0)) found = bound;
  }
  return found;
}

function compare(one: MinMaxValue['order'], other: MinMaxValue['order']): number {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    const shared = Math.min(one.length, other.length);
    for (let index = 0; index < shared; index += 1) {
      const difference = (one[index] ?? 0) - (other[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return one.length - other.length;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}
