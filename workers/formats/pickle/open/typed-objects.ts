import { type Column, decimalWordCount, maxDecimalPrecision, type TimeUnit } from '../../../model/column';
import { integerToWords, parseDecimal } from '../../../model/decimal';
import { ValidityBuilder } from '../../../own-file/column-builders';
import type { ElementContext } from '../../../own-file/element-types';
import { columnName } from '../../../own-file/notes';
import { plural } from '../../../model/plural';
import { momentOf, timestampOf } from './moments';
import { fixedOffsetOf, microsecondsOf, nameOfZone } from './time-zones';
import { isCallOf, type PyObject, type PyValue, UnreadColumn } from './values';

export const isMissing = (value: PyValue): boolean =>
  value === null || isCallOf(value, /^pandas\..*_nat_unpickle$/u) || namesMissing(value);

/** pandas.NA is pickled by its name. */
const namesMissing = (value: PyValue): boolean => isPath(value, /^pandas\.(.*\.)?(C_?NA|NA|NAType|NaT|NaTType)$/u);

const isPath = (value: PyValue, pattern: RegExp): boolean =>
  typeof value === 'object' && value !== null && 'path' in value && pattern.test(value.path);

const isNan = (value: PyValue) => typeof value === 'number' && Number.isNaN(value);

/** The text of a decimal.Decimal; null if the value is none. */
export function decimalTextOf(value: PyValue): string | null {
  if (!isCallOf(value, /^_?(decimal|pydecimal)\.Decimal$/u)) return null;
  const [text] = value.args;
  return typeof text === 'string' ? text : null;
}

/**
 * The column of values that are all of one of Python's classes whose values need a type of their own: decimals (also integers of more than 64 bits), durations, and times with a time
 * zone or with nanoseconds. Null if the values are others.
 * @throws UnreadColumn if no column type holds all of the values
 */
export function columnOfTypedObjects(values: readonly PyValue[], name: string, context: ElementContext): Column | null {
  const first = values.find((value) => !isMissing(value) && !isNan(value));
  if (first === undefined) return null;
  const present = (isOne: (value: PyValue) => boolean) =>
    values.every((value) => isMissing(value) || isNan(value) || isOne(value));
  const isWide = (value: PyValue) => typeof value === 'bigint' && BigInt.asIntN(64, value) !== value;
  const isDecimal = (value: PyValue) => typeof value === 'bigint' || decimalTextOf(value) !== null;
  if (values.some((value) => decimalTextOf(value) !== null || isWide(value)))
    return present(isDecimal) ? decimalColumn(values, name, context) : null;
  if (microsecondsOf(first) !== null && present((value) => microsecondsOf(value) !== null)) {
    const ticks = values.map((value) => microsecondsOf(value));
    noteNans(values, name, context);
    return { ...int64Column(ticks, name), type: 'duration', unit: 'us' };
  }
  if (isMoment(first) && present(isMoment)) return momentColumn(values, name, context);
  return null;
}

function noteNans(values: readonly PyValue[], name: string, { notes }: ElementContext, more = 0): void {
  const count = values.filter(isNan).length + more;
  if (count > 0)
    notes.push(`${columnName(name)}: its ${count.toLocaleString('en')} NaN are nulls, as pandas has them.`);
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:E([+-]?\d{1,4}))?$/iu;

/** Null, with a note, if the decimals have more digits than the widest type has. */
function decimalColumn(values: readonly PyValue[], name: string, context: ElementContext): Column | null {
  let [whole, scale, zeros, nans] = [1, 0, 0, 0];
  const texts = values.map((value): string | null => {
    const text = typeof value === 'bigint' ? String(value) : decimalTextOf(value);
    if (text === null) return null;
    // A NaN of a decimal is as missing as one of a float.
    if (/^[+-]?nan\d*$/iu.test(text)) {
      nans += 1;
      return null;
    }
    const [all, sign, digits = '', fraction = '', power = '0'] = decimal.exec(text) ?? [];
    if (all === undefined || digits + fraction === '')
      throw new UnreadColumn(`it holds the decimal ${text.slice(0, 40)}, which no decimal type has`);
    scale = Math.max(scale, fraction.length - Number(power));
    const significant = (digits + fraction).replace(/^0+/u, '').length;
    if (significant === 0 && sign === '-') zeros += 1;
    whole = Math.max(whole, significant - fraction.length + Number(power));
    return text;
  });
  const precision = whole + scale;
  if (precision > maxDecimalPrecision) {
    context.notes.push(
      `${columnName(name)}: its decimals need ${precision.toLocaleString('en')} digits, of which a decimal type has at most ${maxDecimalPrecision}, and are kept as text.`,
    );
    return null;
  }
  const wordCount = decimalWordCount(precision);
  const words = new BigInt64Array(values.length * wordCount);
  const validity = new ValidityBuilder(values.length);
  for (const [row, text] of texts.entries()) {
    if (text === null) {
      validity.setNull(row);
      continue;
    }
    const integer = parseDecimal(text, precision, scale);
    if (integer === null) throw new Error(`The decimal ${text.slice(0, 40)} has more digits than were counted.`);
    integerToWords(integer, words, row, wordCount);
  }
  noteNans(values, name, context, nans);
  if (zeros > 0) context.notes.push(`${columnName(name)}: ${plural(zeros, 'decimal')} −0 became 0.`);
  return { name, type: 'decimal', precision, scale, validity: validity.build(), values: words };
}

function int64Column(ticks: readonly (bigint | null)[], name: string) {
  const values = new BigInt64Array(ticks.length);
  const validity = new ValidityBuilder(ticks.length);
  for (const [row, tick] of ticks.entries()) {
    if (tick === null) validity.setNull(row);
    else if (BigInt.asIntN(64, tick) !== tick) throw new UnreadColumn('it holds a time that 64 bits do not hold');
    else values[row] = tick;
  }
  return { name, values, validity: validity.build() };
}

const isMoment = (value: PyValue): value is PyObject =>
  isCallOf(value, /^datetime\.datetime$/u) || timestampOf(value) !== null;

interface Instant {
  /** Nanoseconds since 1970, of UTC if there is a zone. */
  readonly ns: bigint;
  readonly zone: PyValue;
}

function instantOf(value: PyObject): Instant {
  const timestamp = timestampOf(value);
  if (timestamp !== null) return timestamp;
  const [, zone = null] = value.args;
  const us = momentOf(value).ticks;
  if (zone === null) return { ns: us * 1_000n, zone };
  const offset = fixedOffsetOf(zone);
  if (offset === null)
    throw new UnreadColumn(`it holds datetimes in the time zone ${nameOfZone(zone)}, whose rules are not read`);
  return { ns: us * 1_000n - offset * 1_000_000_000n, zone };
}

/** Null for datetimes without a zone, which may stand beside dates. */
function momentColumn(values: readonly PyValue[], name: string, context: ElementContext): Column | null {
  const instants = values.map((value) => (isMoment(value) ? instantOf(value) : null));
  const zones = new Set(
    instants.flatMap((each) => (each === null ? [] : [each.zone === null ? null : nameOfZone(each.zone)])),
  );
  const [zone = null] = zones;
  if (zones.size > 1) {
    const words = [...zones].slice(0, 3).map((each) => each ?? 'none');
    throw new UnreadColumn(`its times have several time zones (${words.join(', ')}), of which a column keeps one`);
  }
  const isWhole = instants.every((each) => each === null || each.ns % 1_000n === 0n);
  if (zone === null && isWhole) return null;
  noteNans(values, name, context);
  const unit: TimeUnit = isWhole ? 'us' : 'ns';
  const ticks = instants.map((each) => (each === null ? null : isWhole ? each.ns / 1_000n : each.ns));
  return { ...int64Column(ticks, name), type: 'timestamp', unit, timeZone: zone };
}
