import { expect, test } from 'vitest';
import example from '../../fixtures/imported/example.json';
import exampleV1 from '../../fixtures/imported/example-v1.json';
import { unitFitsQuantity, importedSetSchema, importedUnits, isTimedQuantity, quantityList } from './imported-set';
import { readImportedSet } from './imported-set-versions';
import { parseWithSchema } from './parse';
import { readPrintedNumber } from './printed-number';
import { telling } from './testing/telling';

test('the example that the JSON Schema publishes is as the schema says, and its values are what it prints', () => {
  const set = parseWithSchema(importedSetSchema, example, 'example');
  expect(set.figures).toHaveLength(15);
  for (const { printed, unit, value } of set.figures)
    expect(value).toBeCloseTo(readPrintedNumber(printed).value * importedUnits[unit].scale, 6);
});

test('what was made under version 1 opens as the same set: its scope is that of each of its clocks', () => {
  expect(readImportedSet(exampleV1, 'example')).toEqual(parseWithSchema(importedSetSchema, example, 'example'));
  expect(() => readImportedSet({ ...exampleV1, scope: 'somewhere' }, 'example')).toThrow('scope');
  expect(() => readImportedSet({ ...exampleV1, baseline: 'nobody' }, 'example')).toThrow('baseline');
});

test('a column has a scope exactly where a clock ran', () => {
  const withScopes = (scope: string | null) => ({
    ...example,
    metrics: example.metrics.map((metric) => ({ ...metric, scope })),
  });
  expect(() => parseWithSchema(importedSetSchema, withScopes(null), 'example')).toThrow('scope');
  expect(() => parseWithSchema(importedSetSchema, withScopes('inMemory'), 'example')).toThrow('scope');
});

test('times, speeds and rates come from a clock', () => {
  expect(quantityList.filter(isTimedQuantity)).toEqual([
    'writeTime',
    'readTime',
    'time',
    'writeSpeed',
    'readSpeed',
    'speed',
    'rate',
  ]);
});

test('a unit is of its quantity', () => {
  expect([
    unitFitsQuantity('ms', 'readTime'),
    unitFitsQuantity('MB', 'fileSize'),
    unitFitsQuantity('%', 'ratio'),
  ]).toEqual([true, true, true]);
  expect([
    unitFitsQuantity('MB/s', 'fileSize'),
    unitFitsQuantity('/s', 'speed'),
    unitFitsQuantity('1', 'time'),
  ]).toEqual([false, false, false]);
});

const [dataset, system, metric, figure] = [example.datasets, example.systems, example.metrics, example.figures].map(
  ([first]) => first,
);

test.each<[string, RegExp, object]>([
  ['repeats a dataset', telling('id'), { datasets: [...example.datasets, dataset] }],
  ['repeats a system', telling('id'), { systems: [...example.systems, system] }],
  ['repeats a metric', telling('id'), { metrics: [...example.metrics, metric] }],
  ['lacks a system', telling('a figure'), { figures: [...example.figures, { ...figure, system: 'nobody' }] }],
  ['lacks a metric', telling('a figure'), { figures: [...example.figures, { ...figure, metric: 'nothing' }] }],
  ['lacks a dataset', telling('a figure'), { figures: [...example.figures, { ...figure, dataset: 'nothing' }] }],
  ['repeats a figure', telling('two figures'), { figures: [...example.figures, figure] }],
  ['lacks its baseline', telling('baseline'), { baseline: 'nobody' }],
])('a set that %s is refused', (_, message, changed) =>
  expect(() => parseWithSchema(importedSetSchema, { ...example, ...changed }, 'example')).toThrow(message),
);

test('a figure’s unit is of its metric’s quantity', () => {
  const units = example.figures.map((own) => ({ ...own, unit: own.unit === '/s' ? 'ms' : '/s' }));
  expect(() => parseWithSchema(importedSetSchema, { ...example, figures: units }, 'example')).toThrow(
    telling('figure', 'unit', 'metric', 'quantity'),
  );
  const metrics = example.metrics.map((own) => ({ ...own, unit: '/s', quantity: 'fileSize', scope: null }));
  expect(() => parseWithSchema(importedSetSchema, { ...example, metrics }, 'example')).toThrow(
    /^(?!.*figure).* unit .*quantity/u,
  );
});

test('a set without a baseline is taken', () =>
  expect(parseWithSchema(importedSetSchema, { ...example, baseline: null }, 'example').baseline).toBeNull());
