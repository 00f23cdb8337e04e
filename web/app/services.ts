import { createRunStore } from '../storage/run-store';
import { connectCoordinator } from './coordinator';
import { createOwnFileStore } from './own-file';
import { createProgressStore } from './progress-store';
import { createRunController } from './run-controller';
import { createStorageNotice } from './storage-notice';
import { startView } from './start-view';
import { createViewStore } from './view-store';

/** The page's long-lived parts. Nothing here starts a worker or reads storage by itself. */
export function createServices() {
  const storageNotice = createStorageNotice();
  const progress = createProgressStore();
  const runStore = createRunStore();
  const run = createRunController({ connect: connectCoordinator, store: runStore, progress, onStorageError: storageNotice.say });
  const ownFile = createOwnFileStore(connectCoordinator);
  const view = createViewStore({ start: startView(), onResult: (result) => run.show({ origin: { kind: 'link' }, result, running: false }) });
  return { storageNotice, progress, runStore, run, ownFile, view };
}

export type Services = ReturnType<typeof createServices>;
