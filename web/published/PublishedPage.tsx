import type { Operation, Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { Services } from '../state/services';
import { loadPublishedSources } from '../sources/sources';
import { Loaded } from '../ui/Loaded';
import { loadClaims } from './claims/claims';
import { SourceIndex } from './SourceIndex';
import { SourcePage } from './SourcePage';
import { UnknownSource } from './UnknownSource';

const load = () => Promise.all([loadPublishedSources(), loadClaims()]);

interface PublishedPageProps {
  /** The id of the source whose page is open. Null: the index. There may be no such source. */
  readonly source: string | null;
  /** Opens the page of a source, or the index if it is null. */
  readonly onSource: (id: string | null) => void;
  readonly onNative: () => void;
  /** Sets the plan on the Explore page. It does not start a run. */
  readonly onPlan: (plan: Plan) => void;
  /** Shows the cells of a run on the Explore page. */
  readonly onCells: (source: string, result: RunResult, dataset: number, operation: Operation | null) => void;
  /** Shows an imported run or a run of the bench on the Explore page. */
  readonly onRun: (result: RunResult, name: string) => void;
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress' | 'imported' | 'view' | 'notice'>;
}

/** Published experiments: the index of the sources, or the page of one source. */
export default function PublishedPage({
  source: id,
  onSource,
  onNative,
  onPlan,
  onCells,
  onRun,
  services,
}: PublishedPageProps) {
  return (
    <Loaded load={load} what="published results">
      {([sources, claims]) => {
        if (id === null)
          return (
            <SourceIndex
              sources={sources}
              claims={claims}
              services={services}
              onSource={onSource}
              onNative={onNative}
              onRun={onRun}
            />
          );
        const source = sources.find((each) => each.id === id);
        if (source === undefined) return <UnknownSource id={id} sources={sources} onSource={onSource} />;
        return (
          <SourcePage
            key={id}
            source={source}
            sources={sources}
            claims={claims.get(id) ?? []}
            services={services}
            onSource={onSource}
            onPlan={onPlan}
            onCells={(result, dataset, operation) => onCells(id, result, dataset, operation)}
          />
        );
      }}
    </Loaded>
  );
}
