import { useSyncExternalStore } from 'react';
import type { Claim } from '../../workers/model/claim';
import type { Operation, Plan } from '../../workers/model/plan';
import type { PublishedSource } from '../../workers/model/published';
import type { RunResult } from '../../workers/model/result';
import type { Services } from '../state/services';
import { authorOf, citationOf, publicationDateOf } from '../sources/citation';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Page, PageSection } from '../ui/Page';
import { Checks } from './Checks';
import { ClaimTests } from './claims/ClaimTests';
import { FigureTable } from './FigureTable';
import styles from './PublishedPage.module.css';
import { RunHere } from './RunHere';
import { SourceDetails } from './SourceDetails';
import { hasSweeps } from './open-question/load-sweeps';
import { NeighbourSources, SourcePath } from './SourcePath';
import { lazyPart } from '../ui/part-of-page';

/** Recharts loads after the first paint. */
const SourceCharts = lazyPart(() => import('./SourceCharts'));
const OpenQuestion = lazyPart(() => import('./open-question/OpenQuestion'));

const languages = new Intl.DisplayNames('en', { type: 'language' });

interface SourcePageProps {
  readonly source: PublishedSource;
  readonly sources: readonly PublishedSource[];
  readonly claims: readonly Claim[];
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress'>;
  readonly onSource: (id: string | null) => void;
  readonly onPlan: (plan: Plan) => void;
  readonly onCells: (result: RunResult, dataset: number, operation: Operation | null) => void;
}

/** The page of one source: its charts, its claims with their verdicts, its tables, and what it says in words. */
export function SourcePage({ source, sources, claims, services, onSource, onPlan, onCells }: SourcePageProps) {
  const runState = useSyncExternalStore(services.run.subscribe, services.run.get);
  return (
    <Page
      above={<SourcePath source={source} onSource={onSource} />}
      title={source.title.english}
      lead={<Byline source={source} />}
      width="medium"
    >
      <div className={styles.asked}>
        <div>
          <h2 className={styles.heading}>Question</h2>
          <p className={styles.text}>{source.question}</p>
        </div>
        <div>
          <h2 className={styles.heading}>Answer</h2>
          <p className={styles.text}>{source.answer}</p>
        </div>
      </div>
      <RunHere source={source} onPlan={onPlan} />
      <PageSection id="source-charts" heading="Its figures as charts">
        <ErrorBoundary what="The charts" loading={<p className={styles.small}>Loading the charts…</p>}>
          <SourceCharts source={source} />
        </ErrorBoundary>
      </PageSection>
      {claims.length > 0 && (
        <ErrorBoundary what="The scorecard">
          <ClaimTests
            source={source}
            claims={claims}
            tests={services.sourceTests}
            runState={runState}
            progress={services.progress}
            onCells={onCells}
          />
        </ErrorBoundary>
      )}
      {hasSweeps(source.id) && (
        <PageSection id="source-open" heading="What other values would change">
          <p className={styles.text}>
            The source’s values are uniform random numbers, and it leaves open what others would change. These sweeps of
            the same workload with the source’s systems answer that for sizes.
          </p>
          <ErrorBoundary what="The sweeps" loading={<p className={styles.small}>Loading the sweeps…</p>}>
            <OpenQuestion key={source.id} source={source} onPlan={onPlan} />
          </ErrorBoundary>
        </PageSection>
      )}
      <PageSection id="source-tables" heading="Its tables as printed">
        <div className={styles.tables}>
          {source.tables.map((table) => (
            <FigureTable key={table.id} table={table} />
          ))}
        </div>
      </PageSection>
      <PageSection id="source-checks" heading="Figures recomputed">
        <Checks source={source} />
      </PageSection>
      <PageSection id="source-limits" heading="Limits of these figures">
        <ul className={styles.list}>
          {source.beware.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </PageSection>
      <details className={styles.more}>
        <summary>Method, setting, clocks, units, and every sentence that states a figure</summary>
        <SourceDetails source={source} />
      </details>
      <p className={styles.citation}>{citationOf(source)}</p>
      <NeighbourSources source={source} sources={sources} onSource={onSource} />
    </Page>
  );
}

function Byline({ source }: { readonly source: PublishedSource }) {
  const { title, kind, language } = source;
  return (
    <div>
      {title.original !== null && title.original !== title.english && (
        <p lang={language} className={styles.original}>
          {title.original}
        </p>
      )}
      <p className={styles.author}>
        {[authorOf(source), kind, languages.of(language) ?? language, publicationDateOf(source)]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </div>
  );
}
