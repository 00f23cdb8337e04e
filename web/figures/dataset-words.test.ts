import { expect, test } from 'vitest';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { DatasetSpec } from '../../workers/model/plan';
import type { DatasetInfo } from '../../workers/model/result';
import { workloads } from '../../workers/registry/metadata';
import { datasetCount, datasetName, datasetShape, datasetSize, parametersText, sizeUnit } from './dataset-words';

const meta = workloads.get('array');
if (meta === undefined) throw new Error('There is a workload of arrays.');
const generated = { source: 'workload', workload: 'array', knobs: {}, size: 12_000, seed: 1 } as unknown as DatasetSpec;
const unknown = { source: 'workload', workload: 'gone', knobs: {}, size: 3, seed: 1 } as unknown as DatasetSpec;
const own = (fileName?: string) =>
  ({
    source: 'ownFile',
    type: 'csv',
    fileSizeBytes: 1_500_000,
    ...(fileName && { fileName }),
  }) as unknown as DatasetSpec;

test('a dataset is told by its workload or file, and its size', () => {
  expect(datasetName(generated)).toBe(`${meta.label}, 12,000 ${meta.sizeUnit}`);
  expect(datasetName(unknown)).toBe('gone, 3 items');
  expect(datasetName(own('data.csv'))).toBe('data.csv (csv, 1.50 MB)');
  expect(datasetName(own())).toBe('User’s file (csv, 1.50 MB)');
});

test('its size is told with the unit, or without', () => {
  expect([generated, unknown, own()].map(datasetSize)).toEqual([`12,000 ${meta.sizeUnit}`, '3 items', '1.50 MB']);
  expect([generated, unknown, own()].map(datasetCount)).toEqual(['12,000', '3', '1.50 MB']);
  expect([generated, unknown, own()].map(sizeUnit)).toEqual([meta.sizeUnit, 'items', null]);
});

test('knobs are told by their labels', () => {
  const withParameters = (spec: DatasetSpec, knobs: Record<string, string | number | boolean>) =>
    ({ ...spec, knobs }) as DatasetSpec;
  const choice = meta.parameters.find(({ type }) => type === 'choice');
  if (choice?.type !== 'choice') throw new Error('It has a choice.');
  const [first] = choice.choices;
  expect(parametersText(withParameters(generated, { [choice.id]: first?.value ?? '' }))).toBe(
    `${choice.label}: ${first?.label}`,
  );
  expect(parametersText(withParameters(generated, { [choice.id]: 'gone' }))).toBe(`${choice.label}: gone`);
  expect(parametersText(withParameters(unknown, { a: true, b: false, c: 5 }))).toBe('a: yes, b: no, c: 5');
  expect(parametersText(generated)).toBeNull();
  expect(parametersText(own())).toBeNull();
});

const ready = (schema: DatasetSchema) =>
  ({
    status: 'ready',
    schema,
    itemCount: 1_200,
    dataBytes: 2_000_000,
    sha256: '',
    generateMs: 1,
  }) as unknown as DatasetInfo;

test.each<[DatasetSchema, string]>([
  [{ kind: 'keyedVectors', elementType: 'float32', dimension: 1_280 }, 'vectors of 1,280 float32'],
  [{ kind: 'table', columns: [{ name: 'a', type: 'int8', nullable: false }] }, 'rows of 1 columns'],
  [{ kind: 'array', elementType: 'float64', shape: [1_200] }, 'float64 values'],
  [{ kind: 'list', elementType: 'int64' }, 'int64 values'],
  [{ kind: 'stringArray' }, 'texts'],
  [{ kind: 'dict', keyType: 'utf8', valueType: 'int64' }, 'entries, utf8 to int64'],
  [{ kind: 'records' }, 'records, text to bytes'],
  [{ kind: 'molecules', coordinates: true, titles: false }, 'molecules with coordinates'],
  [{ kind: 'molecules', coordinates: false, titles: false }, 'molecules'],
  [{ kind: 'bytes' }, 'bytes'],
])('items of $kind', (schema, items) => expect(datasetShape(ready(schema))).toBe(`1,200 ${items}, 2.00 MB in memory`));

test('what is not there is told', () => {
  expect(datasetShape({ status: 'pending' })).toBe('not generated yet');
  expect(
    datasetShape({
      status: 'failed',
      error: { tag: 'internal', stage: 'generate', message: 'No memory.' },
    } as unknown as DatasetInfo),
  ).toMatch(/: No memory\.$/u);
});
