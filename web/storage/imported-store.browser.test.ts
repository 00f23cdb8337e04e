import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import example from '../../fixtures/imported/example.json';
import exampleV1 from '../../fixtures/imported/example-v1.json';
import { importedSetSchema } from '../../workers/model/imported-set';
import { parseWithSchema } from '../../workers/model/parse';
import { createImportedStore } from './imported-store';

const set = parseWithSchema(importedSetSchema, example, 'example');

beforeEach(async () => {
  const store = createImportedStore();
  for (const { id } of (await store.all()).sets) await store.remove(id);
});

test('sets are kept for another page, replaced by their id, and gone once removed', async () => {
  const store = createImportedStore();
  await store.put(set);
  await store.put({ ...set, title: 'Another title' });
  await store.put({ ...set, id: 'older', importedAt: '2020-01-01T00:00:00.000Z' });
  expect((await createImportedStore().all()).sets.map(({ id, title }) => [id, title])).toEqual([
    ['older', set.title],
    [set.id, 'Another title'],
  ]);
  await store.remove('older');
  expect((await store.all()).sets).toHaveLength(1);
});

test('a set that was kept under version 1 is there as one of today', async () => {
  const database = await openDB('formatlab-imported');
  await database.put('sets', exampleV1, exampleV1.id);
  database.close();
  expect(await createImportedStore().all()).toEqual({ sets: [set], dropped: 0 });
});

test('a damaged set is dropped, counted, and the others stay', async () => {
  const store = createImportedStore();
  await store.put(set);
  const database = await openDB('formatlab-imported');
  await database.put('sets', { ...set, id: 'damaged', figures: 'many' }, 'damaged');
  database.close();
  expect(await store.all()).toMatchObject({ dropped: 1, sets: [{ id: set.id }] });
  expect(await store.all()).toMatchObject({ dropped: 0 });
});
