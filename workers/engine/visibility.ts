/** Whether the page is in front. The page tells (a worker does not know), and the run waits while it is not (rule 15). */
export interface Visibility {
  readonly hidden: boolean;
  set(hidden: boolean): void;
  /** Called at every change; returns how to stop that. */
  subscribe(listener: (hidden: boolean) => void): () => void;
  /** Resolves once the page is in front, or the signal comes. */
  visible(signal: AbortSignal): Promise<void>;
}

export function createVisibility(): Visibility {
  const listeners = new Set<(hidden: boolean) => void>();
  let hidden = false;
  const subscribe = (listener: (hidden: boolean) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get hidden() {
      return hidden;
    },
    set(next) {
      if (next === hidden) return;
      hidden = next;
      for (const listener of [...listeners]) listener(next);
    },
    subscribe,
    visible: (signal) =>
      new Promise((resolve) => {
        if (!hidden || signal.aborted) {
          resolve();
          return;
        }
        const done = () => {
          unsubscribe();
          signal.removeEventListener('abort', done);
          resolve();
        };
        const unsubscribe = subscribe((now) => {
          if (!now) done();
        });
        signal.addEventListener('abort', done, { once: true });
      }),
  };
}
