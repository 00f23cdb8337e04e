import type { RawTable } from '../readers/given-table';
import type { SetDetails } from '../set/make-set';
import { recogniseImport } from '../readers/recognise';

/** Helpers for tests of the import box: readers without a browser, and the fields that a user fills in. */

export const testReaders = {
  html: (): RawTable[] => [],
  link: () => Promise.reject(new Error('No link is read here.')),
};

export async function tablesIn(text: string): Promise<readonly RawTable[]> {
  const arrival = await recogniseImport(text, 'pasted text', testReaders);
  if (arrival.kind !== 'tables') throw new Error('There is no table in it.');
  return arrival.tables;
}

export async function tableIn(text: string): Promise<RawTable> {
  const [table] = await tablesIn(text);
  if (table === undefined) throw new Error('There is no table in it.');
  return table;
}

export const testDetails: SetDetails = {
  id: 'test',
  title: 'Test',
  importedAt: '2026-11-22T10:00:00.000Z',
  provenance: { who: '', where: '', date: '', hardware: '', software: '', threads: '', repeats: '', clock: '' },
  scope: 'notStated',
  dataset: { label: 'the data', itemCount: null, dataBytes: null },
  baseline: null,
};
