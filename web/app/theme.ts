import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

const themeChoiceSchema = v.picklist(['system', 'light', 'dark']);
export type ThemeChoice = v.InferOutput<typeof themeChoiceSchema>;

/** Also read by the line of script in index.html that sets the theme before the first paint. */
const key = 'formatlab.theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): ThemeChoice {
  try {
    const stored = v.safeParse(themeChoiceSchema, localStorage.getItem(key));
    return stored.success ? stored.output : 'system';
  } catch {
    // Storage may be forbidden; the system's theme then.
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
    // Storage may be forbidden: the choice holds until the tab is closed.
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
