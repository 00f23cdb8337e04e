import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  DateMillisecond,
  Decimal,
  Duration,
  Field,
  FixedSizeBinary,
  Float,
  Int,
  LargeUtf8,
  List,
  Null,
  Precision,
  Time,
  Timestamp,
  TimeUnit,
  Utf8,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { ArrowType } from '../columns/arrow-type';
import { simpleArrowType } from './arrow-types';

describe('the layout of a type of apache-arrow', () => {
  it.each<[DataType, ArrowType | null]>([
    [new Int(true, 8), { kind: 'fixed', columnType: 'int8' }],
    [new Int(false, 64), { kind: 'fixed', columnType: 'uint64' }],
    [new Float(Precision.HALF), { kind: 'float16' }],
    [new Float(Precision.SINGLE), { kind: 'fixed', columnType: 'float32' }],
    [new Float(Precision.DOUBLE), { kind: 'fixed', columnType: 'float64' }],
    [new Bool(), { kind: 'bool' }],
    [new DateDay(), { kind: 'fixed', columnType: 'date' }],
    [new DateMillisecond(), null],
    [new Timestamp(TimeUnit.SECOND, 'Europe/Berlin'), { kind: 'timestamp', unit: 's', timeZone: 'Europe/Berlin' }],
    [new Timestamp(TimeUnit.NANOSECOND, ''), { kind: 'timestamp', unit: 'ns', timeZone: null }],
    [new Time(TimeUnit.MILLISECOND, 32), { kind: 'time', unit: 'ms' }],
    [new Duration(TimeUnit.MICROSECOND), { kind: 'duration', unit: 'us' }],
    [new Decimal(2, 9, 128), { kind: 'decimal', precision: 9, scale: 2, bytes: 16 }],
    [new Decimal(0, 76, 256), { kind: 'decimal', precision: 76, scale: 0, bytes: 32 }],
    [new Decimal(0, 1, 32), { kind: 'decimal', precision: 1, scale: 0, bytes: 4 }],
    [new Decimal(0, 77, 256), null],
    [new Decimal(0, 0, 128), null],
    [new Decimal(0, 9, 48), null],
    [new FixedSizeBinary(1), { kind: 'fixedBinary', width: 1 }],
    [new FixedSizeBinary(0), null],
    [new Utf8(), { kind: 'variable', columnType: 'utf8' }],
    [new Binary(), { kind: 'variable', columnType: 'binary' }],
    [new LargeUtf8(), null],
    [new Null(), null],
    [new List(new Field('item', new Bool())), null],
  ])('of %s', (type, layout) => {
    expect(simpleArrowType(type)).toEqual(layout);
  });
});
