import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Explore } from '../explore/Explore';
import { fileOfPlan } from '../explore/plan-checks';
import { ShareMenu } from '../share/ShareMenu';
import { Button } from '../ui/Button';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Notice } from '../ui/Notice';
import styles from './App.module.css';
import { Header } from './Header';
import { useOwnFile } from '../state/own-file';
import { openFirstRun } from './open-first-run';
import { isActive } from '../state/run-reducer';
import type { Services } from '../state/services';
import type { View } from '../view/view';
import { useView } from '../state/view-store';

const AboutPage = lazy(() => import('./about/AboutPage'));
const PublishedPage = lazy(() => import('../published/PublishedPage'));

const CodecsPage = lazy(() => import('../codecs/CodecsPage'));
const FormatsPage = lazy(() => import('../formats/FormatsPage'));

const titles: Record<View['page'], string> = {
  explore: 'Formatlab',
  published: 'Published results · Formatlab',
  formats: 'Formats · Formatlab',
  codecs: 'Codecs · Formatlab',
  about: 'About · Formatlab',
};

export function App({ services }: { readonly services: Services }) {
  const { view, problem, opening } = useView(services.view);
  const runState = useSyncExternalStore(services.run.subscribe, services.run.get);
  const held = useOwnFile(services.ownFile);
  const fileOfView = useMemo(() => fileOfPlan(view.plan, held), [view.plan, held]);
  const { page } = view;

  useEffect(() => {
    document.title = titles[page];
  }, [page]);
  useEffect(() => openFirstRun(services), [services]);

  const goTo = (next: View['page']) => {
    services.view.set({ ...view, page: next });
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <Header page={page} onPage={goTo}>
        <ShareMenu
          shown={runState.shown}
          view={view}
          ownFile={fileOfView.status === 'ready' ? fileOfView.file : null}
          onImport={(result, fileName) => {
            if (page !== 'explore') goTo('explore');
            services.open({ kind: 'import', fileName }, result);
          }}
        />
      </Header>
      {problem !== null && page !== 'explore' && (
        <div className={styles.problem}>
          <Notice
            tone="danger"
            title="The link could not be opened completely."
            live
            actions={
              <Button size="small" variant="plain" onClick={services.view.dismissProblem}>
                Dismiss
              </Button>
            }
          >
            {problem}
          </Notice>
        </div>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary what="This page" resetKey={page}>
          {page === 'explore' && (
            <Explore services={services} view={view} opening={opening} linkProblem={problem} runState={runState} />
          )}
          {page === 'published' && (
            <Suspense fallback={<p className={styles.loading}>Loading the published results…</p>}>
              <PublishedPage
                services={services}
                onCells={(source, result, dataset, operation) => {
                  // A run in progress is already shown.
                  if (!isActive(runState.life)) services.open({ kind: 'test', source }, result);
                  const results = { ...view.results, dataset, ...(operation === null ? {} : { operation }) };
                  services.view.set({ ...view, page: 'explore', plan: result.plan, results });
                  window.scrollTo({ top: 0 });
                }}
                onRun={(result, fileName) => {
                  goTo('explore');
                  services.open({ kind: 'import', fileName }, result);
                }}
                onPlan={(plan) => {
                  services.view.set({ ...view, page: 'explore', plan });
                  window.scrollTo({ top: 0 });
                }}
              />
            </Suspense>
          )}
          {page === 'formats' && (
            <Suspense fallback={<p className={styles.loading}>Loading the formats…</p>}>
              <FormatsPage />
            </Suspense>
          )}
          {page === 'codecs' && (
            <Suspense fallback={<p className={styles.loading}>Loading the codecs…</p>}>
              <CodecsPage />
            </Suspense>
          )}
          {page === 'about' && (
            <Suspense fallback={<p className={styles.loading}>Loading the page…</p>}>
              <AboutPage />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
    </>
  );
}
