import { describe, expect, it } from 'vitest';
import type { ErrorRecord } from '../../workers/model/errors';
import type { ImportedSet } from '../../workers/model/imported-set';
import { createImportedSets } from './imported-sets';

const setNamed = (id: string, title = id) => ({ id, title }) as ImportedSet;

/** A store whose writes end when the test says so. */
function storeOf(...sets: ImportedSet[]) {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const write = () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
  return { all: async () => ({ sets, dropped: 0 }), put: write, remove: write, waiting };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('imported sets', () => {
  it('shows a new set once it is stored, so that a reload finds it', async () => {
    const store = storeOf();
    const imported = createImportedSets(store, () => {});
    imported.put(setNamed('a'));
    await settled();
    expect(imported.get()).toEqual([]);
    store.waiting[0]?.resolve();
    await settled();
    expect(imported.get()).toEqual([setNamed('a')]);
  });

  it('shows a new set that could not be stored, and reports why', async () => {
    const store = storeOf();
    const errors: ErrorRecord[] = [];
    const imported = createImportedSets(store, (error) => errors.push(error));
    imported.put(setNamed('a'));
    store.waiting[0]?.reject(new Error('no space'));
    await settled();
    expect(imported.get()).toEqual([setNamed('a')]);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('no space')]);
  });

  it('shows a change of a set at once, and drops a removed one when storage has', async () => {
    const store = storeOf(setNamed('a'));
    const imported = createImportedSets(store, () => {});
    imported.subscribe(() => {});
    await settled();
    imported.put(setNamed('a', 'renamed'));
    expect(imported.get()).toEqual([setNamed('a', 'renamed')]);
    imported.remove('a');
    expect(imported.get()).toHaveLength(1);
    for (const { resolve } of store.waiting) resolve();
    await settled();
    expect(imported.get()).toEqual([]);
  });
});
