import { expect, test } from 'vitest';
import { chosenDatasets } from './chosen-datasets';

const none = null;
const zstd = { id: 'zstd', level: 3 };
const of = (value: number, innerCodec: { id: string; level: number | null } | null) => ({
  options: { value },
  innerCodec,
});
const datasets = ['a', 'b', 'c', 'd', 'e'];
const names = (chosen: ReadonlyMap<unknown, ReadonlySet<string>>) =>
  [...chosen.values()].map((each) => [...each].join(''));

test('each set of options meets each dataset once, and each codec', () => {
  const cases = [of(1, none), of(1, zstd), of(2, none), of(2, zstd)];
  const chosen = chosenDatasets(
    cases,
    datasets,
    () => true,
    () => true,
  );
  expect(names(chosen)).toEqual(['ace', 'bd', 'bd', 'ace']);
});

test('a dataset goes to a case that can write it', () => {
  const chosen = chosenDatasets(
    [of(1, none), of(1, zstd), of(2, none)],
    datasets,
    ({ innerCodec }, dataset) => (innerCodec === null) === (dataset !== 'a') && dataset !== 'b',
    () => true,
  );
  expect(names(chosen)).toEqual(['cde', 'a', 'cde']);
});

test('each level other than the default takes a few datasets, and all of them together all', () => {
  const levels = [-7, 1, 22, 9].map((level) => of(1, { id: 'zstd', level }));
  const chosen = chosenDatasets(
    [of(1, zstd), ...levels],
    datasets,
    () => true,
    ({ innerCodec }) => innerCodec?.level === 3,
  );
  expect(names(chosen)).toEqual(['abcde', 'ae', 'b', 'c', 'd']);
  const one = chosenDatasets(
    levels,
    ['a'],
    () => true,
    () => false,
  );
  expect(names(one)).toEqual(['a', 'a', 'a', 'a']);
});
