import { memo, useCallback, useState, useSyncExternalStore } from 'react';
import type { ImportedSet } from '../../../../workers/model/imported-set';
import type { RunResult } from '../../../../workers/model/result';
import type { Services } from '../../../state/services';
import { Button } from '../../../ui/Button';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { Notice } from '../../../ui/Notice';
import styles from './Import.module.css';
import { ImportedCard } from './ImportedCard';
import { ImportPanel } from './ImportPanel';

interface ImportSectionProps {
  readonly services: Pick<Services, 'imported' | 'run' | 'view' | 'notice'>;
  /** Shows an imported Formatlab run on the Explore page. */
  readonly onRun: (result: RunResult, name: string) => void;
}

/** Memoized, so that a change of one set does not redraw the other sets. */
const Card = memo(ImportedCard);
const Panel = memo(ImportPanel);

/** The import box, and the imported sets that this browser keeps. */
export function ImportSection({ services, onRun }: ImportSectionProps) {
  const { imported, run, view, notice } = services;
  const sets = useSyncExternalStore(imported.subscribe, imported.get);
  const { shown } = useSyncExternalStore(run.subscribe, run.get);
  const { dataset } = useSyncExternalStore(view.subscribe, view.get).view.results;
  const storageProblem = useSyncExternalStore(notice.subscribe, notice.get);
  const [removed, setRemoved] = useState<ImportedSet | null>(null);
  const remove = useCallback(
    (set: ImportedSet) => {
      imported.remove(set.id);
      setRemoved(set);
    },
    [imported],
  );
  return (
    <>
      <ErrorBoundary what="The import">
        <Panel sets={sets} onSet={imported.put} onRun={onRun} />
      </ErrorBoundary>
      {storageProblem?.tag === 'storageFailed' && (
        <Notice tone="danger" title="The set could not be stored." live>
          {storageProblem.message} {storageProblem.remedy}
        </Notice>
      )}
      {removed !== null && (
        <Notice
          tone="info"
          live
          actions={
            <Button
              size="small"
              onClick={() => {
                imported.put(removed);
                setRemoved(null);
              }}
            >
              Undo
            </Button>
          }
        >
          “{removed.title}” was removed.
        </Notice>
      )}
      {sets.length > 0 && (
        <section className={styles.imported} aria-labelledby="imported-by-you">
          <h2 id="imported-by-you" className={styles.title}>
            Imported by you
          </h2>
          {sets.map((set) => (
            <ErrorBoundary key={set.id} what={`“${set.title}”`}>
              <Card set={set} shown={shown} dataset={dataset} onSet={imported.put} onRemove={remove} />
            </ErrorBoundary>
          ))}
        </section>
      )}
    </>
  );
}
