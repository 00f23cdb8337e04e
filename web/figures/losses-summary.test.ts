import { expect, test } from 'vitest';
import { changedValuesText, lossesSummary, lossNaming, type NameInText } from './losses-summary';

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

type Row = Parameters<NameInText>[0];
const row = (label: string, loss: readonly string[], changedValues?: { changed: number; total: number }) =>
  ({ key: label, names: { label }, verification: { loss, changedValues } }) as unknown as Row;

test('a name says what the candidate loses, and how many values that changes', () => {
  const zones = ['Time zones: CSV has none.'];
  expect(lossNaming()(row('CSV', []))).toBe('CSV');
  expect(lossNaming()(row('CSV', zones, { changed: 0, total: 10 }))).toBe('CSV (which loses time zones)');
  expect(lossNaming()(row('CSV', zones, { changed: 3, total: 10 }))).toBe(
    'CSV (which loses time zones; 3 of 10 values change)',
  );
});

test('a text says each loss once, and marks the candidate wherever it is named again', () => {
  const [csv, gzip, json] = [row('CSV', ['Types.']), row('CSV, gzip', ['Types.']), row('JSON', ['NaN.'])];
  const name = lossNaming();
  expect([csv, gzip, csv, json, gzip, row('Parquet', [])].map(name)).toEqual([
    'CSV (which loses types)',
    'CSV, gzip (which loses the same)',
    'CSV (lossy)',
    'JSON (which loses NaN)',
    'CSV, gzip (lossy)',
    'Parquet',
  ]);
});

test('“the same” is what was said last', () => {
  const name = lossNaming([row('CSV', ['Types.']), row('JSON', ['NaN.'])]);
  expect(name(row('CSV, gzip', ['Types.']))).toBe('CSV, gzip (which loses types)');
  expect(name(row('JSON, gzip', ['Types.']))).toBe('JSON, gzip (which loses the same)');
});
