import { expect, test } from 'vitest';
import type { DatasetSpec } from '../../workers/model/plan';
import { workloads } from '../../workers/registry/metadata';
import {
  isSweepParameter,
  parameterSweepOf,
  type SweepParameter,
  sweepValueText,
  sweepValuesText,
  sweepValueTick,
} from './parameter-sweep';

const table = (knobs: Record<string, string | number>, changes = {}): DatasetSpec => ({
  source: 'workload',
  workload: 'table',
  knobs,
  size: 1_000,
  seed: 1,
  ...changes,
});
const parameterOf = (workload: string, id: string): SweepParameter => {
  const found = workloads.get(workload)?.parameters.find((each) => each.id === id);
  if (found === undefined || !isSweepParameter(found)) throw new Error(`There is no such parameter: ${id}.`);
  return found;
};

test('datasets that differ in one parameter are a sweep of it, in their order', () => {
  const sweep = parameterSweepOf([table({ nullShare: 0.5 }), table({ nullShare: 0 }), table({})]);
  expect(sweep?.parameter.id).toBe('nullShare');
  // A parameter that is not given has its default.
  expect(sweep?.values).toEqual([0.5, 0, 0.05]);
});

test.each([
  ['one dataset', [table({})]],
  ['equal datasets', [table({}), table({ nullShare: 0.05 })]],
  ['two of three equal', [table({}), table({ nullShare: 0.5 }), table({ nullShare: 0.5 })]],
  ['two parameters', [table({}), table({ nullShare: 0.5 }), table({ runLength: 9 })]],
  ['sizes', [table({}), table({}, { size: 2_000 })]],
  ['a size beside a parameter', [table({}), table({ nullShare: 0.5 }, { size: 2_000 })]],
  ['seeds', [table({}), table({ nullShare: 0.5 }, { seed: 2 })]],
  ['workloads', [table({}), table({}, { workload: 'events' })]],
  ['an unknown workload', [table({}, { workload: 'x' }), table({ a: 1 }, { workload: 'x' })]],
  ['nothing', []],
])('%s: no sweep', (_, datasets) => expect(parameterSweepOf(datasets)).toBeNull());

test('shares are percentages, other values have their unit', () => {
  const share = parameterOf('table', 'distinctShare');
  expect(sweepValueText(share, 0.41)).toBe('41 %');
  expect(sweepValueText(share, 0.005)).toBe('0.5 %');
  expect(sweepValueText(share, 0)).toBe('0 %');
  expect(sweepValueText(share, 0.40833, 2)).toBe('41 %');
  const runs = parameterOf('table', 'runLength');
  expect(sweepValueText(runs, 1_000)).toBe('1,000 rows');
  expect(sweepValueText(runs, 1)).toBe('1 row');
  expect(sweepValuesText(runs, [1, 10, 100])).toBe('1, 10, 100 rows');
  expect(sweepValueTick(runs, 1_000)).toBe('1,000');
  expect(sweepValueText(runs, 1_234.5, 2)).toBe('1,200 rows');
  expect(sweepValueText(parameterOf('keyedVectors', 'distribution'), 'realLike')).toBe('like embeddings');
  expect(sweepValueText(parameterOf('table', 'decimalDigits'), 9)).toBe('9');
});
