import { describe, expect, it } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { againstNative, againstNativeWords } from './against-native';
import { factorAndEnds } from './factor-interval';
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatExactBytes,
  formatFactor,
  formatMs,
  formatSpread,
  formatPercent,
  formatRatio,
  formatSignificant,
} from './figures';
import { plural } from '../../workers/model/plural';
import { formatBytesTick, formatMsTick } from './tick-texts';
import { formatRate, formatThroughput, formatThroughputTick } from './throughput';

describe('a time beside the native library’s', () => {
  it.each([
    [0.051, '20× as fast', 'is 20 times as fast'],
    [0.73, '1.37× as fast', 'is 1.37 times as fast'],
    [0.99, 'as fast', 'is as fast'],
    [1.01, 'as fast', 'is as fast'],
    [1.4, '1.40× as long', 'takes 1.40 times as long'],
    [3.39, '3.4× as long', 'takes 3.4 times as long'],
  ])('%d as %s', (factor, text, words) =>
    expect([againstNative(factor), againstNativeWords(factor, 1)]).toEqual([text, words]),
  );
  it('has a verb for several', () => expect(againstNativeWords(2, 14)).toBe('take 2.0 times as long'));
});

describe('significant', () => {
  it.each([
    [0, '0'],
    [1.23456, '1.23'],
    [9.999, '10.0'],
    [99.96, '100'],
    [0.00123456, '0.00123'],
    [1234567, '1,234,567'],
    [12.345, '12.3'],
  ])('%d as %s', (value, text) => expect(formatSignificant(value)).toBe(text));
  it('draws a dash for what is no number', () => expect(formatSignificant(Number.NaN)).toBe('–'));
});

it('gives times the unit that suits', () => {
  expect([0, 0.000_99, 0.001, 0.0234].map((share) => formatSpread(share))).toEqual([
    'less than 0.1 %',
    'less than 0.1 %',
    '0.10 %',
    '2.3 %',
  ]);
  expect([0.0000123, 0.0123, 1.5, 999.4, 1_500, 180_000].map((ms) => formatMs(ms))).toEqual([
    '12.3 ns',
    '12.3 µs',
    '1.50 ms',
    '999 ms',
    '1.50 s',
    '3.00 min',
  ]);
});

it('gives bytes and throughput decimal prefixes', () => {
  expect([0, 999, 1_000, 10_240_000, 2.5e9].map((bytes) => formatBytes(bytes))).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '10.2 MB',
    '2.50 GB',
  ]);
  expect(formatThroughput(2.1e9, 'bytes', 2)).toBe('2.1 GB/s');
  expect(formatThroughput(12_300, 'lookups')).toBe('12.3\u2009k look-ups/s');
});

it('writes ticks with no more digits than they have', () => {
  expect([1e6, 2e6, 1.5e9, 5e8].map((tick) => formatThroughputTick(tick, 'bytes'))).toEqual([
    '1 MB/s',
    '2 MB/s',
    '1.5 GB/s',
    '500 MB/s',
  ]);
});

it('writes ratios, factors and dates', () => {
  expect(formatRatio(8.3123)).toBe('8.31');
  expect([0.0432, 1, 2.345, 123.4].map(formatFactor)).toEqual(['0.043×', '1.0×', '2.3×', '123×']);
  expect(formatDateTime('2026-11-20T14:05:00.000Z')).toBe('20 Nov 2026, 14:05 UTC');
});

it('changes the unit of a time at its limits', () => {
  expect([0, 1e-4, 9.99e-4, 1e-3, 0.999, 1, 999, 1_000, 119_000, 120_000].map((ms) => formatMs(ms))).toEqual([
    '0 ms',
    '100 ns',
    '999 ns',
    '1.00 µs',
    '999 µs',
    '1.00 ms',
    '999 ms',
    '1.00 s',
    '119 s',
    '2.00 min',
  ]);
  expect([1.234, 1_234, 123_400].map((ms) => formatMs(ms, 2))).toEqual(['1.2 ms', '1.2 s', '2.1 min']);
  expect([1.234e-3, 1.234e-6].map((ms) => formatMs(ms, 2))).toEqual(['1.2 µs', '1.2 ns']);
});

it('changes the prefix of bytes where three digits no longer hold them', () => {
  expect([1, 1.5, 999.4, 999.5, 1e6, 999_499, 999_500, 1e12, 1e15].map((bytes) => formatBytes(bytes))).toEqual([
    '1 B',
    '1.50 B',
    '999 B',
    '1.00 kB',
    '1.00 MB',
    '999 kB',
    '1.00 MB',
    '1.00 TB',
    '1,000 TB',
  ]);
  expect(formatBytes(12_345, 2)).toBe('12 kB');
});

it('counts with commas, and in the plural but for one', () => {
  expect([0, 999, 1_000, 1_234_567, 1.6].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567', '2']);
  expect([0, 1, 2, 1_000].map((count) => plural(count, 'round'))).toEqual([
    '0 rounds',
    '1 round',
    '2 rounds',
    '1,000 rounds',
  ]);
  expect([1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
  expect(formatExactBytes(12_345)).toBe('12,345 bytes');
});

it('writes rates with and without a prefix', () => {
  expect([124, 124_000].map(formatRate)).toEqual(['124/s', '124 k/s']);
  expect([124, 124_000].map((rate) => formatThroughput(rate, 'lookups'))).toEqual([
    '124 look-ups/s',
    '124\u2009k look-ups/s',
  ]);
  expect(formatThroughput(123_456, 'bytes')).toBe('123 kB/s');
});

it('trims the zeros of ticks, but not those before the point', () => {
  expect([1, 1.5, 0.25, 10, 100, 2_000, 0.01].map(formatMsTick)).toEqual([
    '1 ms',
    '1.5 ms',
    '250 µs',
    '10 ms',
    '100 ms',
    '2 s',
    '10 µs',
  ]);
  expect([0, 100, 1_000, 1_500, 1_050_000].map(formatBytesTick)).toEqual(['0 B', '100 B', '1 kB', '1.5 kB', '1.05 MB']);
  expect([10, 1_500, 2e6].map((rate) => formatThroughputTick(rate, 'lookups'))).toEqual(['10/s', '1.5 k/s', '2 M/s']);
});

it('writes percentages, and a date that is none as it is', () => {
  expect([0, 0.5, 0.1234, 1].map(formatPercent)).toEqual(['0 %', '50 %', '12 %', '100 %']);
  expect(formatDateTime('yesterday')).toBe('yesterday');
  expect([99.9, 100, 101.6].map(formatFactor)).toEqual(['100×', '100×', '102×']);
});

it.each([
  [-1.23456, 3, '-1.23'],
  [12_345.6, 2, '12,346'],
  [1_000_000, 3, '1,000,000'],
  [1e-15, 3, '0.00'],
  [0.00009996, 3, '0.000100'],
  [Number.POSITIVE_INFINITY, 3, '–'],
  [0.5, 1, '0.5'],
])('writes %d with %i digits as %s', (value, digits, text) => expect(formatSignificant(value, digits)).toBe(text));

it('never gives two ends of an interval in equal words', () => {
  expect(factorAndEnds(1.015, { low: 1.002, high: 1.0154 }, ' to ')).toEqual(['1.015×', '1.002× to 1.015×']);
  expect(factorAndEnds(2.31, { low: 2.2, high: 2.4 }, ' – ')).toEqual(['2.3×', '2.2× – 2.4×']);
  const [factor, ends] = factorAndEnds(1.01502, { low: 1.01498, high: 1.01507 }, ' to ');
  expect(factor).toBe('1.015×');
  expect(ends).toMatch(telling('0.1 %'));
  expect(ends).not.toContain('×');
});
