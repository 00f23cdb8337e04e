import { useSyncExternalStore } from 'react';
import type { RunResult } from '../../workers/model/result';
import { frame, readFragment, readView, writeFragment } from '../share/fragment';
import type { View } from './view';

/**
 * What is chosen, kept in the URL's fragment. A choice adds an entry to the history, so that Back undoes it. Of gliding changes (a
 * slider, a number being typed) the first adds one and those that follow within a second replace it, at most some four times a second, since browsers
 * refuse more.
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

interface ViewStoreOptions {
  readonly start: View;
  /** Results that a link brought. */
  readonly onResult: (result: RunResult) => void;
}

const writeIntervalMs = 250;
const glideMs = 1_000;

export function createViewStore({ start, onResult }: ViewStoreOptions): ViewStore {
  const listeners = new Set<() => void>();
  let state: ViewState;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastGlideMs = Number.NEGATIVE_INFINITY;

  const set = (next: ViewState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  // An empty fragment would mean the page's start, not the view that links leave out.
  const address = (view: View) => `#${writeFragment(view) || frame('')}`;
  const flush = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    history.replaceState(null, '', address(state.view));
  };

  /** Fragments that are still being read are overtaken by newer ones. */
  let reading = 0;
  const read = (): ViewState => {
    reading += 1;
    const mine = reading;
    const { hash } = location;
    const { view, problem, complete } = readView(hash, start);
    if (!complete) {
      void readFragment(hash, start).then((content) => {
        if (mine !== reading) return;
        set({ view: content.view, problem: content.problem, opening: false });
        if (content.result !== null) onResult(content.result);
      });
    }
    return { view, problem, opening: !complete };
  };

  state = read();
  window.addEventListener('popstate', () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
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
        set({ view, problem: state.problem, opening: false });
        return;
      }
      flush();
      history.pushState(null, '', address(view));
      set({ view, problem: state.problem, opening: false });
    },
    dismissProblem: () => set({ ...state, problem: null }),
  };
}

export const useView = (store: ViewStore) => useSyncExternalStore(store.subscribe, store.get);
