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
  /** Sets the plan on the Explore page. It does not start a run. */
  readonly onPlan: (plan: Plan) => void;
  /** Shows the cells of a run on the Explore page. */
  readonly onCells: (source: string, result: RunResult, dataset: number, operation: Operation | null) => void;
  /** Shows an imported run or a run of the bench on the Explore page. */
  readonly onRun: (result: RunResult, name: string) => void;
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress' | 'imported' | 'view' | 'notice'>;
}

/**
 * The page of published experiments: the figures as printed, the recomputed figures, and a plan that repeats each
 * experiment here.
 */
export default function PublishedPage({ onPlan, onCells, onRun, services }: PublishedPageProps) {
  return (
    <Page
      title="Published results"
      lead="This page compares your runs with experiments that others have published. Choose a source below and run its plan here, or import a table of results. The sources used other machines, sizes and clocks. Their figures therefore appear in your charts as hollow marks: sizes as ratios, and speeds only if both clocks included the same work."
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
