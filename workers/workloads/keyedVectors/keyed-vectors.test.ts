import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import slices from '../../../fixtures/vectors/slices.json';
import { toCanonical } from '../../model/canonical';
import type { KeyedVectors } from '../../model/dataset';
import { completeOptions, type OptionValues } from '../../model/options';
import { workload } from './index';
import { distributions, meta } from './meta';
import { roundSignificant } from './values';

const count = 400;

function vectors(given: OptionValues, { seed = 42, from = 0, to = count } = {}): KeyedVectors {
  const parameters = completeOptions(meta.parameters, { dimension: 256, ...given }, meta.label);
  return workload.generate({ parameters, seed, from, to }) as KeyedVectors;
}

const rowsOf = (dataset: KeyedVectors): number[][] => [...dataset.entries.values()].map((row) => [...row]);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]) => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
const column = (rows: readonly number[][], index: number) => rows.map((row) => row[index] ?? Number.NaN);

// The Python generator is held to the same hashes (e2e/interop/test_references.py).
it.each(slices)('rows $from to $to of seed $seed are those on record for $knobs', ({ knobs, sha256, ...rest }) => {
  const parameters = completeOptions(meta.parameters, knobs as OptionValues, meta.label);
  const hash = createHash('sha256');
  for (const part of toCanonical(workload.generate({ parameters, ...rest })).parts) hash.update(part);
  expect(hash.digest('hex')).toBe(sha256);
});

it.each(distributions)('a slice of %s values equals its part of the whole', (distribution) => {
  const whole = rowsOf(vectors({ distribution, duplicateShare: 0.2 }));
  expect(rowsOf(vectors({ distribution, duplicateShare: 0.2 }, { from: 17, to: 60 }))).toEqual(whole.slice(17, 60));
});

it('normal values have mean 0, deviation 1, and a twentieth beyond 1.96', () => {
  const all = rowsOf(vectors({ distribution: 'normal' })).flat();
  expect(Math.abs(mean(all))).toBeLessThan(5 / Math.sqrt(all.length));
  expect(Math.abs(deviation(all) - 1)).toBeLessThan(5 / Math.sqrt(2 * all.length));
  const beyond = all.filter((value) => Math.abs(value) > 1.959_964).length / all.length;
  expect(Math.abs(beyond - 0.05)).toBeLessThan(5 * Math.sqrt((0.05 * 0.95) / all.length));
});

it('quantised values are 255 steps at most, and none is −0', () => {
  const all = rowsOf(vectors({ distribution: 'quantised' })).flat();
  expect(all.every((value) => Number.isInteger(value * 32) && Math.abs(value) <= 127 / 32)).toBe(true);
  expect(all.some((value) => Object.is(value, -0))).toBe(false);
  expect(new Set(all).size).toBeGreaterThan(200);
});

it('values like embeddings are float32, correlate, and have dimensions of their own scales', () => {
  const rows = rowsOf(vectors({ distribution: 'realLike' }));
  expect(rows.flat().every((value) => Math.fround(value) === value)).toBe(true);
  const correlation = (a: number, b: number) => {
    const [x, y] = [column(rows, a), column(rows, b)];
    const together = mean(x.map((value, row) => (value - mean(x)) * ((y[row] ?? 0) - mean(y))));
    return together / (deviation(x) * deviation(y));
  };
  const squares = Array.from({ length: 60 }, (_, index) => correlation(index, index + 60) ** 2);
  // Independent values would have 1 ÷ rows, which is 0.0025. Common components have 0.81² ÷ 14.
  expect(mean(squares)).toBeGreaterThan(0.02);
  const scales = Array.from({ length: 256 }, (_, index) => deviation(column(rows, index)));
  expect(Math.max(...scales) / Math.min(...scales)).toBeGreaterThan(5);
});

it('significant bits are rounded to the nearest, half of the last away from zero', () => {
  const rounded = (bits: number, ...values: number[]) => {
    const copy = Float64Array.from(values);
    roundSignificant(copy, bits);
    return [...copy];
  };
  expect(rounded(53, 0.1, -1 / 3)).toEqual([0.1, -1 / 3]);
  expect(rounded(2, 1.25, -1.25, 1.24, 1.75, 0, 3.5)).toEqual([1.5, -1.5, 1, 2, 0, 4]);
  expect(rounded(1, 0.7, 0.76, -5)).toEqual([0.5, 1, -4]);
  // 21 bits end in the upper half of the 64, 20 and 22 on either side of it.
  for (const bits of [20, 21, 22, 24, 52]) {
    const [value = 0] = rounded(bits, 1 / 3);
    expect(Math.abs(value - 1 / 3)).toBeLessThanOrEqual(2 ** (-2 - bits));
    expect(Number.isInteger(value * 2 ** (bits + 1))).toBe(true);
  }
  expect(rounded(24, 0.1, 1 / 3)).toEqual([Math.fround(0.1), Math.fround(1 / 3)]);
});
