import type { Situation } from '../../view/situation';

/** What each group of fields of the situation gets. */
export interface SituationFieldsProps {
  readonly situation: Situation;
  /** `replace`: the change follows others quickly, as while typing, so it adds no entry to the history. */
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
}
