import type { ImportedSet } from '../../workers/model/imported-set';
import type { ShownRun } from '../state/shown-run';
import type { ResultsView } from '../view/results-view';
import type { Situation } from '../view/situation';

type Store<T> = (next: T, options?: { replace?: boolean }) => void;

/** What every tab of the results shows. */
export interface RunTabProps {
  readonly shown: ShownRun;
  readonly view: ResultsView;
}

/** What the tabs take besides, whose content depends on the situation. */
export interface SituationTabProps extends RunTabProps {
  readonly situation: Situation;
  readonly onSituation: Store<Situation>;
  readonly imported: readonly ImportedSet[];
}

/** What the tabs take besides, in which the user chooses what is shown. */
export interface ViewTabProps extends RunTabProps {
  readonly onView: Store<ResultsView>;
}
