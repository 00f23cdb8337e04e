import { useSyncExternalStore } from 'react';
import type { RunResult } from '../../workers/model/result';
import { readFragment, readView, writeFragment } from '../links/fragment';
import { frameFragment } from '../links/frame';
import { writeView } from '../links/view-text';
import type { View } from '../view/view';

/**
 * The user's choices, stored in the URL's fragment. Each choice adds a history entry, so that the browser's Back button
 * undoes it. Rapid changes (a slider, typing a number) add one entry and then replace it for a second, at most about
 * four times per second, since browsers limit the rate. The results of a link stay in the address as long as the plan
 * is unchanged.
 */
export interface ViewStore {
  readonly get: () => ViewState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (view: View, options?: { readonly replace?: boolean }) => void;
  readonly dismissProblem: () => void;
}

export interface ViewState {
  readonly view: View;
  /** A sentence on what was wrong with the opened link. */
  readonly problem: string | null;
  /** True while the compressed part of a link is being read. */
  readonly opening: boolean;
}

/** The browser's address bar and history. Tests pass a fake. */
export interface AddressBar {
  readonly hash: () => string;
  readonly push: (fragment: string) => void;
  readonly replace: (fragment: string) => void;
  /** Called on Back, Forward, and when the fragment is edited or a link is clicked. */
  readonly onMove: (listener: () => void) => void;
}

export const browserAddressBar: AddressBar = {
  hash: () => window.location.hash,
  push: (fragment) => window.history.pushState(null, '', `#${fragment}`),
  replace: (fragment) => window.history.replaceState(null, '', `#${fragment}`),
  onMove: (listener) => window.addEventListener('popstate', listener),
};

interface ViewStoreOptions {
  readonly start: View;
  readonly address: AddressBar;
  /** Called with the results in a link. */
  readonly onResult: (result: RunResult) => void;
}

const writeIntervalMs = 250;
const glideMs = 1_000;

export function createViewStore({ start, address, onResult }: ViewStoreOptions): ViewStore {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastGlideMs = Number.NEGATIVE_INFINITY;
  /** The results in the address, still packed, with the plan they belong to. */
  let carried: { readonly packed: string; readonly plan: string } | null = null;
  /** A counter of readings. A later one makes the results of earlier ones obsolete. */
  let reading = 0;

  const read = (): ViewState => {
    reading += 1;
    const mine = reading;
    const hash = address.hash();
    const { view, problem, complete } = readView(hash, start);
    carried = null;
    if (!complete) {
      void readFragment(hash, start).then((content) => {
        if (mine !== reading) return;
        const packed = /&(r=[^&]*)$/.exec(hash)?.[1];
        carried =
          content.result !== null && packed !== undefined ? { packed, plan: JSON.stringify(content.view.plan) } : null;
        set({ view: content.view, problem: content.problem, opening: false });
        if (content.result !== null) onResult(content.result);
      });
    }
    return { view, problem, opening: !complete };
  };
  let state = read();

  const set = (next: ViewState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const fragmentOf = (view: View) => {
    if (carried !== null && JSON.stringify(view.plan) === carried.plan)
      return frameFragment([writeView(view, false), carried.packed].filter(Boolean).join('&'));
    // An empty fragment would mean the start page, not the default view that links omit.
    return writeFragment(view) || frameFragment('');
  };
  const flush = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    address.replace(fragmentOf(state.view));
  };

  address.onMove(() => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    lastGlideMs = Number.NEGATIVE_INFINITY;
    set(read());
  });

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (view, { replace = false } = {}) => {
      reading += 1;
      const gliding = replace && performance.now() - lastGlideMs < glideMs;
      lastGlideMs = replace ? performance.now() : Number.NEGATIVE_INFINITY;
      if (gliding) {
        timer ??= setTimeout(flush, writeIntervalMs);
      } else {
        flush();
        address.push(fragmentOf(view));
      }
      set({ view, problem: state.problem, opening: false });
    },
    dismissProblem: () => set({ ...state, problem: null }),
  };
}

export const useView = (store: ViewStore) => useSyncExternalStore(store.subscribe, store.get);
