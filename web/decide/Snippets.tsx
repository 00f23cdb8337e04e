import { useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import styles from './Snippets.module.css';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyPart } from '../ui/part-of-page';
import type { SnippetChoice } from './snippets/snippet';

/** The lines of all tools load when somebody opens them. */
const SnippetTabs = lazyPart(() => import('./SnippetTabs'));

interface SnippetsProps {
  /** The best candidate first. No two have the same name. */
  readonly choices: readonly [SnippetChoice, ...SnippetChoice[]];
  readonly schema: DatasetSchema;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
}

/** The lines that write and read a file with a candidate's settings in other languages, on demand: the best one's, unless another is chosen. */
export function Snippets({ choices, schema, notes }: SnippetsProps) {
  const [open, setOpen] = useState(false);
  const [chosenName, setChosenName] = useState<string | null>(null);
  const chosen = choices.find(({ name }) => name === chosenName) ?? choices[0];
  return (
    <details className={styles.snippets} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Code that writes and reads ${chosen.name}`}</summary>
      {open && (
        <ErrorBoundary what="The code" loading={<p className={styles.note}>Loading the code…</p>}>
          <SnippetTabs choices={choices} chosen={chosen} onChoose={setChosenName} schema={schema} notes={notes} />
        </ErrorBoundary>
      )}
    </details>
  );
}
