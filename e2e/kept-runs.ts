import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { App } from './app';

/**
 * Runs that tests look at without running them: the app measured them and kept them in its own storage, and a page that is given that storage opens
 * with them as after a reload. Each says what is chosen before Run. `make-kept-runs.ts` makes them again.
 */
export const storedRuns = {
  vectors: async (app: App) => {
    await app.chooseVectors(30);
  },
  'source-000': async (app: App) => {
    await app.chooseVectors(50);
    await app.chooseCandidates('As in Johin 2024');
  },
  sweep: async (app: App) => {
    await app.chooseVectors(50);
    await app.drawer('data');
    await app.page.getByRole('radio', { name: '3 sizes' }).check();
    await app.chooseCandidates('As in Johin 2024');
  },
  lookups: async (app: App) => {
    await app.chooseWorkload(/^English–Japanese/);
    await app.chooseSize(2_000);
    await app.chooseCandidates('zstd with a trained dictionary');
    await app.drawer('plan');
    await app.page.getByRole('checkbox', { name: 'Look up', exact: true }).check();
  },
  lz4: async (app: App) => {
    await app.chooseVectors(50);
    await app.drawer('plan');
    await app.page
      .getByRole('group', { name: /^Implementations of/ })
      .getByRole('button', { name: 'LZ4', exact: true })
      .click();
  },
  'source-001': async (app: App) => {
    await app.chooseSource(/sharing of data between programming languages/, 'Run arrays here');
    await app.chooseSize(2_000);
  },
  'source-002': async (app: App) => {
    await app.chooseSource(/Tkrzw/, 'Run this here');
    await app.chooseSize(300);
  },
  'source-004': async (app: App) => {
    await app.chooseWorkload(/^Events/);
    await app.chooseSize(20_000);
    await app.chooseCandidates('Parquet codecs and ROOT, as in Butsuri no Eki');
  },
  molecules: async (app: App) => {
    await app.chooseWorkload(/^Molecules .*source 003/);
    await app.chooseSize(200);
    await app.chooseCandidates('As in the CDK study, 2015');
    await app.chooseEffort('Quick');
  },
  'own-csv': async (app: App) => {
    await app.chooseFile('node_modules/vega-datasets/data/birdstrikes.csv');
  },
} satisfies Record<string, (app: App) => Promise<void>>;

export type StoredRunName = keyof typeof storedRuns;

type Key = string | readonly (string | number)[];

/** One of the app's databases as it lies in the browser. */
export interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: Readonly<Record<string, readonly { readonly key: Key; readonly value: unknown }[]>>;
}

export const storedRunFile = (name: string) => `fixtures/e2e/${name}.json`;

/** What the app keeps in this page's browser. */
export function readDatabase(page: Page, database: string): Promise<StoredDatabase> {
  return page.evaluate(async (name) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await answer(indexedDB.open(name));
    const stores: Record<string, { key: Key; value: unknown }[]> = {};
    for (const store of db.objectStoreNames) {
      const content = db.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([answer(content.getAllKeys()), answer(content.getAll())]);
      stores[store] = keys.map((key, index) => ({ key: key as Key, value: values[index] }));
    }
    db.close();
    return { name, version: db.version, stores };
  }, database);
}

/** Gives the page's browser what it kept of a run, before the page first opens. Over a reload it stays as the app leaves it. */
export async function restoreStoredRun(
  page: Page,
  given: StoredRunName | 'source-000-tested' | StoredDatabase,
): Promise<void> {
  const kept =
    typeof given === 'string' ? (JSON.parse(readFileSync(storedRunFile(given), 'utf8')) as StoredDatabase) : given;
  await page.addInitScript(({ name, version, stores }) => {
    const request = indexedDB.open(name, version);
    // The app's own opening waits until this one is over, so it finds the run.
    request.onupgradeneeded = () => {
      for (const [store, entries] of Object.entries(stores)) {
        const made = request.result.createObjectStore(store);
        for (const { key, value } of entries) made.put(value, key as IDBValidKey);
      }
    };
    request.onsuccess = () => request.result.close();
  }, kept);
}
