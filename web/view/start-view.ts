import { defaultPlan } from '../../workers/registry/default-plan';
import { defaultResultsView } from './results-view';
import type { View } from './view';

/** What the page opens with: a first Run that is one click. */
export function startView(): View {
  return { page: 'explore', plan: defaultPlan(), results: defaultResultsView };
}
