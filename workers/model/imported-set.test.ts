import { expect, test } from 'vitest';
import example from '../../fixtures/imported/example.json';
import exampleV1 from '../../fixtures/imported/example-v1.json';
import { importedSetSchema, importedUnits } from './imported-set';
import { readImportedSet } from './imported-set-versions';
import { parse } from './parse';
import { readPrintedNumber } from './printed-number';

test('the example that the JSON Schema publishes is as the schema says, and its values are what it prints', () => {
  const set = parse(importedSetSchema, example, 'example');
  expect(set.figures).toHaveLength(15);
  for (const { printed, unit, value } of set.figures)
    expect(value).toBeCloseTo(readPrintedNumber(printed).value * importedUnits[unit].scale, 6);
});

test('what was made under version 1 opens as the same set: its scope is that of each of its clocks', () => {
  expect(readImportedSet(exampleV1, 'example')).toEqual(parse(importedSetSchema, example, 'example'));
  expect(() => readImportedSet({ ...exampleV1, scope: 'somewhere' }, 'example')).toThrow('scope');
  expect(() => readImportedSet({ ...exampleV1, baseline: 'nobody' }, 'example')).toThrow('baseline');
});

test('a column has a scope exactly where a clock ran', () => {
  const withScopes = (scope: string | null) => ({
    ...example,
    metrics: example.metrics.map((metric) => ({ ...metric, scope })),
  });
  expect(() => parse(importedSetSchema, withScopes(null), 'example')).toThrow('scope');
  expect(() => parse(importedSetSchema, withScopes('inMemory'), 'example')).toThrow('scope');
});
