import { Fragment, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Claim } from '../../workers/model/claim';
import type { Operation, Plan } from '../../workers/model/plan';
import type { PublishedSource, PublishedWorkload } from '../../workers/model/published';
import type { RunResult } from '../../workers/model/result';
import { workloads } from '../../workers/registry/metadata';
import type { Services } from '../state/services';
import { formatBytes, formatCount } from '../figures/figures';
import { Button } from '../ui/Button';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { SourceTag } from '../ui/SourceTag';
import { inBaseUnits } from './base-units';
import { Checks } from './Checks';
import { citationOf, publicationDateOf, shortCitationOf } from '../sources/citation';
import { systemById } from '../sources/figures';
import { FigureTable } from './FigureTable';
import { ClaimTests } from './claims/ClaimTests';
import styles from './PublishedPage.module.css';
import { supportedCandidates, isKnownWorkload, planForWorkload } from './plan-of';
import { Systems } from './Systems';

/** Recharts loads after the first paint. */
const SourceCharts = lazy(() => import('./SourceCharts'));

const languages = new Intl.DisplayNames('en', { type: 'language' });

interface SourceCardProps {
  readonly source: PublishedSource;
  readonly claims: readonly Claim[];
  readonly services: Pick<Services, 'run' | 'sourceTests' | 'progress'>;
  readonly onPlan: (plan: Plan) => void;
  readonly onCells: (result: RunResult, dataset: number, operation: Operation | null) => void;
}

export function SourceCard({ source, claims, services, onPlan, onCells }: SourceCardProps) {
  const runState = useSyncExternalStore(services.run.subscribe, services.run.get);
  const { id, title, author, kind, language } = source;
  return (
    <article className={styles.card} aria-labelledby={`source-${id}`}>
      <header className={styles.cardHead}>
        <p className={styles.eyebrow}>
          {shortCitationOf(source)} <SourceTag id={id} /> · {kind} · {languages.of(language) ?? language} ·{' '}
          {publicationDateOf(source)}
        </p>
        <h2 id={`source-${id}`} className={styles.cardTitle}>
          {title.english}
        </h2>
        {title.original !== null && title.original !== title.english && (
          <p lang={language} className={styles.original}>
            {title.original}
          </p>
        )}
        <p className={styles.author}>{author}</p>
      </header>
      <div className={styles.asked}>
        <div>
          <h3 className={styles.heading}>Question</h3>
          <p className={styles.text}>{source.question}</p>
        </div>
        <div>
          <h3 className={styles.heading}>Answer</h3>
          <p className={styles.text}>{source.answer}</p>
        </div>
      </div>
      <RunHere source={source} onPlan={onPlan} />
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
      <ErrorBoundary what="The charts">
        <Suspense fallback={<p className={styles.small}>Loading the charts…</p>}>
          <SourceCharts source={source} />
        </Suspense>
      </ErrorBoundary>
      {source.tables.map((table) => (
        <FigureTable key={table.id} table={table} />
      ))}
      <Checks source={source} />
      <section className={styles.block}>
        <h3 className={styles.heading}>Limits of these figures</h3>
        <ul className={styles.list}>
          {source.beware.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <details className={styles.more}>
        <summary>Method, setting, clocks, units, and every sentence that states a figure</summary>
        <Details source={source} />
      </details>
      <footer className={styles.citation}>{citationOf(source)}</footer>
    </article>
  );
}

function RunHere({ source, onPlan }: Pick<SourceCardProps, 'source' | 'onPlan'>) {
  const systems = supportedCandidates(source).length;
  const missing = source.systems.length - systems;
  const several = source.workloads.length > 1;
  return (
    <div className={styles.runHere}>
      {source.workloads.map((workload) => (
        <Button
          key={workload.id}
          variant="primary"
          onClick={() => onPlan(planForWorkload(source, workload))}
          disabled={!isKnownWorkload(workload)}
        >
          {several ? `Run ${workload.label} here` : 'Run this here'}
        </Button>
      ))}
      <p className={styles.small}>
        {source.workloads.map(sizeWords).join(' or ')}, {formatCount(systems)} of the{' '}
        {formatCount(source.systems.length)} systems of the source, and the uncompressed baseline.
        {missing > 0 && ` ${formatCount(missing)} can’t run here yet.`} The button sets the plan. The run starts when
        you press Run.
      </p>
    </div>
  );
}

function sizeWords({ workload, knobs, sizeHere, label }: PublishedWorkload): string {
  const meta = workloads.get(workload);
  if (meta === undefined) return `${formatCount(sizeHere)} items (${label}, which this version can’t generate)`;
  const defaults = Object.fromEntries(meta.parameters.map((parameter) => [parameter.id, parameter.default]));
  return `${formatCount(sizeHere)} ${meta.sizeUnit} (${formatBytes(meta.dataBytes({ ...defaults, ...knobs }, sizeHere))})`;
}

const settings = [
  ['hardware', 'Hardware'],
  ['software', 'Software'],
  ['threads', 'Threads'],
  ['repeats', 'Repeats'],
  ['statistic', 'Statistic'],
  ['diskCache', 'Disk cache'],
] as const satisfies readonly (readonly [keyof PublishedSource['setting'], string])[];

function Details({ source }: { readonly source: PublishedSource }) {
  return (
    <div className={styles.details}>
      <section className={styles.block}>
        <h3 className={styles.heading}>Method</h3>
        <ol className={styles.list}>
          {source.method.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        {source.workloads.map(({ id: key, label, note }) => (
          <p key={key} className={styles.small}>
            Here{source.workloads.length > 1 ? `, ${label}` : ''}: {note}
          </p>
        ))}
      </section>
      <section className={styles.block}>
        <h3 className={styles.heading}>Setting</h3>
        <dl className={styles.facts}>
          {settings.map(([key, name]) => (
            <Fragment key={key}>
              <dt>{name}</dt>
              <dd>{source.setting[key]}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
      <Systems source={source} />
      <section className={styles.block}>
        <h3 className={styles.heading}>How the printed units are interpreted</h3>
        <ul className={styles.list}>
          {source.unitReasons.map(({ metric, printed, readAs, reason }) => (
            <li key={metric}>
              Printed “{printed}”, interpreted as {readAs}. {reason}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.block}>
        <h3 className={styles.heading}>Sentences that state a figure</h3>
        <ul className={styles.list}>
          {source.statements.map(({ section, says, figures }) => (
            <li key={figures.map((figure) => figure.id).join(' ')}>
              {says} <span className={styles.place}>{section}</span>
              <ul className={styles.inline}>
                {figures.map((figure) => (
                  <li key={figure.id}>
                    {figure.system !== null &&
                      figures.length > 1 &&
                      `${systemById(source, figure.system)?.shortLabel ?? figure.system}: `}
                    <span lang={source.language}>{figure.printed}</span> ={' '}
                    {figure.bound === undefined ? '' : figure.bound === 'below' ? 'less than ' : 'more than '}
                    {inBaseUnits(figure.value, figure)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
