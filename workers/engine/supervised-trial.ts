import type { ErrorRecord, Stage } from '../model/errors';
import { toErrorRecord } from '../model/errors';
import type { Connection } from '../model/protocol/connect';
import type { AskingReader, MeasureCalls, TrialRequest, TrialResult } from '../model/protocol/measure';
import { withoutReader } from './abandoned-reader';
import { removePrivateFile } from './private-file';
import type { Visibility } from './visibility';

export type TrialOutcome =
  | { readonly type: 'done'; readonly result: TrialResult }
  | { readonly type: 'failed'; readonly error: ErrorRecord }
  | { readonly type: 'timedOut'; readonly stage: Stage; readonly limitMs: number }
  /** The tab was hidden or the machine slept: what was taken is thrown away and the trial repeated. */
  | { readonly type: 'discarded' }
  | { readonly type: 'cancelled' };

const watchMs = 250;
/** Fetching a library of some megabytes over a slow line is no hang. */
const fetchLimitMs = 120_000;
/** A timer that comes this late was not late but stopped: the tab was frozen, or the machine slept. */
const freezeMs = 5_000;

/** One trial by a worker of its own, which is ended whatever happens: by its result, an error, a crash, silence, a hidden tab or the signal. */
export function superviseTrial(
  connection: Connection<MeasureCalls>,
  request: TrialRequest,
  options: { readonly signal: AbortSignal; readonly visibility: Visibility; readonly hangLimitMs: number },
): Promise<TrialOutcome> {
  const { signal, visibility, hangLimitMs } = options;
  return new Promise((resolve) => {
    let stage: Stage = 'load';
    let heardAt = Date.now();
    let watchedAt = heardAt;
    let settled = false;
    let asking: AskingReader | null = null;
    const settle = (outcome: TrialOutcome) => {
      if (settled) return;
      settled = true;
      clearInterval(watch);
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
      connection.terminate();
      const usesStorage = request.operations.includes('store') || request.operations.includes('load');
      if (usesStorage && outcome.type !== 'done') void removePrivateFile(request.scratchName);
      resolve(outcome);
    };
    const onAbort = () => settle({ type: 'cancelled' });
    const watch = setInterval(() => {
      const now = Date.now();
      const limitMs = stage === 'load' || stage === 'setUp' ? Math.max(hangLimitMs, fetchLimitMs) : hangLimitMs;
      if (now - watchedAt > freezeMs) settle({ type: 'discarded' });
      else if (now - heardAt > limitMs) {
        // What a second decoder costs is never the candidate's: its figures were taken before.
        if (asking !== null)
          settle({
            type: 'done',
            result: withoutReader(
              asking,
              `had not read the file after ${Math.round(limitMs / 1e3).toLocaleString('en')} s`,
            ),
          });
        else settle({ type: 'timedOut', stage, limitMs });
      }
      watchedAt = now;
    }, watchMs);
    const unsubscribe = visibility.subscribe((hidden) => {
      if (hidden) settle({ type: 'discarded' });
    });
    if (signal.aborted) {
      onAbort();
      return;
    }
    // It may have been hidden while the trial waited for its turn, when nobody listened yet.
    if (visibility.hidden) {
      settle({ type: 'discarded' });
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    connection.remote
      .trial(request, {
        onProgress: (progress) => {
          stage = progress.stage;
          asking = progress.asking ?? asking;
          heardAt = Date.now();
        },
      })
      .then(
        (result) => settle({ type: 'done', result }),
        (thrown) => {
          const error = toErrorRecord(thrown, { tag: 'internal', stage });
          if (asking !== null && error.tag === 'workerCrashed') {
            settle({ type: 'done', result: withoutReader(asking, 'ended the worker that it read the file in') });
            return;
          }
          // A worker that dies can't say where: the last stage that it told is the best there is.
          settle({
            type: 'failed',
            error: error.tag === 'workerCrashed' ? { ...error, stage, format: request.candidate.format } : error,
          });
        },
      );
  });
}
