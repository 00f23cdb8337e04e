import { expect, test } from 'vitest';
import example from '../../fixtures/imported/example.json';
import { importedSetSchema, importedUnits } from './imported-set';
import { parse } from './parse';
import { readPrintedNumber } from './printed-number';

test('the example that the JSON Schema publishes is as the schema says, and its values are what it prints', () => {
  const set = parse(importedSetSchema, example, 'example');
  expect(set.figures).toHaveLength(15);
  for (const { printed, unit, value } of set.figures) expect(value).toBeCloseTo(readPrintedNumber(printed).value * importedUnits[unit].scale, 6);
});
