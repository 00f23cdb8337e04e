import { expect, test } from 'vitest';
import { loadedLater } from '../storage/loaded-later';
import { renewedAfterFailure, tryPartsAgain, whyNotLoaded } from './part-of-page';

test('what failed is made anew once somebody tries again, and what did not fail is kept', () => {
  const failures: (() => void)[] = [];
  const part = renewedAfterFailure((onFailure) => failures.push(onFailure));
  expect([part(), part()]).toEqual([1, 1]);
  tryPartsAgain();
  expect(part()).toBe(1);
  failures[0]?.();
  // React renders a failed part again at once: it must fail again then, not load without end.
  tryPartsAgain();
  expect([part(), part()]).toEqual([2, 2]);
  failures[1]?.();
  expect(part()).toBe(2);
  tryPartsAgain();
  expect(part()).toBe(3);
  tryPartsAgain();
  expect(part()).toBe(3);
});

const entry = './assets/index-a1.js';
const answers = (ok: boolean, text: string) => async () => ({ ok, text: async () => text });

test.each([
  ['newVersion', answers(true, '<script src="./assets/index-b2.js">')],
  ['unknown', answers(true, `<script src="${entry}">`)],
  ['unreachable', answers(false, '')],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('why a part did not load: %s', async (reason, ask) => {
  expect(await whyNotLoaded({ pageUrl: 'https://example.org/', entry }, ask)).toBe(reason);
});

test('a store loads on first use, once, and again after a failure', async () => {
  let loads = 0;
  const store = loadedLater(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return { add: async (one: number, other: number) => one + other };
  });
  expect(loads).toBe(0);
  await expect(store.add(1, 2)).rejects.toThrow('offline');
  expect(await Promise.all([store.add(1, 2), store.add(3, 4)])).toEqual([3, 7]);
  expect(loads).toBe(2);
});
