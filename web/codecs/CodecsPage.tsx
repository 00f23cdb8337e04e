import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import { Button } from '../ui/Button';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Notice } from '../ui/Notice';
import { BenchSection } from './BenchSection';
import styles from './CodecsPage.module.css';
import { ConformanceMatrix } from './ConformanceMatrix';
import { loadCodecBench, loadConformance } from './codec-evidence';

/** What each implementation of each codec is, whether others read what it writes, and how near it comes to the native library. */
export default function CodecsPage() {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.title}>Codecs</h1>
        <p className={styles.lead}>
          The same codec is another thing in another implementation: as fast as the native library or four times slower, read by everyone or refused. Here is what was found of each, by tests
          that anyone can run again.
        </p>
      </header>
      <section className={styles.section} aria-labelledby="codecs-conformance">
        <h2 id="codecs-conformance" className={styles.heading}>
          Does everyone else read it?
        </h2>
        <Evidence load={loadConformance} what="conformance matrix">
          {(conformance) => (
            <>
              {conformance === null && <Notice tone="warning">This build comes without a conformance matrix: what follows lists the implementations alone.</Notice>}
              <ConformanceMatrix conformance={conformance} />
            </>
          )}
        </Evidence>
      </section>
      <section className={styles.section} aria-labelledby="codecs-speed">
        <h2 id="codecs-speed" className={styles.heading}>
          How near is it to native?
        </h2>
        <Evidence load={loadCodecBench} what="benchmark">
          {(bench) => (bench === null ? <Notice tone="warning">This build comes without a codec benchmark: nothing is known of its speed beside native.</Notice> : <BenchSection bench={bench} />)}
        </Evidence>
      </section>
    </div>
  );
}

type Loading<T> = { readonly status: 'loading' } | { readonly status: 'loaded'; readonly value: T } | { readonly status: 'failed'; readonly message: string };

interface EvidenceProps<T> {
  readonly load: () => Promise<T>;
  readonly what: string;
  readonly children: (value: T) => ReactNode;
}

function Evidence<T>({ load, what, children }: EvidenceProps<T>) {
  const [state, setState] = useState<Loading<T>>({ status: 'loading' });
  const start = useCallback(() => {
    setState({ status: 'loading' });
    load().then(
      (value) => setState({ status: 'loaded', value }),
      (error: unknown) => setState({ status: 'failed', message: toErrorRecord(error, { tag: 'internal', stage: 'load' }).message }),
    );
  }, [load]);
  useEffect(start, [start]);
  switch (state.status) {
    case 'loading':
      return (
        <p role="status" className={styles.small}>
          Loading the {what}…
        </p>
      );
    case 'failed':
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
          {state.message}
        </Notice>
      );
    case 'loaded':
      return <ErrorBoundary what={`The ${what}`}>{children(state.value)}</ErrorBoundary>;
  }
}
