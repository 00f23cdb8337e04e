import { Component, type ReactNode } from 'react';
import { Button } from './Button';
import { Notice } from './Notice';

interface ErrorBoundaryProps {
  /** What this part of the page is: 'The results'. */
  readonly what: string;
  /** A change of it is a retry. */
  readonly resetKey?: unknown;
  readonly children: ReactNode;
}

/** What fails to draw says so in its own place; the rest of the page, and what was measured, stay. */
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
        {error instanceof Error ? error.message : String(error)} Nothing that was measured is lost.
      </Notice>
    );
  }
}
