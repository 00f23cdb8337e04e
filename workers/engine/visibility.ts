/** Whether the page is visible. The page reports it, since a worker cannot see it. The run pauses while the page is hidden (rule 15). */
export interface Visibility {
  readonly hidden: boolean;
  set(hidden: boolean): void;
  /** Calls `listener` at every change. Returns a function that unsubscribes. */
  subscribe(listener: (hidden: boolean) => void): () => void;
  /** Resolves when the page is visible, or when the signal aborts. */
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
