import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

const themeChoiceSchema = v.picklist(['system', 'light', 'dark']);
export type ThemeChoice = v.InferOutput<typeof themeChoiceSchema>;

/** The inline script in index.html, which sets the theme before the first paint, reads the same key. */
const key = 'formatlab.theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): ThemeChoice {
  try {
    const stored = v.safeParse(themeChoiceSchema, localStorage.getItem(key));
    return stored.success ? stored.output : 'system';
  } catch {
    // Storage may be forbidden. The system's theme then applies.
    return 'system';
  }
}

let choice = read();

function apply() {
  document.documentElement.dataset.theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;
}

export function installTheme() {
  apply();
  dark.addEventListener('change', apply);
}

function set(next: ThemeChoice) {
  choice = next;
  apply();
  try {
    localStorage.setItem(key, next);
  } catch {
    // Storage may be forbidden. The choice then lasts until the tab is closed.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): [ThemeChoice, (next: ThemeChoice) => void] {
  const value = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
  return [value, set];
}
