import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDateTime,
  formatFactor,
  formatMs,
  formatSpread,
  formatRatio,
  formatThroughput,
  formatThroughputTick,
  significant,
} from './figures';

describe('significant', () => {
  it.each([
    [0, '0'],
    [1.23456, '1.23'],
    [9.999, '10.0'],
    [99.96, '100'],
    [0.00123456, '0.00123'],
    [1234567, '1\u202f234\u202f567'],
    [12.345, '12.3'],
  ])('%d as %s', (value, text) => expect(significant(value)).toBe(text));
  it('draws a dash for what is no number', () => expect(significant(Number.NaN)).toBe('–'));
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
