import { expect, test } from 'vitest';
import { changedValuesText, lossesSummary, nameWithLosses } from './losses-summary';

test('the first loss up to its colon, and how many more there are', () => {
  expect(lossesSummary(['The coordinates.'])).toBe('the coordinates');
  expect(
    lossesSummary(['Stereochemistry: CDK’s classes of it are not serializable.', 'Titles: they are left out.']),
  ).toBe('stereochemistry, and 1 more');
  expect(lossesSummary(['NUL characters at the end of a text: numpy can’t distinguish them from padding.'])).toBe(
    'NUL characters at the end of a text',
  );
  expect(
    lossesSummary(['NaN and infinities, for which JSON has no numbers: they become null.', 'White space.', 'Types.']),
  ).toBe('NaN and infinities, for which JSON has no numbers, and 2 more');
});

test('how many values change', () => {
  expect(changedValuesText({ changed: 0, total: 10 })).toBe('no value changes');
  expect(changedValuesText({ changed: 1, total: 10 })).toBe('1 of 10 values changes');
  expect(changedValuesText({ changed: 1_234, total: 5_000 })).toBe('1,234 of 5,000 values change');
});

test('a name says what the candidate loses, and how many values that changes', () => {
  const row = (loss: readonly string[], changedValues?: { changed: number; total: number }) =>
    ({ names: { label: 'CSV' }, verification: { loss, changedValues } }) as unknown as Parameters<
      typeof nameWithLosses
    >[0];
  expect(nameWithLosses(row([]))).toBe('CSV');
  expect(nameWithLosses(row(['Time zones: CSV has none.'], { changed: 0, total: 10 }))).toBe(
    'CSV (which loses time zones)',
  );
  expect(nameWithLosses(row(['Time zones: CSV has none.'], { changed: 3, total: 10 }))).toBe(
    'CSV (which loses time zones; 3 of 10 values change)',
  );
});
