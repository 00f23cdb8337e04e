import { useSyncExternalStore } from 'react';
import type { ShownTheme } from './drawing-colors';

const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
const read = (): ShownTheme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** The theme as it is shown now, whoever chose it: what an image is made in can’t follow the page’s style sheet. */
export const useShownTheme = (): ShownTheme => useSyncExternalStore(subscribe, read);
