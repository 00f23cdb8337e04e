import { bitAt } from './bits';
import type { Column, ListColumn, TimeUnit, VariableWidthColumn } from './column';
import { timestampParameters } from './column';
import { dateText, parseDate, ticksPerSecond, timestampWriter } from './time-text';

/**
 * A narrower type that holds each value of a column, and gives it back: integers in 32 bits, float64 that are float32, timestamps whose last
 * digits are all 0, and texts that are integers, dates or timestamps. Parquet stores integers of 8 and 16 bits in 32, and has no unit of
 * seconds, so that no narrower types are tried. A list has narrower items, and a struct narrower fields.
 */
export type Narrowing = PlainNarrowing | ListNarrowing | StructNarrowing;

/** The items of a list in a narrower type. */
interface ListNarrowing {
  readonly to: 'list';
  readonly item: Narrowing;
}

/** The fields of a struct, in their order. Null: a field keeps its type. */
interface StructNarrowing {
  readonly to: 'struct';
  readonly fields: readonly { readonly name: string; readonly narrowing: Narrowing | null }[];
}

/** The narrowing of a column that has no columns inside. */
export type PlainNarrowing =
  | { readonly to: 'int32' | 'uint32' | 'float32' }
  | { readonly to: 'timestamp'; readonly unit: 'ms' | 'us' }
  | { readonly from: 'text'; readonly to: 'int32' | 'int64' | 'date' }
  | ({ readonly from: 'text'; readonly to: 'timestamp' } & TimestampForm);

/** How a text states a point in time: `2024-02-29T12:34:56.789Z` has the separator T, 3 digits, and the zone. */
interface TimestampForm {
  readonly separator: 'T' | ' ';
  readonly digits: 0 | 3 | 6 | 9;
  /** True if each text ends in Z: it states UTC. */
  readonly isUtc: boolean;
}

/** The type in words, which tells narrowings of one column apart. */
export function narrowingText(narrowing: Narrowing): string {
  if (narrowing.to === 'list') return `list of ${narrowingText(narrowing.item)}`;
  if (narrowing.to === 'struct')
    return `struct of ${narrowing.fields.flatMap((each) => (each.narrowing === null ? [] : [`${each.name}: ${narrowingText(each.narrowing)}`])).join(', ')}`;
  if (narrowing.to !== 'timestamp') return narrowing.to;
  if (!('from' in narrowing)) return `timestamp in ${narrowing.unit}`;
  return `timestamp in ${unitOfForm(narrowing)}${narrowing.isUtc ? ', UTC' : ''}`;
}

/** Tells the types of one column apart, also copies of one: its own is the empty text. */
export const narrowingKey = (narrowing: Narrowing | null): string =>
  narrowing === null ? '' : narrowingText(narrowing);

/** True if the values have the same order in both types. Texts that are integers do not: “10” comes before “9”. */
export const keepsOrder = (narrowing: Narrowing): boolean =>
  !('from' in narrowing) || narrowing.to === 'date' || narrowing.to === 'timestamp';

/** The unit of a timestamp that has as many digits after the second as the text. */
export const unitOfForm = ({ digits }: TimestampForm): TimeUnit => (digits <= 3 ? 'ms' : digits === 6 ? 'us' : 'ns');

/** The narrowest type for a column, and the column in it. Null if there is none. Every value was narrowed, widened and compared. */
export function narrowest(column: Column, rowCount: number): { narrowing: Narrowing; column: Column } | null {
  if (column.type === 'list') {
    const item = narrowest(column.item, itemCountOf(column, rowCount));
    return item && { narrowing: { to: 'list', item: item.narrowing }, column: { ...column, item: item.column } };
  }
  if (column.type === 'struct') {
    const found = column.fields.map((field) => ({ field, narrow: narrowest(field, rowCount) }));
    if (found.every(({ narrow }) => narrow === null)) return null;
    return {
      narrowing: {
        to: 'struct',
        fields: found.map(({ field: { name }, narrow }) => ({ name, narrowing: narrow?.narrowing ?? null })),
      },
      column: { ...column, fields: found.map(({ field, narrow }) => narrow?.column ?? field) },
    };
  }
  for (const narrowing of possibleNarrowings(column, rowCount)) {
    const narrow = narrowed(column, rowCount, narrowing);
    if (narrow !== null) return { narrowing, column: narrow };
  }
  return null;
}

const itemCountOf = ({ offsets }: ListColumn, rowCount: number): number => offsets[rowCount] ?? 0;

/** What the type allows, the narrowest first. */
function possibleNarrowings(column: Column, rowCount: number): readonly PlainNarrowing[] {
  switch (column.type) {
    case 'int64':
      return [{ to: 'int32' }, { to: 'uint32' }];
    case 'uint64':
      return [{ to: 'uint32' }];
    case 'float64':
      return [{ to: 'float32' }];
    case 'timestamp': {
      const { unit } = timestampParameters(column);
      const finer: PlainNarrowing[] = [];
      if (unit === 'ns' || unit === 'us') finer.push({ to: 'timestamp', unit: 'ms' });
      if (unit === 'ns') finer.push({ to: 'timestamp', unit: 'us' });
      return finer;
    }
    case 'utf8': {
      const form = formOfFirst(column, rowCount);
      return [
        { from: 'text', to: 'int32' },
        { from: 'text', to: 'int64' },
        { from: 'text', to: 'date' },
        ...(form === null ? [] : [{ from: 'text', to: 'timestamp', ...form } as const]),
      ];
    }
    default:
      return [];
  }
}

/** The column in a narrower type. Null if a value would change, or if all rows are null. */
export function narrowed(column: Column, rowCount: number, narrowing: Narrowing): Column | null {
  if (narrowing.to === 'list') {
    const item = column.type === 'list' ? narrowed(column.item, itemCountOf(column, rowCount), narrowing.item) : null;
    return column.type === 'list' && item !== null ? { ...column, item } : null;
  }
  if (narrowing.to === 'struct') return withFields(column, narrowing, (field, own) => narrowed(field, rowCount, own));
  const { name, validity } = column;
  const base = { name, validity };
  const isNull = (row: number) => validity !== null && bitAt(validity, row) === 0;
  if ('from' in narrowing) {
    if (column.type !== 'utf8') return null;
    const values = numbersOfTexts(column, rowCount, narrowing, isNull);
    if (values === null) return null;
    switch (narrowing.to) {
      case 'int32':
      case 'date':
        return { ...base, type: narrowing.to, values: Int32Array.from(values, Number) };
      case 'int64':
        return { ...base, type: 'int64', values };
      case 'timestamp':
        return {
          ...base,
          type: 'timestamp',
          unit: unitOfForm(narrowing),
          timeZone: narrowing.isUtc ? 'UTC' : null,
          values,
        };
    }
  }
  if (narrowing.to === 'float32') {
    if (column.type !== 'float64') return null;
    const values = Float32Array.from(column.values);
    return sameBits(Float64Array.from(values), column.values) ? { ...base, type: 'float32', values } : null;
  }
  if (narrowing.to === 'timestamp') {
    if (column.type !== 'timestamp') return null;
    const { unit, timeZone } = timestampParameters(column);
    const factor = ticksPerSecond[unit] / ticksPerSecond[narrowing.unit];
    if (factor <= 1n || column.values.some((value) => value % factor !== 0n)) return null;
    const values = column.values.map((value) => value / factor);
    return { ...base, type: 'timestamp', unit: narrowing.unit, timeZone, values };
  }
  if (column.type !== 'int64' && column.type !== 'uint64') return null;
  if (narrowing.to === 'int32') {
    const values = Int32Array.from(column.values, Number);
    return column.values.every((value, row) => value === BigInt(values[row] ?? 0))
      ? { ...base, type: 'int32', values }
      : null;
  }
  const values = Uint32Array.from(column.values, Number);
  return column.values.every((value, row) => value === BigInt(values[row] ?? 0))
    ? { ...base, type: 'uint32', values }
    : null;
}

/** The struct with other fields where they have a narrowing. Null if it is no struct of these fields, or `change` gives null. */
function withFields(
  column: Column,
  narrowing: StructNarrowing,
  change: (field: Column, narrowing: Narrowing, index: number) => Column | null,
): Column | null {
  if (column.type !== 'struct' || column.fields.length !== narrowing.fields.length) return null;
  const fields = column.fields.flatMap((field, index): Column[] => {
    const own = narrowing.fields[index]?.narrowing ?? null;
    return own === null ? [field] : [change(field, own, index)].filter((each) => each !== null);
  });
  return fields.length === column.fields.length ? { ...column, fields } : null;
}

function sameBits(one: Float64Array, other: Float64Array): boolean {
  const left = new BigUint64Array(one.buffer, one.byteOffset, one.length);
  const right = new BigUint64Array(other.buffer, other.byteOffset, other.length);
  return left.every((bits, row) => bits === right[row]);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textAt({ offsets, data }: VariableWidthColumn, row: number): string | null {
  const [from, to] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
  if (to - from > maxTextBytes) return null;
  try {
    return decoder.decode(data.subarray(from, to));
  } catch {
    return null;
  }
}

/** No integer of 64 bits, date or timestamp is longer. */
const maxTextBytes = 40;

/** The form of the first text that is not null. */
function formOfFirst(column: VariableWidthColumn, rowCount: number): TimestampForm | null {
  const { validity } = column;
  for (let row = 0; row < rowCount; row += 1) {
    if (validity !== null && bitAt(validity, row) === 0) continue;
    const [found, separator, fraction, zone] =
      /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?(Z?)$/u.exec(textAt(column, row) ?? '') ?? [];
    const digits = ([0, 3, 6, 9] as const).find((each) => each === Math.max(0, (fraction?.length ?? 0) - 1));
    if (found === undefined || digits === undefined) return null;
    return { separator: separator === 'T' ? 'T' : ' ', digits, isUtc: zone === 'Z' };
  }
  return null;
}

/** The number that each text states, if the number's text is the text. Null rows are 0. */
function numbersOfTexts(
  column: VariableWidthColumn,
  rowCount: number,
  narrowing: Extract<PlainNarrowing, { from: 'text' }>,
  isNull: (row: number) => boolean,
): BigInt64Array<ArrayBuffer> | null {
  const parse = numberOfText(narrowing);
  const write = textOfNumber(narrowing);
  const values = new BigInt64Array(rowCount);
  let hasValue = false;
  for (let row = 0; row < rowCount; row += 1) {
    if (isNull(row)) continue;
    const text = textAt(column, row);
    const value = text === null ? null : parse(text);
    if (value === null || write(value) !== text) return null;
    values[row] = value;
    hasValue = true;
  }
  return hasValue ? values : null;
}

const inBits = (value: bigint, bits: number): bigint | null => (BigInt.asIntN(bits, value) === value ? value : null);

function numberOfText(narrowing: Extract<PlainNarrowing, { from: 'text' }>): (text: string) => bigint | null {
  switch (narrowing.to) {
    case 'int32':
    case 'int64':
      return (text) => (/^-?\d{1,19}$/u.test(text) ? inBits(BigInt(text), narrowing.to === 'int32' ? 32 : 64) : null);
    case 'date':
      return (text) => {
        const days = parseDate(text);
        return days === null ? null : BigInt(days);
      };
    case 'timestamp': {
      const unit = unitOfForm(narrowing);
      const perSecond = ticksPerSecond[unit];
      return (text) => {
        const [, day = '', hours, minutes, seconds, fraction = ''] =
          /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z?$/u.exec(text) ?? [];
        const days = parseDate(day);
        if (days === null) return null;
        const second = BigInt(days) * 86_400n + BigInt(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
        return inBits(
          second * perSecond + (fraction === '' ? 0n : (BigInt(fraction) * perSecond) / 10n ** BigInt(fraction.length)),
          64,
        );
      };
    }
  }
}

function textOfNumber(narrowing: Extract<PlainNarrowing, { from: 'text' }>): (value: bigint) => string {
  switch (narrowing.to) {
    case 'int32':
    case 'int64':
      return String;
    case 'date':
      return (value) => dateText(Number(value));
    case 'timestamp': {
      const { separator, digits, isUtc } = narrowing;
      const write = timestampWriter(unitOfForm(narrowing));
      return (value) => {
        const text = write(value);
        const [whole = '', fraction = ''] = text.split('.');
        const shown = digits === 0 && fraction === '' ? '' : `.${fraction.padEnd(digits, '0')}`;
        return `${whole.replace('T', separator)}${shown}${isUtc ? 'Z' : ''}`;
      };
    }
  }
}

/** Undoes {@link narrowed}: the column in its former type. `original` is its former type without values. */
export function widened(column: Column, rowCount: number, narrowing: Narrowing, original: Column): Column | null {
  if (narrowing.to === 'list') {
    if (column.type !== 'list' || original.type !== 'list') return null;
    const item = widened(column.item, itemCountOf(column, rowCount), narrowing.item, original.item);
    return item && { ...column, item };
  }
  if (narrowing.to === 'struct')
    return withFields(column, narrowing, (field, own, index) => {
      const former = original.type === 'struct' ? original.fields[index] : undefined;
      return former === undefined ? null : widened(field, rowCount, own, former);
    });
  const { name, validity } = column;
  const base = { name, validity };
  if ('from' in narrowing) {
    if (!('values' in column)) return null;
    const write = textOfNumber(narrowing);
    const encoder = new TextEncoder();
    const isNull = (row: number) => validity !== null && bitAt(validity, row) === 0;
    const parts = Array.from({ length: rowCount }, (_, row) =>
      isNull(row) ? new Uint8Array() : encoder.encode(write(BigInt(column.values[row] ?? 0))),
    );
    const offsets = new Int32Array(rowCount + 1);
    for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
    const data = new Uint8Array(offsets[rowCount] ?? 0);
    for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
    return { ...base, type: 'utf8', offsets, data };
  }
  if (column.type === 'float32' && original.type === 'float64')
    return { ...base, type: 'float64', values: Float64Array.from(column.values) };
  if (column.type === 'timestamp' && original.type === 'timestamp') {
    const factor =
      ticksPerSecond[timestampParameters(original).unit] / ticksPerSecond[timestampParameters(column).unit];
    return { ...original, ...base, values: column.values.map((value) => value * factor) };
  }
  if (column.type !== 'int32' && column.type !== 'uint32') return null;
  if (original.type === 'int64') return { ...base, type: 'int64', values: BigInt64Array.from(column.values, BigInt) };
  if (original.type === 'uint64')
    return { ...base, type: 'uint64', values: BigUint64Array.from(column.values, BigInt) };
  return null;
}
