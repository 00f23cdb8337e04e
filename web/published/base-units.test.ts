import { expect, test } from 'vitest';
import type { PublishedFigure } from '../../workers/model/published';
import { inBaseUnits, printedInBaseUnits } from './base-units';

const figure = (
  metric: PublishedFigure['metric'],
  printed: string,
  unit: PublishedFigure['unit'],
  value: number,
): PublishedFigure => ({ id: 'a', metric, system: null, dataset: null, printed, unit, value });

test('values in base units', () => {
  expect(inBaseUnits(297_667.9, { metric: 'decompressRate' })).toBe('297,668/s');
  expect(inBaseUnits(8.066e-6, { metric: 'latency' })).toBe('8.066 µs');
  expect(inBaseUnits(0.57849, { metric: 'sizeRatio' })).toBe('0.57849');
  expect(inBaseUnits(2.4, { metric: 'writeSpeedUp' })).toBe('2.4×');
});

test('a printed figure keeps the zeros at its end, and nothing that is not printed', () => {
  expect(printedInBaseUnits(figure('writeSpeedUp', '2.40 倍', '1', 2.4))).toBe('2.40×');
  expect(printedInBaseUnits(figure('readSpeedUp', '3.03×10^6 倍', '1', 3_030_000))).toBe('3,030,000×');
  expect(printedInBaseUnits(figure('sizeRatio', '57%', '1', 0.57))).toBe('0.57');
  expect(printedInBaseUnits(figure('fileSize', '0.82 GB', 'GB', 820_000_000))).toBe('820,000,000 bytes');
  expect(printedInBaseUnits(figure('latency', '8マイクロ秒', 'µs', 8e-6))).toBe('8 µs');
});
