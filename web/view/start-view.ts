import { defaultPlan } from '../../workers/registry/default-plan';
import { defaultResultsView } from './results-view';
import { defaultSituationOf } from './named-situations';
import type { View } from './view';

/** The view of the page without a link: a plan that the user can run with one click. */
export function startView(): View {
  return {
    page: 'explore',
    source: null,
    plan: defaultPlan(),
    // The plan's data are a table.
    situation: defaultSituationOf('table'),
    results: defaultResultsView,
    tab: 'answer',
    drawer: null,
  };
}
