import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readFragment, writeCompactFragment } from '../links/fragment';
import { redactEverything } from '../links/redact-plan';
import { resultLink } from '../links/result-link';
import { makeRun } from '../results/testing/test-results';
import { defaultResultsView } from '../view/results-view';
import { startView } from '../view/start-view';
import type { View } from '../view/view';
import { type AddressBar, createViewStore } from './view-store';

/** A history of fragments, as a tab has. */
function fakeAddress(first = '') {
  const entries = [first];
  let at = 0;
  let moved = () => {};
  const bar: AddressBar = {
    hash: () => (entries[at] === '' ? '' : `#${entries[at]}`),
    push: (fragment) => {
      entries.splice(at + 1, entries.length, fragment);
      at += 1;
    },
    replace: (fragment) => {
      entries[at] = fragment;
    },
    back: () => back(),
    onMove: (listener) => {
      moved = listener;
    },
  };
  const back = () => {
    at -= 1;
    moved();
  };
  return { bar, entries, back };
}

const start = startView();
const withRatioScale = (view: View, ratioScale: View['results']['ratioScale']): View => ({
  ...view,
  results: { ...view.results, ratioScale },
});
const withSeed = (view: View, seed: number): View => ({ ...view, plan: { ...view.plan, seed } });
const create = (address: AddressBar) => createViewStore({ start, address, onResult: vi.fn() });

beforeEach(() => void vi.useFakeTimers());

describe('the view in the address', () => {
  it('starts with the page’s own start, and leaves the address alone', () => {
    const { bar, entries } = fakeAddress();
    expect(create(bar).get()).toEqual({ view: start, problem: null, opening: false, isStart: true });
    expect(entries).toEqual(['']);
  });

  it('is at the start until something is chosen, also on other pages and below a panel, and again after Back', () => {
    const { bar, entries, back } = fakeAddress();
    const store = create(bar);
    store.set({ ...store.get().view, page: 'codecs' });
    store.set({ ...store.get().view, page: 'explore' });
    expect(entries.at(-1)).toBe('');
    store.set({ ...store.get().view, drawer: 'data' });
    expect(store.get().isStart).toBe(true);
    store.closeDrawer();
    expect(store.get().isStart).toBe(true);
    // Also a choice of what is there already leaves the start.
    store.set(store.get().view);
    expect(store.get().isStart).toBe(false);
    back();
    expect(store.get().isStart).toBe(true);
    expect(create(fakeAddress('published').bar).get().isStart).toBe(true);
    expect(create(fakeAddress('v1.broken').bar).get().isStart).toBe(false);
  });

  it('adds an entry for a choice, and Back undoes it', () => {
    const { bar, entries, back } = fakeAddress();
    const store = create(bar);
    const linear = withRatioScale(start, 'linear');
    store.set(linear);
    expect(entries).toHaveLength(2);
    expect(create(fakeAddress(entries[1]).bar).get().view).toEqual(linear);
    back();
    expect(store.get().view).toEqual(start);
  });

  it('makes one entry of a slider’s way, written at the latest after a quarter of a second', () => {
    const { bar, entries } = fakeAddress();
    const store = create(bar);
    for (let seed = 10; seed <= 20; seed++) {
      store.set(withSeed(start, seed), { replace: true });
      vi.advanceTimersByTime(20);
    }
    expect(store.get().view.plan.seed).toBe(20);
    vi.advanceTimersByTime(300);
    expect(entries).toHaveLength(2);
    expect(create(fakeAddress(entries[1]).bar).get().view.plan.seed).toBe(20);
  });

  it('writes what glided before the next choice adds its entry', () => {
    const { bar, entries } = fakeAddress();
    const store = create(bar);
    store.set(withSeed(start, 5), { replace: true });
    store.set(withSeed(start, 6), { replace: true });
    store.set(withRatioScale(withSeed(start, 6), 'linear'));
    expect(entries).toHaveLength(3);
    expect(create(fakeAddress(entries[1]).bar).get().view.plan.seed).toBe(6);
  });

  it('says what is wrong with a damaged link, and shows the start', () => {
    const { view, problem } = create(fakeAddress('v1.AAAAA&page=about').bar).get();
    expect(view).toEqual(start);
    expect(problem).toMatch(/damaged/);
  });

  it('keeps a choice that was made while a link was being read', async () => {
    // A view of more than 2,000 characters is compressed, and is read later.
    const hiddenFormats = Array.from({ length: 60 }, (_, index) => `format-${'x'.repeat(40)}-${index}`);
    const link = await writeCompactFragment({ ...start, results: { ...start.results, hiddenFormats } });
    const { bar } = fakeAddress(link);
    const store = create(bar);
    const opening = store.get();
    const chosen = withSeed(start, 8);
    store.set(chosen);
    // The store has begun to read before, so that it has ended by then.
    expect((await readFragment(`#${link}`, start)).view.results.hiddenFormats).toEqual(hiddenFormats);
    await Promise.resolve();
    expect(opening.opening).toBe(true);
    expect(store.get()).toMatchObject({ view: chosen, opening: false });
  });

  it('keeps the results of a link in the address until the plan is another', async () => {
    const base = 'https://example.org/';
    const run = makeRun({ cells: start.plan.candidates.slice(0, 2).map((candidate) => ({ candidate })) });
    const result = { ...run, plan: { ...run.plan, datasets: start.plan.datasets } };
    const link = (await resultLink(result, start, redactEverything, base)).url.slice(base.length + 1);
    const { bar, entries, back } = fakeAddress(link);
    const opened = vi.fn();
    const store = createViewStore({ start, address: bar, onResult: opened });
    await readFragment(`#${link}`, start);
    await Promise.resolve();
    expect(opened).toHaveBeenCalledTimes(1);
    const { view } = store.get();
    store.set(withRatioScale(view, 'linear'));
    store.set(withSeed(view, 9));
    expect(entries.map((entry) => entry.includes('&r='))).toEqual([true, true, false]);
    // Back to the plan of the results shows these again, and a step with that plan does not; neither unpacks them again.
    back();
    expect(store.get()).toMatchObject({ view: withRatioScale(view, 'linear'), opening: false });
    expect(opened).toHaveBeenCalledTimes(2);
    back();
    expect(store.get()).toEqual({ view, problem: null, opening: false, isStart: false });
    expect(opened.mock.calls).toEqual(
      [[result], [result]].map(([one]) => [expect.objectContaining({ startedAt: one?.startedAt })]),
    );
  });

  it('goes back when a drawer closes unchanged, and keeps what was chosen in it without the drawer', () => {
    const { bar, entries, back } = fakeAddress();
    const store = create(bar);
    const { plan } = store.get().view;
    store.set({ ...start, drawer: 'plan' });
    store.closeDrawer();
    expect(store.get().view).toEqual(start);
    expect(store.get().view.plan).toBe(plan);
    store.set({ ...start, tab: 'bytes' });
    expect(entries).toHaveLength(2);
    store.set({ ...store.get().view, drawer: 'plan' });
    store.set(withSeed(store.get().view, 4));
    store.closeDrawer();
    const closed = withSeed({ ...start, tab: 'bytes' }, 4);
    expect(store.get().view).toEqual(closed);
    expect(create(fakeAddress(entries.at(-1)).bar).get().view).toEqual(closed);
    back();
    expect(store.get().view).toEqual({ ...start, tab: 'bytes', drawer: 'plan' });
  });

  it('can say the view that links leave out, which is not the page’s start', () => {
    const { bar, entries } = fakeAddress();
    const store = create(bar);
    const bare: View = {
      ...start,
      results: defaultResultsView,
      plan: { ...start.plan, candidates: start.plan.candidates.slice(0, 1) },
    };
    store.set(bare);
    expect(create(fakeAddress(entries[1]).bar).get().view).toEqual(bare);
  });
});
