import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { changedValuesText, lossesSummary, lossNaming, type NameInText } from './losses-summary';

test('the first loss up to its colon, and how many more there are', () => {
  expect(lossesSummary(['The coordinates.'])).toBe('the coordinates');
  expect(
    lossesSummary(['Stereochemistry: CDK’s classes of it are not serializable.', 'Titles: they are left out.']),
  ).toBe('stereochemistry, and 1 more');
  // A first word with more than one capital stays as it is.
  const nul = 'NUL characters at the end of a text';
  expect(lossesSummary([`${nul}: numpy can’t distinguish them from padding.`])).toBe(nul);
  const nan = 'NaN and infinities, for which JSON has no numbers';
  expect(lossesSummary([`${nan}: they become null.`, 'White space.', 'Types.'])).toBe(`${nan}, and 2 more`);
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
  expect(lossNaming()(row('CSV', zones))).toMatch(/^CSV \([^\d;]*time zones\)$/u);
  // Every value came back: only something beside the values is lost.
  expect(lossNaming()(row('CSV', zones, { changed: 0, total: 10 }))).toBe('CSV');
  expect(lossNaming()(row('CSV', zones, { changed: 3, total: 10 }))).toMatch(telling('CSV', 'time zones', '3 of 10'));
});

test('a text says each loss once, and marks the candidate wherever it is named again', () => {
  const [csv, gzip, json] = [row('CSV', ['Types.']), row('CSV, gzip', ['Types.']), row('JSON', ['NaN.'])];
  const name = lossNaming();
  const said = [csv, gzip, csv, json, gzip, row('Parquet', [])].map(name);
  expect(said).toEqual([
    expect.stringMatching(telling('CSV', 'types')),
    expect.stringMatching(/^CSV, gzip \((?!.*types)/u),
    expect.stringMatching(/^CSV \((?!.*types)/u),
    expect.stringMatching(telling('JSON', 'NaN')),
    expect.stringMatching(/^CSV, gzip \((?!.*types)/u),
    'Parquet',
  ]);
  // That the losses are the same is told apart from that it was named before.
  expect(said[4]).not.toBe(said[1]);
});

test('“the same” is what was said last', () => {
  const name = lossNaming([row('CSV', ['Types.']), row('JSON', ['NaN.'])]);
  expect(name(row('CSV, gzip', ['Types.']))).toMatch(telling('CSV, gzip', 'types'));
  expect(name(row('JSON, gzip', ['Types.']))).toMatch(/^JSON, gzip \((?!.*types)/u);
});
