import { expect, test } from 'vitest';
import example from '../../fixtures/imported/example.json';
import { importedSetSchema } from './imported-set';
import { parseWithSchema } from './parse';

const [figure] = example.figures;
const units = (own: { unit: string }) => (own.unit === '/s' ? 'ms' : '/s');

test.each<[string, object]>([
  ['repeats an id among its datasets, systems or metrics', { systems: [...example.systems, example.systems[0]] }],
  [
    'has a figure of a system, metric or dataset that it does not list',
    { figures: [...example.figures, { ...figure, system: 'nobody' }] },
  ],
  ['has two figures of the same system, metric and dataset', { figures: [...example.figures, figure] }],
  ['names a baseline that is not among its systems', { baseline: 'nobody' }],
  [
    'has a figure whose unit does not fit its metric’s quantity',
    { figures: example.figures.map((own) => ({ ...own, unit: units(own) })) },
  ],
  [
    'has a unit that does not fit its quantity',
    { metrics: example.metrics.map((own) => ({ ...own, unit: '/s', quantity: 'fileSize', scope: null })) },
  ],
])('%s', (sentence, changed) =>
  expect(() => parseWithSchema(importedSetSchema, { ...example, ...changed }, 'example')).toThrow(sentence),
);
