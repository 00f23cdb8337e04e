import { useState } from 'react';
import { Button } from '../../ui/Button';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyPart } from '../../ui/part-of-page';
import type { SqlPanelProps } from './SqlPanel';

const SqlPanel = lazyPart(() => import('./SqlPanel'));

/** The button that opens the queries. They load with the click. */
export function SqlQueries(props: SqlPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <ErrorBoundary what="The queries" loading={<p>Loading…</p>}>
      <SqlPanel {...props} />
    </ErrorBoundary>
  ) : (
    <div>
      <Button onClick={() => setOpen(true)}>Query with SQL</Button>
    </div>
  );
}
