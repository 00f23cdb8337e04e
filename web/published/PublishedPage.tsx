import type { Operation, Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { Services } from '../state/services';
import { Loaded } from '../ui/Loaded';
import { Page } from '../ui/Page';
import { SourceCard } from './SourceCard';
import { loadClaims } from './claims/claims';
import { ImportSection } from './import/components/ImportSection';
import { NativeCard } from './native/NativeCard';
import { loadPublishedSources } from '../sources/sources';

const load = () => Promise.all([loadPublishedSources(), loadClaims()]);

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
  return (
    <Page
      title="Published results"
      lead="Experiments of others, every figure as they print it. They ran on other machines and other sizes, and their clocks included other work: so beside your own run they appear as hollow marks, as ratios of size, and as speeds only where both clocks included the same."
      width="medium"
    >
      <ImportSection services={services} onRun={onRun} />
      <Loaded load={load} what="published results">
        {([sources, claims]) => (
          <>
            {sources.map((source) => (
              <SourceCard
                key={source.id}
                source={source}
                claims={claims.get(source.id) ?? []}
                services={services}
                onPlan={onPlan}
                onCells={(result, dataset, operation) => onCells(source.id, result, dataset, operation)}
              />
            ))}
            <NativeCard sources={sources} onRun={onRun} imported={services.imported} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
