import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';
import { type ErrorRecord, isLoadFailure, toErrorRecord } from '../../workers/model/errors';
import { Button } from './Button';
import { ErrorBoundary, LoadFailureNotice } from './ErrorBoundary';
import styles from './Loaded.module.css';
import { Notice } from './Notice';
import { loadPart } from './part-of-page';

type Loading<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly value: T }
  | { readonly status: 'failed'; readonly error: ErrorRecord; readonly notLoaded: boolean };

interface LoadedProps<T> {
  /** Loads the content. A new function identity loads it again, so keep it stable. */
  readonly load: () => Promise<T>;
  /** The name of the content, for use within a sentence: “conformance matrix”, “native runs”. */
  readonly what: string;
  readonly children: (value: T) => ReactNode;
}

/** Content that loads after the page. Shows a message while it loads, and the error with a button to try again if loading fails. */
export function Loaded<T>({ load, what, children }: LoadedProps<T>) {
  const [state, setState] = useState<Loading<T>>({ status: 'loading' });
  const start = useCallback(() => {
    let isCurrent = true;
    const set = (next: Loading<T>) => {
      // An earlier request may end after a later one.
      if (isCurrent) setState(next);
    };
    set({ status: 'loading' });
    loadPart(load).then(
      // A large table is then drawn in parts, between which the page answers.
      (value) => startTransition(() => set({ status: 'loaded', value })),
      (thrown: unknown) =>
        set({
          status: 'failed',
          error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }),
          notLoaded: isLoadFailure(thrown),
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  useEffect(start, [start]);
  switch (state.status) {
    case 'loading':
      return (
        <p role="status" className={styles.loading}>
          Loading the {what}…
        </p>
      );
    case 'failed':
      if (state.notLoaded) return <LoadFailureNotice what={`The ${what}`} onRetry={start} />;
      return (
        <Notice
          tone="danger"
          title={`The ${what} can’t be shown.`}
          live
          actions={
            <Button size="small" onClick={start}>
              Try again
            </Button>
          }
        >
          {state.error.message} {state.error.remedy}
        </Notice>
      );
    case 'loaded':
      return <ErrorBoundary what={`The ${what}`}>{children(state.value)}</ErrorBoundary>;
  }
}
