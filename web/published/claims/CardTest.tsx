import { useMemo, useSyncExternalStore } from 'react';
import type { Claim } from '../../../workers/model/claim';
import type { PublishedSource } from '../../../workers/model/published';
import { formatMs } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { isActive } from '../../state/run-reducer';
import type { Services } from '../../state/services';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import styles from './ClaimTests.module.css';
import { EndOfTest } from './EndOfTest';
import { recipeWithin } from './recipe';
import { RunningTest } from './RunningTest';
import { countVerdicts, scorecardGroups } from './scorecard';
import { busyWords, useSourceTest, usualMinutes } from './use-source-test';
import { VerdictTally } from './VerdictTally';

interface CardTestProps {
  readonly source: PublishedSource;
  readonly claims: readonly Claim[];
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress'>;
}

/** The count of a source's verdicts, with a button that tests its claims within the usual time. */
export function CardTest({ source, claims, services: { run, sourceTests, progress } }: CardTestProps) {
  const runState = useSyncExternalStore(run.subscribe, run.get);
  const test = useSourceTest(sourceTests, source.id);
  const recipe = useMemo(() => recipeWithin(source, claims, Number(usualMinutes) * 60_000), [source, claims]);
  const runs = test?.runs ?? null;
  const counts = useMemo(() => countVerdicts(scorecardGroups(source, claims, runs)), [source, claims, runs]);
  const running = test?.life === 'running';
  const busy = isActive(runState.life) && !running;
  return (
    <div className={styles.onCard}>
      {test === null ? (
        <p className={styles.small}>{plural(claims.length, 'claim')}, not tested in this browser yet.</p>
      ) : (
        <VerdictTally counts={counts} running={running} />
      )}
      {running ? (
        <RunningTest test={test} progress={progress} onStop={sourceTests.stop} />
      ) : (
        <div className={styles.start}>
          <Button
            variant="primary"
            disabled={busy || recipe.parts.length === 0}
            onClick={() => sourceTests.start(source.id, recipe.parts)}
          >
            <Icon name="play" filled />
            {test === null ? 'Put to the test' : 'Test again'}
          </Button>
          <p className={styles.small}>
            {busy ? busyWords : `About ${formatMs(Math.max(1_000, recipe.estimateMs), 2)} on this machine.`}
          </p>
        </div>
      )}
      <EndOfTest test={test} />
    </div>
  );
}
