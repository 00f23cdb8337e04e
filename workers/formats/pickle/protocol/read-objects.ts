import { type Column, decimalWordCount, storageType, type TimeUnit } from '../../../model/column';
import type { ColumnSchema } from '../../../model/column-schema';
import { integerToWords, parseDecimal } from '../../../model/decimal';
import { areUtf8 } from '../../../columns/text-batch';
import type { ScalarSchema } from '../../../columns/text-columns';
import {
  bytesOfValues,
  categoriesOf,
  columnOfValues,
  forEachValue,
  exactNumberConverter,
  fixedBytesOfValues,
  toInt64OrNull,
  numbersOfValues,
  type ValueReader,
  type DecodedValues,
  validityOfValues,
  throwWrongValue,
} from '../../../columns/value-columns';
import { fromMicroseconds, microsecondsPerDay, pythonClock, pythonDatetime, pythonDays } from './python-values';
import { distinctPlaces, rowOfNone, validityOf } from './read-places';
import { malformedPickle } from './pickle-cursor';
import { PickleBytes, PickleDict, PickleList, PickleCall, PickleText, type Places } from './values';

type ReadableSchema = Exclude<ScalarSchema, { type: 'category' }>;

/** Reads lists of Python objects as columns, whose types come from the schema. */
export class ObjectReader {
  private readonly file: Uint8Array;
  private readonly spend: (units: number) => void;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** The field names of the file's dictionaries. Most are the same text, which the memo repeats. */
  private readonly names = new Map<number, string>();

  /** `spend` is called for each byte and each value of the file. It throws if they exceed what an honest file can have. */
  constructor(file: Uint8Array, spend: (units: number) => void) {
    this.file = file;
    this.spend = spend;
  }

  column(list: PickleList, schema: ColumnSchema): Column {
    this.spend(list.length);
    if (schema.type === 'category' && list.places !== null) return this.categories(list.places, schema);
    return columnOfValues(list.items, schema, this.reader);
  }

  /** A place that several rows have is read only once. */
  private categories(places: Places, schema: Extract<ColumnSchema, { type: 'category' }>): Column {
    const nullRow = schema.nullable ? -1 : rowOfNone(places);
    if (nullRow >= 0) throwWrongValue(this.reader, schema.name, schema.type, nullRow);
    const validity = schema.nullable ? validityOf(places) : null;
    return categoriesOf({ ...distinctPlaces(places), validity }, schema, this.reader);
  }

  private readonly reader: ValueReader = {
    items: (value) => {
      if (!(value instanceof PickleList)) return null;
      this.spend(value.items.length);
      return value.items;
    },
    fields: (value, fields) => {
      if (!(value instanceof PickleDict) || value.pairs.length !== fields.length) return null;
      this.spend(fields.length);
      const found: unknown[] = [];
      for (const [index, [key, field]] of value.pairs.entries()) {
        if (!(key instanceof PickleText) || this.nameAt(key) !== fields[index]?.name) return null;
        found.push(field);
      }
      return found;
    },
    scalars: (values, schema, place) => this.scalars(values, schema, place),
    malformed: malformedPickle,
  };

  private nameAt(key: PickleText): string {
    let name = this.names.get(key.start);
    if (name === undefined) {
      name = this.textOf(key);
      this.names.set(key.start, name);
    }
    return name;
  }

  private scalars(values: DecodedValues, schema: ReadableSchema, place: string): Column {
    const { reader } = this;
    const { name, type } = schema;
    switch (schema.type) {
      case 'utf8':
      case 'json': {
        const column = bytesOfValues(values, schema, reader, place, (value) => this.bytesIn(value, PickleText));
        if (!areUtf8(column)) throw malformedPickle(`column ${place} is not UTF-8.`);
        return column;
      }
      case 'binary':
        return bytesOfValues(values, schema, reader, place, (value) => this.bytesIn(value, PickleBytes));
      case 'fixedBinary':
        return fixedBytesOfValues(values, schema, reader, place, (value) => this.bytesIn(value, PickleBytes));
      case 'decimal':
        return this.decimals(values, schema, place);
      case 'date': {
        const read = (value: unknown) => mapped(this.stateOf(value, 'datetime.date'), pythonDays);
        return { name, type, ...numbersOfValues(values, schema, reader, place, 'int32', read) } as Column;
      }
      case 'time':
      case 'timestamp':
      case 'duration':
        return this.times(values, schema, place);
      case 'float16': {
        const read = exactNumberConverter('float16');
        return { name, type, ...numbersOfValues(values, schema, reader, place, 'uint16', read) } as Column;
      }
      default: {
        const read = exactNumberConverter(schema.type);
        const storage = storageType[schema.type];
        return { name, type, ...numbersOfValues(values, schema, reader, place, storage, read) } as Column;
      }
    }
  }

  private decimals(values: DecodedValues, schema: Extract<ColumnSchema, { type: 'decimal' }>, place: string): Column {
    const { name, precision, scale } = schema;
    const words = decimalWordCount(precision);
    const integers = new BigInt64Array(values.length * words);
    forEachValue(values, (value, row) => {
      const [text, ...more] = argumentsOf(value, 'decimal.Decimal') ?? [];
      const integer =
        text instanceof PickleText && more.length === 0 ? parseDecimal(this.textOf(text), precision, scale) : null;
      integerToWords(
        integer ?? throwWrongValue(this.reader, place, `decimal(${precision}, ${scale})`, row),
        integers,
        row,
        words,
      );
    });
    const validity = validityOfValues(values, schema, this.reader, place);
    return { name, type: 'decimal', precision, scale, validity, values: integers };
  }

  private times(
    values: DecodedValues,
    schema: Extract<ColumnSchema, { type: 'time' | 'timestamp' | 'duration' }>,
    place: string,
  ): Column {
    const unit: TimeUnit = schema.unit ?? 'us';
    const zoned = schema.type === 'timestamp' && schema.timeZone !== undefined;
    const microseconds = (value: unknown) => {
      if (schema.type === 'time') return mapped(this.stateOf(value, 'datetime.time'), pythonClock);
      return schema.type === 'timestamp'
        ? mapped(this.stateOf(value, 'datetime.datetime', zoned), pythonDatetime)
        : timedeltaOf(value);
    };
    const ticks = numbersOfValues(values, schema, this.reader, place, 'int64', (value) =>
      mapped(microseconds(value), (count) => fromMicroseconds(count, unit)),
    );
    const { name, type } = schema;
    if (schema.type !== 'timestamp') return { name, type, unit, ...ticks } as Column;
    if (!zoned && unit === 'us') return { name, type, ...ticks } as Column;
    return { name, type, unit, timeZone: schema.timeZone ?? null, ...ticks } as Column;
  }

  /** The bytes of a date or time; null if there are none, if it has an unexpected time zone, or if a zone is expected and it is not UTC. */
  private stateOf(value: unknown, callable: string, zoned = false): Uint8Array | null {
    const [state, zone, ...more] = argumentsOf(value, callable) ?? [];
    const isZoned = zone !== undefined && isUtc(zone);
    if (!(state instanceof PickleBytes) || more.length > 0 || isZoned !== zoned || (zone !== undefined && !isZoned))
      return null;
    return this.bytesIn(state, PickleBytes);
  }

  private bytesIn(value: unknown, Place: typeof PickleText | typeof PickleBytes): Uint8Array | null {
    if (!(value instanceof Place)) return null;
    this.spend(value.end - value.start);
    return this.file.subarray(value.start, value.end);
  }

  private textOf(text: PickleText): string {
    this.spend(text.end - text.start);
    try {
      return this.decoder.decode(this.file.subarray(text.start, text.end));
    } catch {
      throw malformedPickle(`the text at byte ${text.start} is not UTF-8.`);
    }
  }
}

const mapped = <A, B>(value: A | null, map: (value: A) => B | null): B | null => (value === null ? null : map(value));

const argumentsOf = (value: unknown, callable: string) =>
  value instanceof PickleCall && value.callable === callable && value.state === null ? value.args : null;

/** Microseconds; null if the value is no timedelta. */
function timedeltaOf(value: unknown): bigint | null {
  const args = argumentsOf(value, 'datetime.timedelta');
  if (args?.length !== 3) return null;
  const [days, seconds, rest] = args.map(toInt64OrNull);
  if (days == null || seconds == null || rest == null) return null;
  return days * microsecondsPerDay + seconds * 1_000_000n + rest;
}

function isUtc(zone: unknown): boolean {
  const args = argumentsOf(zone, 'datetime.timezone');
  return args?.length === 1 && timedeltaOf(args[0]) === 0n;
}
