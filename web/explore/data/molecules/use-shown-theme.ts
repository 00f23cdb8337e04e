import { useSyncExternalStore } from 'react';
import type { ShownTheme } from './drawing-colors';

const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
const read = (): ShownTheme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** The theme that the page shows now. An image needs it, since it can't follow the page's style sheet. */
export const useShownTheme = (): ShownTheme => useSyncExternalStore(subscribe, read);
