import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toCanonical, unpackTexts } from '../model/canonical';
import type { Dataset } from '../model/dataset';
import { MoleculesBuilder } from '../model/molecules/builder';
import { sampleSource } from './sample-dataset';

const strings = (...values: string[]) => ({
  offsets: Int32Array.from([0, ...values.map((_, at) => values.slice(0, at + 1).join('').length)]),
  data: new TextEncoder().encode(values.join('')),
});
const names = Array.from({ length: 10 }, (_, at) => `k${at}`);
const records: Dataset = {
  kind: 'records',
  recordCount: 10,
  keys: strings(...names),
  values: strings(...names.map((name) => name.repeat(3))),
};
const sourceOf = (dataset: Dataset) => ({ dataset, sha256: 'whole', dataBytes: 1_000 });

test('records are taken evenly spread, in order', async () => {
  const { source, sample } = await sampleSource(sourceOf(records), 4);
  if (source.dataset.kind !== 'records') throw new Error('They stay records.');
  expect(source.dataset.recordCount).toBe(4);
  expect(unpackTexts(source.dataset.keys)).toEqual(['k0', 'k2', 'k5', 'k7']);
  expect(unpackTexts(source.dataset.values)).toEqual(['k0k0k0', 'k2k2k2', 'k5k5k5', 'k7k7k7']);
  const { parts, dataBytes } = toCanonical(source.dataset);
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  expect(source).toMatchObject({ sha256: hash.digest('hex'), dataBytes });
  expect(sample).toEqual({ items: 4, dataBytes });
});

test.each<[string, Dataset, number | null]>([
  ['all are asked for', records, null],
  ['as many are asked for as there are', records, 10],
  ['more are asked for', records, 11],
  ['none are asked for', records, 0],
  ['the dataset is of another kind', { kind: 'list', elementType: 'float64', values: [1, 2, 3] }, 1],
])('the source stays whole where %s', async (_, dataset, items) => {
  const source = sourceOf(dataset);
  const sampled = await sampleSource(source, items);
  expect(sampled.source).toBe(source);
  expect(sampled.sample).toBeNull();
});

test('one record less than all is a sample', async () =>
  expect((await sampleSource(sourceOf(records), 9)).sample?.items).toBe(9));

test('molecules are taken evenly spread, in order', async () => {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (const name of names) builder.endMolecule(name);
  const { source, sample } = await sampleSource(sourceOf(builder.finish()), 3);
  if (source.dataset.kind !== 'molecules') throw new Error('They stay molecules.');
  expect(unpackTexts(source.dataset.titles)).toEqual(['k0', 'k3', 'k6']);
  expect(sample).toEqual({ items: 3, dataBytes: source.dataBytes });
});
