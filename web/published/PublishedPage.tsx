import { useCallback, useEffect, useState } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import type { Finding } from '../../workers/model/finding';
import type { Operation, Plan } from '../../workers/model/plan';
import type { PublishedSource } from '../../workers/model/published';
import type { RunResult } from '../../workers/model/result';
import type { Services } from '../app/services';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import styles from './PublishedPage.module.css';
import { SourceCard } from './SourceCard';
import { loadFindings } from './findings/findings';
import { ImportSection } from './import/ImportSection';
import { NativeCard } from './native/NativeCard';
import { loadPublishedSources } from './sources';

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly sources: readonly PublishedSource[]; readonly findings: ReadonlyMap<string, readonly Finding[]> }
  | { readonly status: 'failed'; readonly message: string };

interface PublishedPageProps {
  /** Sets the plan in the Explore view; nothing runs by it. */
  readonly onPlan: (plan: Plan) => void;
  /** Shows a run's cells in the Explore view. */
  readonly onCells: (source: string, result: RunResult, dataset: number, operation: Operation | null) => void;
  /** Shows a run of somebody else's, or of the bench, in the Explore view. */
  readonly onRun: (result: RunResult, name: string) => void;
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress' | 'imported' | 'view' | 'notice'>;
}

/** What others have published: their figures as printed, computed again, and a plan that asks the same here. */
export default function PublishedPage({ onPlan, onCells, onRun, services }: PublishedPageProps) {
  const [state, setState] = useState<Loading>({ status: 'loading' });
  const load = useCallback(() => {
    setState({ status: 'loading' });
    Promise.all([loadPublishedSources(), loadFindings()]).then(
      ([sources, findings]) => setState({ status: 'loaded', sources, findings }),
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
      <ImportSection services={services} onRun={onRun} />
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
      {state.status === 'loaded' && state.sources.map((source) => (
          <SourceCard
            key={source.id}
            source={source}
            findings={state.findings.get(source.id) ?? []}
            services={services}
            onPlan={onPlan}
            onCells={(result, dataset, operation) => onCells(source.id, result, dataset, operation)}
          />
        ))}
      {state.status === 'loaded' && <NativeCard sources={state.sources} onRun={onRun} imported={services.imported} />}
    </div>
  );
}
