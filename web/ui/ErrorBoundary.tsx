import { Component, createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { isLoadFailure } from '../../workers/model/errors';
import { Button } from './Button';
import { Notice } from './Notice';
import { entryScript, type LoadFailure, tryPartsAgain, whyNotLoaded } from './part-of-page';

interface ErrorBoundaryProps {
  /** The name of this part of the page, to begin a sentence: 'The results'. */
  readonly what: string;
  /** When this value changes, the content is rendered again. */
  readonly resetKey?: unknown;
  /** What is shown while the code of the content loads. Without it, the content is part of what loads around it. */
  readonly loading?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows an error in place of a part of the page that fails to load or to render. The rest of the page and the results stay.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.retry();
  }

  retry = () => {
    tryPartsAgain();
    this.setState({ error: null, failed: false });
  };

  override render() {
    const { what, loading, children } = this.props;
    if (!this.state.failed)
      return loading === undefined ? children : <Suspense fallback={loading}>{children}</Suspense>;
    const { error } = this.state;
    if (isLoadFailure(error)) return <LoadFailureNotice what={what} onRetry={this.retry} />;
    return (
      <Notice
        tone="danger"
        title={`${what} can’t be shown.`}
        live
        actions={
          <Button size="small" onClick={this.retry}>
            Try again
          </Button>
        }
      >
        {error instanceof Error ? error.message : String(error)} No results are lost.
      </Notice>
    );
  }
}

/** Reloads the page. The app keeps the shown results over the reload. */
export const ReloadContext = createContext<() => void>(() => window.location.reload());

const loadFailureTexts: Record<LoadFailure, string> = {
  unreachable: 'The site can’t be reached. Check the connection, then try again.',
  newVersion:
    'The site has a newer version, which has replaced this part. Reload the page: the plan and the results are kept. A file that you opened must be opened again.',
  unknown: 'A part of the page did not arrive. Try again.',
};

/** Says why a part of the page did not load, and what to do. */
export function LoadFailureNotice({ what, onRetry }: { readonly what: string; readonly onRetry: () => void }) {
  const [failure, setFailure] = useState<LoadFailure | null>(null);
  const reload = useContext(ReloadContext);
  useEffect(() => {
    let isCurrent = true;
    void whyNotLoaded({ pageUrl: window.location.href.replace(/[?#].*$/u, ''), entry: entryScript() }).then(
      (reason) => {
        if (isCurrent) setFailure(reason);
      },
    );
    return () => {
      isCurrent = false;
      // If the user leaves this part and comes back, it loads again, too.
      tryPartsAgain();
    };
  }, []);
  return (
    <Notice
      tone={failure === 'newVersion' ? 'info' : 'danger'}
      title={`${what} could not be loaded.`}
      live
      actions={
        failure === 'newVersion' ? (
          <Button size="small" onClick={reload}>
            Reload
          </Button>
        ) : (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {failure !== null && loadFailureTexts[failure]}
    </Notice>
  );
}
