import { useSyncExternalStore } from 'react';
import type { RunResult } from '../../workers/model/result';
import { frame, readFragment, readView, writeFragment } from '../links/fragment';
import { writeView } from '../links/view-text';
import type { View } from '../view/view';

/**
 * What is chosen, kept in the URL's fragment. A choice adds an entry to the history, so that Back undoes it. Of gliding changes (a
 * slider, a number being typed) the first adds one and those that follow within a second replace it, at most some four times a second, since browsers
 * refuse more. Results that came with a link stay in the address as long as the plan is theirs.
 */
export interface ViewStore {
  readonly get: () => ViewState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (view: View, options?: { readonly replace?: boolean }) => void;
  readonly dismissProblem: () => void;
}

export interface ViewState {
  readonly view: View;
  /** What was wrong with the link that was opened, as a sentence. */
  readonly problem: string | null;
  /** True while a link's packed part is being read. */
  readonly opening: boolean;
}

/** The part of the browser that holds the address; a test passes a fake. */
export interface AddressBar {
  readonly hash: () => string;
  readonly push: (fragment: string) => void;
  readonly replace: (fragment: string) => void;
  /** Back, Forward, and a fragment typed or clicked. */
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
  /** Results that a link brought. */
  readonly onResult: (result: RunResult) => void;
}

const writeIntervalMs = 250;
const glideMs = 1_000;

export function createViewStore({ start, address, onResult }: ViewStoreOptions): ViewStore {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastGlideMs = Number.NEGATIVE_INFINITY;
  /** The results in the address as they stand there, and the plan that is theirs. */
  let carried: { readonly packed: string; readonly plan: string } | null = null;
  /** A fragment that is still being read is overtaken by what comes after. */
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
      return frame([writeView(view, false), carried.packed].filter(Boolean).join('&'));
    // An empty fragment would mean the page's start, not the view that links leave out.
    return writeFragment(view) || frame('');
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
