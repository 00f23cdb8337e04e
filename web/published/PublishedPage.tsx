import { useCallback, useEffect, useState } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { PublishedSource } from '../../workers/model/published';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import styles from './PublishedPage.module.css';
import { SourceCard } from './SourceCard';
import { loadPublishedSources } from './sources';

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly sources: readonly PublishedSource[] }
  | { readonly status: 'failed'; readonly message: string };

interface PublishedPageProps {
  /** Sets the plan in the Explore view; nothing runs by it. */
  readonly onPlan: (plan: Plan) => void;
}

/** What others have published: their figures as printed, computed again, and a plan that asks the same here. */
export default function PublishedPage({ onPlan }: PublishedPageProps) {
  const [state, setState] = useState<Loading>({ status: 'loading' });
  const load = useCallback(() => {
    setState({ status: 'loading' });
    loadPublishedSources().then(
      (sources) => setState({ status: 'loaded', sources }),
      (error: unknown) => setState({ status: 'failed', message: toErrorRecord(error, { tag: 'internal', stage: 'load' }).message }),
    );
  }, []);
  useEffect(load, [load]);

  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.title}>Published results</h1>
        <p className={styles.lead}>
          Experiments of others, every figure as they print it. They ran on other machines and other sizes, and their clocks included other work: so beside your
          own run they appear as hollow marks, as ratios of size, and as speeds only where both clocks included the same.
        </p>
      </header>
      {state.status === 'loading' && (
        <p role="status" className={styles.small}>
          Loading the sources…
        </p>
      )}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title="The published results can’t be shown."
          live
          actions={
            <Button size="small" onClick={load}>
              Try again
            </Button>
          }
        >
          {state.message}
        </Notice>
      )}
      {state.status === 'loaded' && state.sources.map((source) => <SourceCard key={source.id} source={source} onPlan={onPlan} />)}
    </div>
  );
}
