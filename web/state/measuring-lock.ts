import { browserLocks } from '../storage/browser-locks';

/** The lock that one tab of this site holds while it measures. Tabs that measure at once take the processor and the memory from each other. */
const lockName = 'formatlab measuring';

interface LockRequest {
  /** Gives up waiting; the promise then rejects. */
  readonly signal: AbortSignal;
  /** Called if another tab holds the lock, before waiting. */
  readonly onWait: () => void;
  /** Ends the waiting without the lock, since the user does not want to wait. */
  readonly regardless: Promise<unknown>;
}

/** The part of a LockManager that is used, so that a test can pass a fake. */
export interface Locks {
  request(name: string, options: LockOptions, callback: (lock: Lock | null) => Promise<void> | void): Promise<void>;
}

/** Holds a lock until what is given to `onHeld` is called. */
const holding = (onHeld: (release: () => void) => void) => new Promise<void>((release) => onHeld(release));

/** Resolves once no other tab measures, or at once if the user does not wait. Returns what ends the measuring. */
export async function lockMeasuring(
  { signal, onWait, regardless }: LockRequest,
  locks: Locks | null = browserLocks(),
): Promise<() => void> {
  const nothing = () => undefined;
  if (locks === null) return nothing;
  const free = await holdIfFree(locks);
  if (free !== null) return free;
  onWait();
  const giveUp = new AbortController();
  return new Promise((resolve, reject) => {
    void regardless.then(() => {
      giveUp.abort();
      resolve(nothing);
    });
    locks
      .request(lockName, { signal: AbortSignal.any([signal, giveUp.signal]) }, () =>
        // The lock may be granted just as the user stops waiting: nobody would release it.
        giveUp.signal.aborted ? undefined : holding(resolve),
      )
      .catch(reject);
  });
}

/** Holds the lock if no other tab does, and returns what releases it. Null if another tab holds it. */
export function holdIfFree(locks: Locks | null = browserLocks()): Promise<(() => void) | null> {
  if (locks === null) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    locks
      .request(lockName, { ifAvailable: true }, (lock) => (lock === null ? resolve(null) : holding(resolve)))
      .catch(reject);
  });
}
