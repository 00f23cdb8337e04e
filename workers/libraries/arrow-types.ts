import { DataType, DateUnit, type Field, Precision, TimeUnit as ArrowTimeUnit } from 'apache-arrow';
import type { ArrowField, ArrowType } from '../model/arrow-columns';
import type { NumericType, TimeUnit } from '../model/dataset';

/** A type of Arrow's that no column here has: unions, intervals, views. `path` names the column, with the names around it. */
export class UnreadableType extends Error {
  override readonly name = 'UnreadableType';

  constructor(path: string, type: string) {
    super(`The column “${path}” is of Arrow’s type ${type}, which is not read here.`);
  }
}

const units: Record<ArrowTimeUnit, TimeUnit> = {
  [ArrowTimeUnit.SECOND]: 's',
  [ArrowTimeUnit.MILLISECOND]: 'ms',
  [ArrowTimeUnit.MICROSECOND]: 'us',
  [ArrowTimeUnit.NANOSECOND]: 'ns',
};

const numericTypes: readonly string[] = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

/** Null where it is no number of a plain type. */
function numericTypeOf(type: DataType): NumericType | null {
  if (DataType.isInt(type)) {
    const name = `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}`;
    return numericTypes.includes(name) ? (name as NumericType) : null;
  }
  if (!DataType.isFloat(type) || type.precision === Precision.HALF) return null;
  return type.precision === Precision.SINGLE ? 'float32' : 'float64';
}

/**
 * apache-arrow's type as a layout that columns are made of. `vectors`: lists of a fixed number of numbers are vectors, which a table has no type for. Throws {@link UnreadableType}.
 */
export function arrowTypeOf(field: Field, path: string, vectors: boolean): ArrowType {
  const type: DataType = field.type;
  if (DataType.isDictionary(type)) {
    const indexType = numericTypeOf(type.indices);
    if (indexType === null) throw new UnreadableType(path, String(type));
    return { kind: 'category', ordered: type.isOrdered, indexType };
  }
  const numeric = numericTypeOf(type);
  if (numeric !== null) return { kind: 'fixed', columnType: numeric };
  if (DataType.isFloat(type)) return { kind: 'float16' };
  if (DataType.isBool(type)) return { kind: 'bool' };
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return { kind: 'variable', columnType: 'utf8' };
  if (DataType.isBinary(type) || DataType.isLargeBinary(type)) return { kind: 'variable', columnType: 'binary' };
  if (DataType.isFixedSizeBinary(type) && type.byteWidth > 0) return { kind: 'fixedBinary', width: type.byteWidth };
  if (DataType.isDate(type))
    return type.unit === DateUnit.DAY ? { kind: 'fixed', columnType: 'date' } : { kind: 'date64' };
  if (DataType.isTimestamp(type) && type.unit in units)
    return { kind: 'ticks', bits: 64, type: 'timestamp', unit: units[type.unit], timeZone: type.timezone || null };
  if (DataType.isTime(type) && type.unit in units)
    return {
      kind: 'ticks',
      bits: type.bitWidth === 64 ? 64 : 32,
      type: 'time',
      unit: units[type.unit],
      timeZone: null,
    };
  if (DataType.isDuration(type) && type.unit in units)
    return { kind: 'ticks', bits: 64, type: 'duration', unit: units[type.unit], timeZone: null };
  if (DataType.isDecimal(type)) {
    const { bitWidth, precision, scale } = type;
    if (bitWidth === 32 || bitWidth === 64 || bitWidth === 128 || bitWidth === 256)
      return { kind: 'decimal', bits: bitWidth, precision, scale };
  }
  if (DataType.isNull(type)) return { kind: 'null' };
  const item = childrenOf(type)[0];
  if (DataType.isFixedSizeList(type) && item !== undefined) {
    const elementType = numericTypeOf(item.type);
    if (vectors && elementType !== null) return { kind: 'vector', elementType, length: type.listSize };
    return { kind: 'list', length: type.listSize, item: arrowTypeOf(item, `${path}.item`, false) };
  }
  if ((DataType.isList(type) || DataType.isLargeList(type) || DataType.isMap(type)) && item !== undefined)
    return { kind: 'list', length: null, item: arrowTypeOf(item, `${path}.item`, false) };
  if (DataType.isStruct(type)) {
    const fields = childrenOf(type).map(
      (child): ArrowField => ({ name: child.name ?? '', type: arrowTypeOf(child, `${path}.${child.name}`, false) }),
    );
    return { kind: 'struct', fields };
  }
  throw new UnreadableType(path, String(type));
}

export const childrenOf = (type: DataType): readonly Field[] => (type.children as readonly Field[] | undefined) ?? [];
