import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { isAtStart } from '../explore/at-start';
import { Explore } from '../explore/Explore';
import { FileForSnippets } from '../explore/own-file/FileForSnippets';
import { fileOfPlan } from '../explore/plan-checks';
import { ShareMenu } from '../share/ShareMenu';
import { sourceCitations } from '../sources/source-citations';
import { Button } from '../ui/Button';
import { ErrorBoundary, ReloadContext } from '../ui/ErrorBoundary';
import { toErrorRecord } from '../../workers/model/errors';
import { LiveRegion } from '../ui/LiveRegion';
import { Notice } from '../ui/Notice';
import { mainId } from '../ui/Page';
import styles from './App.module.css';
import { Header } from './Header';
import { keepOverReload } from './kept-over-reload';
import { useOwnFile } from '../state/own-file';
import { openFirstRun } from './open-first-run';
import { isActive } from '../state/run-reducer';
import { useRunAnnouncements } from './use-run-announcements';
import { useTitle } from './use-title';
import type { Services } from '../state/services';
import type { View } from '../view/view';
import { useView } from '../state/view-store';
import type { RunResult } from '../../workers/model/result';
import { lazyPart } from '../ui/part-of-page';

const AboutPage = lazyPart(() => import('./about/AboutPage'));
const PublishedPage = lazyPart(() => import('../published/PublishedPage'));
const NativePage = lazyPart(() => import('../published/native/NativePage'));
const CodecsPage = lazyPart(() => import('../codecs/CodecsPage'));
const FormatsPage = lazyPart(() => import('../formats/FormatsPage'));

const titles: Record<View['page'], string> = {
  explore: 'Formatlab',
  published: 'Published results · Formatlab',
  formats: 'Formats · Formatlab',
  codecs: 'Codecs · Formatlab',
  native: 'The browser’s factor to native · Formatlab',
  about: 'About · Formatlab',
};

/** The pages that lie below a page of the navigation. */
const sections: Partial<Record<View['page'], View['page']>> = { native: 'published' };

/** The document's title. That of a source's page names the source. */
function titleOf({ page, source }: Pick<View, 'page' | 'source'>): string {
  if (page !== 'published' || source === null) return titles[page];
  const citation = Object.hasOwn(sourceCitations, source) ? sourceCitations[source] : undefined;
  return citation === undefined ? titles.published : `${citation} (source ${source}) · ${titles.published}`;
}

/**
 * Moves the focus to the heading of the new page if what had the focus is gone: a link of the page before. A screen
 * reader then reads where it is, and Tab goes on from there. Links of the header keep the focus.
 */
function useFocusOnNewPage(address: string) {
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    if (document.activeElement !== document.body) return;
    const main = document.getElementById(mainId);
    // While the code of a page loads, it has no heading yet: the heading then takes the focus from the main region.
    (main?.querySelector<HTMLElement>('h1[tabindex]') ?? main)?.focus({ preventScroll: true });
  }, [address]);
}

export function App({ services }: { readonly services: Services }) {
  const viewState = useView(services.view);
  const { view, problem, opening } = viewState;
  const runState = useSyncExternalStore(services.run.subscribe, services.run.get);
  const held = useOwnFile(services.ownFile);
  const fileOfView = useMemo(() => fileOfPlan(view.plan, held), [view.plan, held]);
  const address = useSyncExternalStore(services.address.subscribe, services.address.get);
  const atStart = isAtStart(viewState, runState, held, address);
  const { page, source } = view;
  const section = sections[page] ?? page;

  useTitle(titleOf({ page, source }), runState.life);
  useRunAnnouncements(runState, held.status);
  useFocusOnNewPage(`${page}/${source ?? ''}`);
  useEffect(() => openFirstRun(services), [services]);

  const goTo = (next: View['page'], nextSource: string | null = null) => {
    services.view.set({ ...view, page: next, source: nextSource });
    window.scrollTo({ top: 0 });
  };
  const openRun = (result: RunResult, fileName: string) => {
    goTo('explore');
    void services.open({ kind: 'import', fileName }, result);
  };

  const reload = () => {
    try {
      keepOverReload(services.run.get().shown);
      window.location.reload();
    } catch (thrown) {
      services.notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }));
      goTo('explore');
    }
  };

  return (
    <ReloadContext value={reload}>
      <Header page={section} below={source !== null || section !== page} atStart={atStart} onPage={goTo}>
        <ShareMenu
          shown={runState.shown}
          view={view}
          ownFile={fileOfView.status === 'ready' ? fileOfView.file : null}
          onImport={(result, fileName) => {
            if (page !== 'explore') goTo('explore');
            void services.open({ kind: 'import', fileName }, result);
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
      <LiveRegion />
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <ErrorBoundary what="This page" resetKey={`${page}/${source ?? ''}`}>
          {page === 'explore' && (
            <FileForSnippets files={services.ownFile}>
              <Explore
                services={services}
                view={view}
                opening={opening}
                atStart={atStart}
                linkProblem={problem}
                runState={runState}
              />
            </FileForSnippets>
          )}
          {page === 'published' && (
            <ErrorBoundary what="This page" loading={<p className={styles.loading}>Loading the published results…</p>}>
              <PublishedPage
                services={services}
                source={source}
                onSource={(next) => goTo('published', next)}
                onNative={() => goTo('native')}
                onCells={(tested, result, dataset, operation) => {
                  // A run in progress is already shown.
                  if (!isActive(runState.life)) services.open({ kind: 'test', source: tested }, result);
                  const results = { ...view.results, dataset, ...(operation === null ? {} : { operation }) };
                  services.view.set({ ...view, page: 'explore', source: null, plan: result.plan, results });
                  window.scrollTo({ top: 0 });
                }}
                onRun={openRun}
                onPlan={(plan) => {
                  services.view.set({ ...view, page: 'explore', source: null, plan });
                  window.scrollTo({ top: 0 });
                }}
              />
            </ErrorBoundary>
          )}
          {page === 'formats' && (
            <ErrorBoundary what="This page" loading={<p className={styles.loading}>Loading the formats…</p>}>
              <FormatsPage onNative={() => goTo('native')} />
            </ErrorBoundary>
          )}
          {page === 'codecs' && (
            <ErrorBoundary what="This page" loading={<p className={styles.loading}>Loading the codecs…</p>}>
              <CodecsPage onNative={() => goTo('native')} />
            </ErrorBoundary>
          )}
          {page === 'native' && (
            <ErrorBoundary what="This page" loading={<p className={styles.loading}>Loading the native runs…</p>}>
              <NativePage onRun={openRun} onPage={goTo} imported={services.imported} />
            </ErrorBoundary>
          )}
          {page === 'about' && (
            <ErrorBoundary what="This page" loading={<p className={styles.loading}>Loading the page…</p>}>
              <AboutPage onNative={() => goTo('native')} />
            </ErrorBoundary>
          )}
        </ErrorBoundary>
      </main>
    </ReloadContext>
  );
}
