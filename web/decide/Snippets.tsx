import { useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import styles from './Snippets.module.css';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyPart } from '../ui/part-of-page';

/** The lines of all tools load when somebody opens them. */
const SnippetTabs = lazyPart(() => import('./SnippetTabs'));

interface SnippetsProps {
  readonly candidate: Candidate;
  /** The candidate's name. */
  readonly name: string;
  readonly schema: DatasetSchema;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
}

/** The lines that write and read a file with the candidate's settings in other languages, on demand. */
export function Snippets({ candidate, name, schema, notes }: SnippetsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.snippets} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Code that writes and reads ${name}`}</summary>
      {open && (
        <ErrorBoundary what="The code" loading={<p className={styles.note}>Loading the code…</p>}>
          <SnippetTabs candidate={candidate} schema={schema} notes={notes} />
        </ErrorBoundary>
      )}
    </details>
  );
}
