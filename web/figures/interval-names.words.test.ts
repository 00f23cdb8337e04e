import { expect, test } from 'vitest';
import { intervalNames, intervalNamesOf, roundsText, withKind } from './interval-names';

test('the range of a few rounds is not called an interval of 95 %', () => {
  expect(intervalNames).toEqual({ interval95: '95 % interval', roundsRange: 'range of the rounds' });
  const [interval, range] = [{ kind: 'interval95' }, { kind: 'roundsRange' }] as const;
  expect(withKind('2 – 3', interval)).toBe('2 – 3');
  expect(withKind('2 – 3', range)).toBe('2 – 3 (range of the rounds)');
  expect(intervalNamesOf([null, interval])).toBe('95 % interval');
  expect(intervalNamesOf([range, null])).toBe('range of the rounds');
  expect(intervalNamesOf([range, interval, range])).toBe('95 % interval or range of the rounds');
  expect(intervalNamesOf([])).toBe('95 % interval');
  expect(roundsText('26 ms', '28 ms')).toBe('rounds from 26 ms to 28 ms');
});
