import { expect, test } from 'vitest';
import { candidate, makeRun } from '../results/testing/test-results';
import type { ShownRun } from '../state/shown-run';
import { isKeptOverReload, keepOverReload, resultKey } from './kept-over-reload';
import { takeKeptOverReload } from './take-kept';

const result = makeRun({ cells: [{ candidate: candidate('raw'), ms: { encode: 1 } }] });
const imported: ShownRun = { origin: { kind: 'import', fileName: 'theirs.json' }, result, running: false };

/** A tab's storage whose values have at most `maxChars` characters. */
function tabStorage(maxChars = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > maxChars) throw new DOMException('', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
}

test('results are kept over one reload, with their origin', () => {
  const storage = tabStorage();
  keepOverReload(imported, storage);
  expect(isKeptOverReload(storage)).toBe(true);
  expect(takeKeptOverReload(storage)).toEqual(imported);
  expect(storage.getItem(resultKey)).toBeNull();
  expect(takeKeptOverReload(storage)).toBeNull();
});

test.each([null, { ...imported, running: true }, { ...imported, origin: { kind: 'example' as const } }])(
  'what the next start finds by itself is not kept (%#)',
  (shown) => {
    const storage = tabStorage();
    keepOverReload(shown, storage);
    expect(takeKeptOverReload(storage)).toBeNull();
  },
);

test('results without room are told, and damaged ones are refused once', () => {
  expect(() => keepOverReload(imported, tabStorage(10))).toThrow(
    expect.objectContaining({ record: expect.objectContaining({ tag: 'storageFailed' }) }),
  );
  const storage = tabStorage();
  keepOverReload(imported, { ...storage, setItem: (key, value) => storage.setItem(key, value.slice(0, -1)) });
  expect(() => takeKeptOverReload(storage)).toThrow();
  expect(takeKeptOverReload(storage)).toBeNull();
});
