import { useState } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import { isActive } from '../state/run-reducer';
import type { Services } from '../state/services';
import { startOpened } from './start-run';

/** How long nothing may change before the changed data are measured, ms. */
const calmMs = 1_000;

/** What becomes of a run whose data are read or made in another way. */
export interface RunOfChangedData {
  /** Stops the run in progress, and keeps nothing of it. Resolves once it has ended. */
  readonly leave: () => Promise<void>;
  /** Stops the run in progress, since other data are opened, and keeps what it has measured in the browser. Resolves once it has ended. */
  readonly end: () => Promise<void>;
  /** Measures the data one second after their last change, if a run of them had begun and the user did not stop it. */
  readonly startSoon: () => void;
}

function createRunOfChangedData(services: Pick<Services, 'run' | 'runStore' | 'notice' | 'view' | 'ownFile'>) {
  const { run, runStore, notice } = services;
  /** True from the first change until the run starts anew. */
  let isWanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = async () => {
    clearTimeout(timer);
    const { life, shown } = run.get();
    // A run that the user stopped stays stopped.
    if (life.status === 'stopping' || life.status === 'stopped') isWanted = false;
    // A link or a file of results that was opened since starts nothing.
    else if (isActive(life) || (life.status === 'finished' && shown?.origin.kind === 'here')) isWanted = true;
    if (!isActive(life)) return;
    const startedAt = shown?.running ? shown.result.startedAt : null;
    await run.end();
    run.forget();
    if (startedAt !== null)
      runStore
        .discard(startedAt)
        .catch((thrown) => notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' })));
  };
  const end = async () => {
    clearTimeout(timer);
    isWanted = false;
    if (!isActive(run.get().life)) return;
    await run.end();
    run.dismiss();
  };
  const startSoon = () => {
    clearTimeout(timer);
    if (!isWanted) return;
    timer = setTimeout(() => {
      isWanted = false;
      if (!isActive(run.get().life)) startOpened(services, { keepsPanel: true });
    }, calmMs);
  };
  return { leave, end, startSoon };
}

export function useRunOfChangedData(services: Services): RunOfChangedData {
  const [made] = useState(() => createRunOfChangedData(services));
  return made;
}
