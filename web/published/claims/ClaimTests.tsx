import { useMemo, useState } from 'react';
import type { Claim } from '../../../workers/model/claim';
import type { Operation } from '../../../workers/model/plan';
import type { PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import type { ProgressStore } from '../../state/progress-store';
import { isActive, type RunState } from '../../state/run-reducer';
import type { SourceTest, SourceTestController } from '../../state/source-test-controller';
import { plural } from '../../../workers/model/plural';
import { saveScript } from '../../share/native/save-scripts';
import { useAttempt } from '../../share/use-attempt';
import { shortCitationOf } from '../../sources/citation';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Notice } from '../../ui/Notice';
import { Segmented } from '../../ui/Segmented';
import styles from './ClaimTests.module.css';
import { EndOfTest } from './EndOfTest';
import { type Recipe, recipeWithin } from './recipe';
import { recipeWords } from './recipe-words';
import { RunningTest } from './RunningTest';
import { Scorecard } from './Scorecard';
import { scorecardGroups } from './scorecard';
import { busyWords, useSourceTest, usualMinutes } from './use-source-test';

interface ClaimTestsProps {
  readonly source: PublishedSource;
  readonly claims: readonly Claim[];
  readonly tests: SourceTestController;
  readonly runState: RunState;
  readonly progress: ProgressStore;
  readonly onCells: (result: RunResult, dataset: number, operation: Operation | null) => void;
}

const budgets = ['2', '5', '15', '60'] as const;
type Budget = (typeof budgets)[number];

/** A source's claims, with a button that tests them here on data whose size fits the chosen time. */
export function ClaimTests({ source, claims, tests, runState, progress, onCells }: ClaimTestsProps) {
  const [minutes, setMinutes] = useState<Budget>(usualMinutes);
  const test = useSourceTest(tests, source.id);
  const recipe = useMemo(() => recipeWithin(source, claims, Number(minutes) * 60_000), [source, claims, minutes]);
  const runs = test?.runs ?? null;
  const groups = useMemo(() => scorecardGroups(source, claims, runs), [source, claims, runs]);
  const running = test?.life === 'running';
  const busy = isActive(runState.life) && !running;
  return (
    <section
      className={styles.section}
      aria-label={`${plural(claims.length, 'claim')} of ${shortCitationOf(source)} (source ${source.id}), put to the test`}
    >
      <h2 className={styles.title}>{plural(claims.length, 'claim')}, put to the test</h2>
      {running ? (
        <RunningTest test={test} progress={progress} onStop={tests.stop} />
      ) : (
        <div className={styles.start}>
          <div className={styles.time}>
            <span aria-hidden="true">Minutes</span>
            <Segmented
              label={`Minutes for source ${source.id}`}
              value={minutes}
              options={budgets.map((value) => ({ value, label: value }))}
              onChange={setMinutes}
            />
          </div>
          <Button
            variant="primary"
            disabled={busy || recipe.parts.length === 0}
            onClick={() => tests.start(source.id, recipe.parts)}
          >
            <Icon name="play" filled />
            {test === null ? 'Put to the test' : 'Test again'}
          </Button>
          <NativeScript source={source} recipe={recipe} test={test} />
          <p className={styles.small}>{busy ? busyWords : recipeWords(recipe)}</p>
        </div>
      )}
      <EndOfTest test={test} />
      <Scorecard
        sourceId={source.id}
        groups={groups}
        running={running}
        onCells={(cell, operation) => {
          const run = runs?.find(({ workload, quantity }) => workload === cell.workload && quantity === cell.quantity);
          if (run !== undefined) onCells(run.result, cell.dataset, operation);
        }}
      />
    </section>
  );
}

/**
 * Saves one Python script for each part of the recipe. A script contains the SHA-256 of each dataset that an earlier
 * test has generated.
 */
function NativeScript({
  source,
  recipe,
  test,
}: {
  readonly source: PublishedSource;
  readonly recipe: Recipe;
  readonly test: SourceTest | null;
}) {
  const { problem, attempt } = useAttempt();
  const save = async () => {
    for (const { workload, quantity, plan } of recipe.parts) {
      const made = test?.runs.find((run) => run.workload === workload && run.quantity === quantity)?.result ?? null;
      await saveScript('python', plan, made, `${source.id}-${workload}-${quantity}s`);
    }
  };
  return (
    <>
      <Button disabled={recipe.parts.length === 0} onClick={() => void attempt(save)}>
        {recipe.parts.length === 1 ? 'Native script' : 'Native scripts'}
      </Button>
      {problem !== null && (
        <Notice tone="danger" title="The script can’t be generated." live>
          {problem}
        </Notice>
      )}
    </>
  );
}
