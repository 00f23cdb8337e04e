import { useSyncExternalStore } from 'react';
import type { RunResult } from '../../workers/model/result';
import { isStartingPoint, readFragment, readView, writeFragment } from '../links/fragment';
import { frameFragment } from '../links/frame';
import { writeView } from '../links/view-text';
import type { View } from '../view/view';

/**
 * The user's choices, stored in the URL's fragment. Each choice adds a history entry, so that the browser's Back button
 * undoes it. Rapid changes (a slider, typing a number) add one entry and then replace it for a second, at most about
 * four times per second, since browsers limit the rate. The results of a link stay in the address as long as the plan
 * is unchanged.
 */
interface ViewStore {
  readonly get: () => ViewState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (view: View, options?: { readonly replace?: boolean }) => void;
  /**
   * Closes the drawer. If the user closes it and nothing was chosen since it opened, this goes back to the entry before it, so that Back does not open it
   * again. Going back takes a moment, in which the page must not choose anything itself.
   */
  readonly closeDrawer: (options?: { readonly byUser?: boolean }) => void;
  readonly dismissProblem: () => void;
}

export interface ViewState {
  readonly view: View;
  /** A sentence on what was wrong with the opened link. */
  readonly problem: string | null;
  /** True while the compressed part of a link is being read. */
  readonly opening: boolean;
  /** True as long as nothing was opened or chosen: the address had no saved view, and only the page or the panel has changed since. */
  readonly isStart: boolean;
}

/** The browser's address bar and history. Tests pass a fake. */
export interface AddressBar {
  readonly hash: () => string;
  readonly push: (fragment: string) => void;
  readonly replace: (fragment: string) => void;
  /** Goes to the entry before, which `onMove` tells. */
  readonly back: () => void;
  /** Called on Back, Forward, and when the fragment is edited or a link is clicked. */
  readonly onMove: (listener: () => void) => void;
}

export const browserAddressBar: AddressBar = {
  hash: () => window.location.hash,
  push: (fragment) => window.history.pushState(null, '', `#${fragment}`),
  replace: (fragment) => window.history.replaceState(null, '', `#${fragment}`),
  back: () => window.history.back(),
  onMove: (listener) => window.addEventListener('popstate', listener),
};

interface ViewStoreOptions {
  readonly start: View;
  readonly address: AddressBar;
  /** Called with the results in a link. */
  readonly onResult: (result: RunResult) => void;
}

/** The next view with the parts that are as before, so that only what has changed is drawn again. */
function withKept(before: View, next: View): View {
  const kept = <K extends keyof View>(key: K): View[K] =>
    JSON.stringify(before[key]) === JSON.stringify(next[key]) ? before[key] : next[key];
  return { ...next, plan: kept('plan'), situation: kept('situation'), results: kept('results') };
}

/** True if no more than the page or the panel over it differs. */
const isElsewhere = (before: View, next: View): boolean =>
  (before.page !== next.page || before.source !== next.source || before.drawer !== next.drawer) &&
  (['plan', 'situation', 'results', 'tab'] as const).every((key) => before[key] === next[key]);

const writeIntervalMs = 250;
const glideMs = 1_000;

export function createViewStore({ start, address, onResult }: ViewStoreOptions): ViewStore {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastGlideMs = Number.NEGATIVE_INFINITY;
  /** The results in the address, also as they are packed there, with the plan they belong to. */
  let carried: { readonly packed: string; readonly result: RunResult; readonly plan: string } | null = null;
  /** The view of the entry before this one, if this one only opened the drawer. */
  let beforeDrawer: View | null = null;
  /** A counter of readings. A later one makes the results of earlier ones obsolete. */
  let reading = 0;

  const read = (): ViewState => {
    reading += 1;
    const mine = reading;
    const hash = address.hash();
    const packed = /&(r=[^&]*)$/.exec(hash)?.[1];
    // Back among the entries of one link does not read its results again.
    if (carried !== null && carried.packed === packed) {
      const { view, problem } = readView(hash, start, carried.result.plan);
      return { view, problem, opening: false, isStart: false };
    }
    const { view, problem, complete } = readView(hash, start);
    carried = null;
    if (!complete) {
      void readFragment(hash, start).then((content) => {
        if (mine !== reading) return;
        const { result } = content;
        carried =
          result !== null && packed !== undefined ? { packed, result, plan: JSON.stringify(content.view.plan) } : null;
        set({ view: content.view, problem: content.problem, opening: false, isStart: false });
        if (result !== null) onResult(result);
      });
    }
    return { view, problem, opening: !complete, isStart: isStartingPoint(hash) };
  };
  let state = read();

  const set = (next: ViewState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const fragmentOf = ({ view, isStart }: Pick<ViewState, 'view' | 'isStart'>) => {
    if (isStart && view.page === 'explore' && view.drawer === null) return '';
    if (carried !== null && JSON.stringify(view.plan) === carried.plan)
      return frameFragment([writeView(view, false), carried.packed].filter(Boolean).join('&'));
    // An empty fragment would mean the start page, not the default view that links omit.
    return writeFragment(view) || frameFragment('');
  };
  const flush = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    address.replace(fragmentOf(state));
  };

  address.onMove(() => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    lastGlideMs = Number.NEGATIVE_INFINITY;
    beforeDrawer = null;
    const { view: before } = state;
    const next = read();
    const view = withKept(before, next.view);
    set({ ...next, view });
    // Back to the plan of a link's results shows these again.
    if (carried !== null && !next.opening && view.plan !== before.plan) onResult(carried.result);
  });

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (view, { replace = false } = {}) => {
      reading += 1;
      const isStart = state.isStart && isElsewhere(state.view, view);
      const gliding = replace && performance.now() - lastGlideMs < glideMs;
      lastGlideMs = replace ? performance.now() : Number.NEGATIVE_INFINITY;
      if (gliding) {
        timer ??= setTimeout(flush, writeIntervalMs);
      } else {
        flush();
        beforeDrawer = state.view.drawer === null && view.drawer !== null ? state.view : null;
        address.push(fragmentOf({ view, isStart }));
      }
      set({ view, problem: state.problem, opening: false, isStart });
    },
    closeDrawer: ({ byUser = true } = {}) => {
      if (state.view.drawer === null) return;
      flush();
      const view = { ...state.view, drawer: null };
      const isUnchanged = byUser && beforeDrawer !== null && JSON.stringify(beforeDrawer) === JSON.stringify(view);
      beforeDrawer = null;
      if (isUnchanged) address.back();
      else address.replace(fragmentOf({ view, isStart: state.isStart }));
      set({ ...state, view });
    },
    dismissProblem: () => set({ ...state, problem: null }),
  };
}

export const useView = (store: ViewStore) => useSyncExternalStore(store.subscribe, store.get);
