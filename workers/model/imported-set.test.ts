import { expect, test } from 'vitest';
import example from '../../fixtures/imported/example.json';
import exampleV1 from '../../fixtures/imported/example-v1.json';
import { unitFitsQuantity, importedSetSchema, importedUnits, isTimedQuantity, quantityList } from './imported-set';
import { readImportedSet } from './imported-set-versions';
import { parseWithSchema } from './parse';
import { readPrintedNumber } from './printed-number';

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

test.each<[string, object]>([
  ['repeats an id among its datasets, systems or metrics', { datasets: [...example.datasets, dataset] }],
  ['repeats an id among its datasets, systems or metrics', { systems: [...example.systems, system] }],
  ['repeats an id among its datasets, systems or metrics', { metrics: [...example.metrics, metric] }],
  [
    'has a figure of a system, metric or dataset that it does not list',
    { figures: [...example.figures, { ...figure, system: 'nobody' }] },
  ],
  [
    'has a figure of a system, metric or dataset that it does not list',
    { figures: [...example.figures, { ...figure, metric: 'nothing' }] },
  ],
  [
    'has a figure of a system, metric or dataset that it does not list',
    { figures: [...example.figures, { ...figure, dataset: 'nothing' }] },
  ],
  ['has two figures of the same system, metric and dataset', { figures: [...example.figures, figure] }],
  ['names a baseline that is not among its systems', { baseline: 'nobody' }],
])('a set that %s is refused', (message, changed) =>
  expect(() => parseWithSchema(importedSetSchema, { ...example, ...changed }, 'example')).toThrow(message),
);

test('a figure’s unit is of its metric’s quantity', () => {
  const units = example.figures.map((own) => ({ ...own, unit: own.unit === '/s' ? 'ms' : '/s' }));
  expect(() => parseWithSchema(importedSetSchema, { ...example, figures: units }, 'example')).toThrow(
    'has a figure whose unit does not fit its metric’s quantity',
  );
  const metrics = example.metrics.map((own) => ({ ...own, unit: '/s', quantity: 'fileSize', scope: null }));
  expect(() => parseWithSchema(importedSetSchema, { ...example, metrics }, 'example')).toThrow(
    'has a unit that does not fit its quantity',
  );
});

test('a set without a baseline is taken', () =>
  expect(parseWithSchema(importedSetSchema, { ...example, baseline: null }, 'example').baseline).toBeNull());
