import { Component, type ReactNode } from 'react';
import { Button } from './Button';
import { Notice } from './Notice';

interface ErrorBoundaryProps {
  /** The name of this part of the page, to begin a sentence: 'The results'. */
  readonly what: string;
  /** When this value changes, the content is rendered again. */
  readonly resetKey?: unknown;
  readonly children: ReactNode;
}

/** Shows an error in place of a part of the page that fails to render. The rest of the page and the results stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.retry();
  }

  retry = () => this.setState({ error: null, failed: false });

  override render() {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return (
      <Notice
        tone="danger"
        title={`${this.props.what} can’t be shown.`}
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
