import { expect, it } from 'vitest';
import { ZoneOffsets } from './zone-offsets';
import { telling } from '../../../model/testing/telling';

const at = (zone: string, text: string) => new ZoneOffsets(zone).at(Date.parse(text) / 1_000);

it('gives the offset of a zone at all times', () => {
  expect(at('UTC', '2020-07-01T00:00Z')).toBe(0);
  expect(at('America/Los_Angeles', '2020-01-01T00:00Z')).toBe(-8 * 3_600);
  expect(at('America/Los_Angeles', '2020-07-01T00:00Z')).toBe(-7 * 3_600);
  // The second before the change, and the change.
  expect(at('America/Los_Angeles', '2020-03-08T09:59:59Z')).toBe(-8 * 3_600);
  expect(at('America/Los_Angeles', '2020-03-08T10:00:00Z')).toBe(-7 * 3_600);
  expect(at('Asia/Kolkata', '1600-01-01T00:00Z')).toBe(5 * 3_600 + 53 * 60 + 28);
  expect(at('Europe/Berlin', '9999-07-01T00:00Z')).toBe(7_200);
  expect(new ZoneOffsets('Europe/Berlin').at(2 ** 50)).toBeGreaterThan(0);
});

it('refuses a zone that nobody knows', () => {
  expect(() => new ZoneOffsets('Middle/Earth')).toThrow(telling('“Middle/Earth”', 'browser'));
});
