import { describe, expect, it, test } from 'vitest';
import { workloads } from '../../workers/registry/metadata';
import { isSweepParameter } from '../figures/parameter-sweep';
import {
  defaultSweepValues,
  maxSweepValues,
  type NumericParameter,
  parseSweepValues,
  spacedValues,
} from './sweep-values';

const share: NumericParameter = { type: 'number', id: 's', label: 'Share', min: 0, max: 1, step: 0.01, default: 0 };
const digits: NumericParameter = { type: 'integer', id: 'd', label: 'Digits', min: 0, max: 9, default: 2 };
const runs: NumericParameter = { type: 'integer', id: 'r', label: 'Runs', min: 1, max: 10_000, default: 1 };

describe('values from a first to a last one', () => {
  it('are equal steps or equal factors', () => {
    expect(spacedValues(share, { from: 0, to: 1, count: 5, spacing: 'steps' })).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(spacedValues(runs, { from: 1, to: 10_000, count: 5, spacing: 'factors' })).toEqual([
      1, 10, 100, 1_000, 10_000,
    ]);
    expect(spacedValues(share, { from: 0.01, to: 1, count: 3, spacing: 'factors' })).toEqual([0.01, 0.1, 1]);
  });
  it('have equal steps where a factor is impossible', () =>
    expect(spacedValues(share, { from: 0, to: 1, count: 3, spacing: 'factors' })).toEqual([0, 0.5, 1]));
  it('are whole numbers for an integer, each once', () =>
    expect(spacedValues(digits, { from: 0, to: 3, count: 9, spacing: 'steps' })).toEqual([0, 1, 2, 3]));
});

describe('a list of values', () => {
  it('may have any separator, percentages and any order', () =>
    expect(parseSweepValues(share, ' 0.5; 1 %\t0.25,1e-1 , 100 %')).toEqual({ values: [0.01, 0.1, 0.25, 0.5, 1] }));
  it.each([
    [share, '', 'two values or more'],
    [share, '0.5', 'two values or more'],
    [share, '0.5, 1.5', '“1.5” can’t be used: each value must be a number from 0 to 1.'],
    [share, '0.5, half', '“half” can’t be used'],
    [share, '0.5, -1', '“-1”'],
    [share, '0.5, NaN', '“NaN”'],
    [share, '0.5, 50 %', '50 % stands there twice. Remove one.'],
    [digits, '1, 2.5', 'a whole number from 0 to 9'],
    [runs, Array.from({ length: 17 }, (_, index) => index + 1).join(), 'These are 17 values. A sweep has 16 at most'],
  ])('%#: says what is wrong', (parameter, text, problem) =>
    expect(parseSweepValues(parameter, text)).toEqual({ problem: expect.stringContaining(problem) }),
  );
});

test('every parameter that can be swept starts with two to sixteen allowed values', () => {
  const parameters = [...workloads.values()].flatMap((workload) => workload.parameters.filter(isSweepParameter));
  expect(parameters.length).toBeGreaterThan(20);
  for (const parameter of parameters) {
    const values = defaultSweepValues(parameter);
    expect(values.length, parameter.id).toBeGreaterThan(1);
    expect(values.length, parameter.id).toBeLessThanOrEqual(maxSweepValues);
    expect(new Set(values).size).toBe(values.length);
    if (parameter.type !== 'choice')
      expect(parseSweepValues(parameter, values.join(', ')), parameter.id).toEqual({ values });
  }
});
