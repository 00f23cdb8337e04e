import { useMemo } from 'react';
import type { Services } from '../state/services';
import type { ResultsView } from '../view/results-view';
import type { Situation } from '../view/situation';
import type { ResultTab } from '../view/view';

/** What the reader chooses of the results: what is shown, for which situation, in which tab. They stay the same functions. */
export interface ViewChoices {
  readonly onView: (next: ResultsView, options?: { readonly replace?: boolean }) => void;
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
  readonly onTab: (tab: ResultTab) => void;
}

export const useViewChoices = (views: Services['view']): ViewChoices =>
  useMemo(
    () => ({
      onView: (results, options) => views.set({ ...views.get().view, results }, options),
      onSituation: (situation, options) => views.set({ ...views.get().view, situation }, options),
      onTab: (tab) => views.set({ ...views.get().view, tab }),
    }),
    [views],
  );
