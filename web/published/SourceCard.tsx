import type { Claim } from '../../workers/model/claim';
import type { PublishedSource } from '../../workers/model/published';
import type { Services } from '../state/services';
import { publicationDateOf, shortCitationOf } from '../sources/citation';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { SourceTag } from '../ui/SourceTag';
import { CardTest } from './claims/CardTest';
import styles from './SourceCard.module.css';
import { SourceLink } from './SourceLink';
import { lazyPart } from '../ui/part-of-page';

/** Recharts loads after the first paint. */
const MainChart = lazyPart(() => import('./MainChart'));

interface SourceCardProps {
  readonly source: PublishedSource;
  readonly claims: readonly Claim[];
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress'>;
  readonly onSource: (id: string) => void;
}

/** A source in the index: its question, its answer, its main figures, and the verdicts of its claims. */
export function SourceCard({ source, claims, services, onSource }: SourceCardProps) {
  const { id } = source;
  const date = publicationDateOf(source);
  return (
    <article className={styles.card} aria-labelledby={`source-${id}`}>
      <div className={styles.words}>
        <header className={styles.head}>
          <p className={styles.eyebrow}>
            {shortCitationOf(source)} <SourceTag id={id} /> · {source.kind}
            {date !== null && ` · ${date}`}
          </p>
          <h2 id={`source-${id}`} className={styles.title}>
            <SourceLink id={id} onSource={onSource}>
              {source.title.english}
            </SourceLink>
          </h2>
        </header>
        <dl className={styles.asked}>
          <dt>Question</dt>
          <dd>{source.question}</dd>
          <dt>Answer</dt>
          <dd>{source.answer}</dd>
        </dl>
        {claims.length > 0 && (
          <ErrorBoundary what="The verdicts">
            <CardTest source={source} claims={claims} services={services} />
          </ErrorBoundary>
        )}
      </div>
      <div className={styles.picture}>
        <ErrorBoundary what="The chart" loading={<p className={styles.loading}>Loading the chart…</p>}>
          <MainChart source={source} />
        </ErrorBoundary>
      </div>
    </article>
  );
}
