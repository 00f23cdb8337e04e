import { DataType, DateUnit, type Precision, TimeUnit as ArrowTimeUnit } from 'apache-arrow';
import type { ArrowType, DecimalBytes } from '../columns/arrow-type';
import { maxDecimalPrecision, type NumericType, type TimeUnit } from '../model/column';

const unitOf: Record<ArrowTimeUnit, TimeUnit> = {
  [ArrowTimeUnit.SECOND]: 's',
  [ArrowTimeUnit.MILLISECOND]: 'ms',
  [ArrowTimeUnit.MICROSECOND]: 'us',
  [ArrowTimeUnit.NANOSECOND]: 'ns',
};

/** The layout of an apache-arrow type without children; null for a nested type, and for a type that no dataset has. */
export function simpleArrowType(type: DataType): ArrowType | null {
  const numeric = numericTypeOf(type);
  if (numeric !== null) return { kind: 'fixed', columnType: numeric };
  if (DataType.isFloat(type)) return { kind: 'float16' };
  if (DataType.isBool(type)) return { kind: 'bool' };
  if (DataType.isDate(type)) return type.unit === DateUnit.DAY ? { kind: 'fixed', columnType: 'date' } : null;
  if (DataType.isTimestamp(type))
    return { kind: 'timestamp', unit: unitOf[type.unit], timeZone: type.timezone || null };
  if (DataType.isTime(type)) return { kind: 'time', unit: unitOf[type.unit] };
  if (DataType.isDuration(type)) return { kind: 'duration', unit: unitOf[type.unit] };
  if (DataType.isDecimal(type)) {
    const { precision, scale, bitWidth } = type;
    const fits = precision >= 1 && precision <= maxDecimalPrecision && [32, 64, 128, 256].includes(bitWidth);
    return fits ? { kind: 'decimal', precision, scale, bytes: (bitWidth / 8) as DecimalBytes } : null;
  }
  if (DataType.isFixedSizeBinary(type))
    return type.byteWidth < 1 ? null : { kind: 'fixedBinary', width: type.byteWidth };
  if (DataType.isUtf8(type)) return { kind: 'variable', columnType: 'utf8' };
  if (DataType.isBinary(type)) return { kind: 'variable', columnType: 'binary' };
  return null;
}

/** The numeric type: integers, and floats of 32 and 64 bits; null for any other type. */
export function numericTypeOf(type: DataType): NumericType | null {
  if (DataType.isInt(type)) return `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}` as NumericType;
  if (DataType.isFloat(type) && type.precision !== (0 satisfies Precision.HALF))
    return type.precision === (1 satisfies Precision.SINGLE) ? 'float32' : 'float64';
  return null;
}
