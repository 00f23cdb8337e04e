import type { RunResult } from '../../workers/model/result';
import { addressInLink } from '../links/from-address';
import { toldSituation } from '../links/told-situation';
import { createAddressStore } from './address';
import { createComparedRunStore } from './compared-run';
import { createImportedSets } from './imported-sets';
import { loadedLater } from '../storage/loaded-later';
import { connectCoordinator } from './coordinator';
import { createOwnFileStore } from './own-file';
import { createPageNotice } from './page-notice';
import { createProgressStore } from './progress-store';
import { createRunController } from './run-controller';
import { isActive } from './run-reducer';
import type { RunOrigin } from './shown-run';
import { createSourceTestController } from './source-test-controller';
import { createUnfinishedRunStore } from './unfinished-run';
import { startView } from '../view/start-view';
import { browserAddressBar, createViewStore } from './view-store';

/** Creates the page's long-lived services. Creating them starts no worker and reads no storage. */
export function createServices() {
  const notice = createPageNotice();
  const progress = createProgressStore();
  const runStore = loadedLater(async () => (await import('../storage/run-store')).createRunStore());
  const unfinished = createUnfinishedRunStore(runStore, notice.say);
  const run = createRunController({
    connect: connectCoordinator,
    store: runStore,
    progress,
    onStorageError: notice.say,
  });
  const sourceTests = createSourceTestController({
    run,
    store: loadedLater(async () => (await import('../storage/source-test-store')).createSourceTestStore()),
    onStorageError: notice.say,
  });
  const imported = createImportedSets(
    loadedLater(async () => (await import('../storage/imported-store')).createImportedStore()),
    notice.say,
  );
  const address = createAddressStore(connectCoordinator, addressInLink(window.location));
  // Back, Forward, and a link that is clicked in this page.
  window.addEventListener('popstate', () => {
    const asked = addressInLink({ search: '', hash: window.location.hash });
    if (asked !== null) address.setLink(asked);
  });
  const comparedRun = createComparedRunStore(runStore);
  const ownFile = createOwnFileStore(connectCoordinator);
  run.subscribe(() => ownFile.setMeasuring(isActive(run.get().life)));
  /** Counts what is opened, of which only the last is shown. */
  let opening = 0;
  /**
   * Shows imported results, without running anything. A file ends a run in progress, whose results the browser keeps. A link does not, since Back can lead
   * to one.
   */
  const open = async (origin: RunOrigin, result: RunResult) => {
    if (run.get().shown?.result === result) return;
    opening += 1;
    const own = opening;
    if (origin.kind === 'import' && isActive(run.get().life)) {
      await run.end();
      run.dismiss();
      if (own !== opening) return;
    }
    if (isActive(run.get().life))
      notice.say({
        tag: 'unsupported',
        stage: 'import',
        message: 'A run is in progress, so the other results were not opened. Stop the run, then open them again.',
      });
    else {
      run.show({ origin, result, running: false });
      // The page then is about the data of these results. The view of a link has them already.
      if (origin.kind === 'import') showPlanOf(result);
    }
  };
  const view = createViewStore({
    start: startView(),
    address: browserAddressBar,
    onResult: (result) => void open({ kind: 'link' }, result),
  });
  const showPlanOf = (result: RunResult) => {
    const { view: before } = view.get();
    view.set({ ...before, plan: result.plan, situation: toldSituation(result) ?? before.situation });
  };
  return {
    notice,
    progress,
    runStore,
    unfinished,
    run,
    sourceTests,
    imported,
    comparedRun,
    ownFile,
    address,
    view,
    open,
  };
}

export type Services = ReturnType<typeof createServices>;
