import { formatCount } from '../figures/figures';
import AnswerTab from '../results/AnswerTab';
import type { ShownRun } from '../state/shown-run';
import { Button } from '../ui/Button';
import { namedSituationOf, namedSituations } from '../view/named-situations';
import type { ResultsView } from '../view/results-view';
import type { Situation } from '../view/situation';
import styles from './StartExample.module.css';

interface StartExampleProps {
  readonly shown: ShownRun;
  readonly view: ResultsView;
  readonly situation: Situation;
  readonly onSituation: (next: Situation, options?: { readonly replace?: boolean }) => void;
  /** Shows the tabs and the plan of the example. */
  readonly onWhole: () => void;
}

const noImports: [] = [];

/** The answer for the finished example, and nothing else of it. */
export function StartExample({ shown, view, situation, onSituation, onWhole }: StartExampleProps) {
  const [data] = shown.result.plan.datasets;
  const named = namedSituationOf(situation);
  const what = data?.source === 'workload' ? `${formatCount(data.size)} orders` : 'a table';
  const use = named === null ? '' : `, for ${namedSituations[named].label.toLowerCase()}`;
  return (
    <section className={styles.example} aria-labelledby="example">
      <div className={styles.head}>
        <h2 id="example" className={styles.title}>{`Example: ${what}${use}`}</h2>
        <Button onClick={onWhole}>See the whole example</Button>
      </div>
      <AnswerTab
        shown={shown}
        view={view}
        situation={situation}
        onSituation={onSituation}
        imported={noImports}
        onEncodedFile={null}
      />
    </section>
  );
}
