import { FormatlabError } from '../../workers/model/errors';
import type { ShownRun } from '../state/shown-run';

/**
 * The results on the page, kept in the tab over a reload that the page itself proposes. The plan is in the address, and the run store keeps a run in
 * progress.
 */

export const originKey = 'formatlab.reload.origin';
export const resultKey = 'formatlab.reload.result';

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps the shown results for the tab's next start.
 *
 * @throws `storageFailed` if the browser has no room for them.
 */
export function keepOverReload(shown: ShownRun | null, storage: TabStorage = sessionStorage): void {
  if (shown === null || shown.running || shown.origin.kind === 'example') return;
  try {
    storage.setItem(resultKey, JSON.stringify(shown.result));
    storage.setItem(originKey, JSON.stringify(shown.origin));
  } catch (thrown) {
    throw new FormatlabError(
      {
        tag: 'storageFailed',
        stage: 'store',
        message: 'The page was not reloaded, since the browser has no room to keep these results meanwhile.',
        remedy: 'Download the results, then reload the page.',
      },
      { cause: thrown },
    );
  }
}

/** True if there are results that `takeKeptOverReload` returns. */
export const isKeptOverReload = (storage: TabStorage = sessionStorage): boolean => storage.getItem(originKey) !== null;
