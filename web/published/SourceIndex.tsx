import type { Claim } from '../../workers/model/claim';
import type { PublishedSource } from '../../workers/model/published';
import type { RunResult } from '../../workers/model/result';
import type { Services } from '../state/services';
import { Page } from '../ui/Page';
import { PageLink } from '../ui/PageLink';
import { ImportSection } from './import/components/ImportSection';
import { SourceCard } from './SourceCard';
import styles from './SourceCard.module.css';

interface SourceIndexProps {
  readonly sources: readonly PublishedSource[];
  readonly claims: ReadonlyMap<string, readonly Claim[]>;
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress' | 'imported' | 'view' | 'notice'>;
  readonly onSource: (id: string) => void;
  readonly onNative: () => void;
  readonly onRun: (result: RunResult, name: string) => void;
}

/** The index of the published sources: a card for each, the page of our own native runs, and the reader's own imports. */
export function SourceIndex({ sources, claims, services, onSource, onNative, onRun }: SourceIndexProps) {
  return (
    <Page
      title="Published results"
      lead="This page compares your runs with experiments that others have published. Open a source to see its figures and run its plan here, put its claims to the test, or import a table of results below the sources. The sources used other machines, sizes and clocks. Their figures therefore appear in your charts as hollow marks: sizes as ratios, and speeds only if both clocks included the same work."
      width="medium"
    >
      <div className={styles.cards}>
        {sources.map((source) => (
          <SourceCard
            key={source.id}
            source={source}
            claims={claims.get(source.id) ?? []}
            services={services}
            onSource={onSource}
          />
        ))}
      </div>
      <section className={styles.native} aria-labelledby="native-link">
        <h2 id="native-link" className={styles.title}>
          <PageLink href="#native" onFollow={onNative}>
            The browser’s factor to native
          </PageLink>
        </h2>
        <p className={styles.text}>
          How much longer do the formats and codecs of these sources take in the browser than in native programs on the
          same machine? Our own runs of the sources’ plans answer this.
        </p>
      </section>
      <ImportSection services={services} onRun={onRun} />
    </Page>
  );
}
