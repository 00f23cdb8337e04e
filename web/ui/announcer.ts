/** The shortest time between two announcements, in milliseconds: a screen reader reads each to its end. */
export const announceEveryMs = 10_000;

interface Announcer {
  readonly get: () => string;
  readonly subscribe: (listener: () => void) => () => void;
  /** Announces a text as soon as the time since the last one allows. Of several that wait, the newest is announced. */
  readonly say: (text: string) => void;
}

/**
 * @param nowMs the time now, in milliseconds
 * @param later calls `callback` after `ms` milliseconds
 */
export function createAnnouncer(
  nowMs: () => number = () => performance.now(),
  later: (callback: () => void, ms: number) => unknown = setTimeout,
): Announcer {
  const listeners = new Set<() => void>();
  let said = '';
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let waiting: string | null = null;
  const publish = (text: string) => {
    said = text;
    saidAtMs = nowMs();
    for (const listener of listeners) listener();
  };
  return {
    get: () => said,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say(text) {
      if (text === '' || text === (waiting ?? said)) return;
      const isScheduled = waiting !== null;
      const restMs = saidAtMs + announceEveryMs - nowMs();
      if (restMs <= 0 && !isScheduled) {
        publish(text);
        return;
      }
      waiting = text;
      if (isScheduled) return;
      later(
        () => {
          const next = waiting;
          waiting = null;
          if (next !== null && next !== said) publish(next);
        },
        Math.max(0, restMs),
      );
    },
  };
}

/** That of the page. */
export const announcer = createAnnouncer();
