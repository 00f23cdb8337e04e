import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toCanonical, unpackTexts } from '../model/canonical';
import type { Dataset } from '../model/dataset';
import { MoleculesBuilder } from '../model/molecules/builder';
import { datasetRanges } from './dataset-rows';
import { itemCount, schemaOf } from '../model/dataset';
import type { DatasetSample } from '../model/result';
import { sampleDatasets } from '../registry/testing/sample-datasets';
import { openCandidate } from './candidate-session';
import { encodeParts } from './encode-parts';
import { sampleSource } from './sample-dataset';
import { fakeClock } from './testing/fake-clock';
import { canonicalFile, fakeRegistry } from './testing/fake-registry';

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

test('the items of any dataset can be divided, and together are all of it', () => {
  const kinds = new Set<string>();
  for (const [, dataset] of sampleDatasets()) {
    if (dataset.kind === 'array' && dataset.shape.length !== 1) continue;
    kinds.add(dataset.kind);
    const count = itemCount(dataset);
    const middle = Math.ceil(count / 2);
    const [first, rest] = [
      datasetRanges(dataset, [{ from: 0, to: middle }]),
      datasetRanges(dataset, [{ from: middle, to: count }]),
    ];
    expect(itemCount(first) + itemCount(rest)).toBe(count);
    expect(itemCount(first)).toBe(middle);
    const whole = datasetRanges(dataset, [
      { from: 0, to: middle },
      { from: middle, to: count },
    ]);
    expect(canonicalFile(whole)).toEqual(canonicalFile(dataset));
  }
  expect(kinds.size).toBeGreaterThan(5);
});

test('an array is divided at whole rows of its first dimension', () => {
  const array: Dataset = {
    kind: 'array',
    elementType: 'float64',
    shape: [4, 3],
    values: Float64Array.from({ length: 12 }, (_, at) => at),
  };
  const part = datasetRanges(array, [{ from: 3, to: 10 }]);
  expect(part).toMatchObject({ shape: [2, 3] });
  expect([...(part.kind === 'array' ? part.values : [])]).toEqual([3, 4, 5, 6, 7, 8]);
});

const sampleOf = (unitItems: number[]): DatasetSample => ({
  unitKind: 'rows',
  unitItems,
  unitCount: 50,
  totalItems: 1_000,
  isTotalEstimated: false,
  isFirstPart: false,
  fileBytes: 80,
});

test('groups of units are encoded alone, each after a sign of life, and their sizes are told', async () => {
  const dataset: Dataset = { kind: 'list', elementType: 'float64', values: Array.from({ length: 10 }, (_, at) => at) };
  const encoded: number[] = [];
  const stages: string[] = [];
  const registry = fakeRegistry({
    own: {
      session: () => ({
        encode: (data) => {
          encoded.push(itemCount(data));
          stages.push('call');
          return new Uint8Array(100 + 8 * itemCount(data));
        },
      }),
    },
  });
  const candidate = { format: 'fake', implementation: 'own', options: {}, codec: null };
  const session = await openCandidate(registry, candidate, schemaOf(dataset), 80, fakeClock());
  const file = new Uint8Array(180);
  const parts = await encodeParts(session, { dataset, dataBytes: 80 }, sampleOf([2, 3, 5]), file, {
    registry,
    clock: fakeClock(),
    onStage: (stage) => stages.push(stage),
  });
  expect(encoded).toEqual([2, 3, 5, 10]);
  expect(parts).toEqual({ partsBytes: [116, 124, 140], brokenBytes: 180 });
  expect(stages).toEqual(['encode', 'call', 'encode', 'call', 'encode', 'call', 'encode', 'call']);
});
