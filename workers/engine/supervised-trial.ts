import type { ErrorRecord, Stage } from '../model/errors';
import { toErrorRecord } from '../model/errors';
import type { Connection } from '../model/protocol/connect';
import type {
  MeasuredTrial,
  MeasureCalls,
  PendingSecondDecoder,
  TrialRequest,
  TrialResult,
} from '../model/protocol/measure';
import { resultWithoutSecondDecoder } from './abandoned-reader';
import { removePrivateFile } from './private-file';
import type { Visibility } from './visibility';

/** How a trial ended. */
type TrialOutcome =
  /** `partsMs`: the milliseconds at its end in which it only encoded parts of a sample; absent if it encoded none. */
  | { readonly type: 'done'; readonly result: TrialResult; readonly partsMs?: number }
  | { readonly type: 'failed'; readonly error: ErrorRecord }
  | { readonly type: 'timedOut'; readonly stage: Stage; readonly limitMs: number }
  /** The time that the trial had was over. The size of its file is null if there was none yet. */
  | { readonly type: 'overBudget'; readonly sizeBytes: number | null }
  /** The tab was hidden or the machine slept: the samples are discarded and the trial is repeated. */
  | { readonly type: 'discarded' }
  | { readonly type: 'cancelled' };

/** How a finished trial ended. Cancelled trials are not recorded. */
export type LedgerOutcome = Exclude<TrialOutcome, { type: 'cancelled' }>;

const watchMs = 250;
/** Downloading a library of some megabytes over a slow connection does not count as a hang. */
const fetchLimitMs = 120_000;
/** If a timer fires this late, the tab was frozen or the machine slept. */
const freezeMs = 5_000;

/**
 * Runs one trial in its own worker. The worker is always terminated: after its result, an error, a crash, silence, a hidden tab or an
 * abort.
 */
export function superviseTrial(
  connection: Connection<MeasureCalls>,
  request: TrialRequest,
  options: {
    readonly signal: AbortSignal;
    readonly visibility: Visibility;
    readonly hangLimitMs: number;
    /** The time in milliseconds that the trial may take; absent if it may take any. */
    readonly budgetMs?: number;
  },
): Promise<TrialOutcome> {
  const { signal, visibility, hangLimitMs, budgetMs } = options;
  return new Promise((resolve) => {
    let stage: Stage = 'load';
    let heardAt = Date.now();
    let watchedAt = heardAt;
    let settled = false;
    let asking: PendingSecondDecoder | null = null;
    let measured: MeasuredTrial | null = null;
    let measuredAt: number | null = null;
    let sizeBytes: number | null = null;
    let budgetTimer: ReturnType<typeof setTimeout> | undefined;
    const settle = (outcome: TrialOutcome) => {
      if (settled) return;
      settled = true;
      clearInterval(watch);
      clearTimeout(budgetTimer);
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
      connection.terminate();
      const usesStorage = request.operations.includes('store') || request.operations.includes('load');
      if (usesStorage && outcome.type !== 'done') void removePrivateFile(request.scratchName);
      resolve(
        outcome.type === 'done' && measuredAt !== null ? { ...outcome, partsMs: Date.now() - measuredAt } : outcome,
      );
    };
    const onAbort = () => settle({ type: 'cancelled' });
    const watch = setInterval(() => {
      const now = Date.now();
      const limitMs = stage === 'load' || stage === 'setUp' ? Math.max(hangLimitMs, fetchLimitMs) : hangLimitMs;
      if (now - watchedAt > freezeMs) settle({ type: 'discarded' });
      else if (now - heardAt > limitMs) {
        // If a second decoder fails, the candidate keeps its figures, which were measured before.
        if (asking !== null)
          settle({
            type: 'done',
            result: resultWithoutSecondDecoder(
              asking,
              `had not read the file after ${Math.round(limitMs / 1e3).toLocaleString('en')} s`,
            ),
          });
        else if (measured !== null) settle({ type: 'done', result: measured });
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
    // The tab may have been hidden while the trial waited for the mutex and did not listen yet.
    if (visibility.hidden) {
      settle({ type: 'discarded' });
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    if (budgetMs !== undefined)
      budgetTimer = setTimeout(
        () =>
          settle(
            asking === null
              ? measured === null
                ? { type: 'overBudget', sizeBytes }
                : { type: 'done', result: measured }
              : {
                  type: 'done',
                  result: resultWithoutSecondDecoder(asking, 'had not read the file when the run’s time was over'),
                },
          ),
        budgetMs,
      );
    connection.remote
      .trial(request, {
        onProgress: (progress) => {
          stage = progress.stage;
          asking = progress.asking ?? asking;
          measured = progress.measured ?? measured;
          if (progress.measured !== undefined) measuredAt = Date.now();
          sizeBytes = progress.sizeBytes ?? sizeBytes;
          heardAt = Date.now();
        },
      })
      .then(
        (result) => settle({ type: 'done', result }),
        (thrown) => {
          const error = toErrorRecord(thrown, { tag: 'internal', stage });
          if (asking !== null && error.tag === 'workerCrashed') {
            settle({ type: 'done', result: resultWithoutSecondDecoder(asking, 'crashed while it read the file') });
            return;
          }
          // A crashed worker cannot say where it crashed; use the last stage that it reported.
          settle({
            type: 'failed',
            error: error.tag === 'workerCrashed' ? { ...error, stage, format: request.candidate.format } : error,
          });
        },
      );
  });
}
