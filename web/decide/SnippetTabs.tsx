import { useMemo, useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { renamedColumnsNoteIn } from '../../workers/model/renamed-columns';
import { CopyText } from '../ui/CopyText';
import { Segmented } from '../ui/Segmented';
import styles from './Snippets.module.css';
import { otherSizeText } from './snippets/snippet';
import { nameByPlace, snippetsFor } from './snippets/snippets';

interface SnippetTabsProps {
  readonly candidate: Candidate;
  readonly schema: DatasetSchema;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
}

/** One tab for each tool, with the lines that write a file and those that read it. */
export default function SnippetTabs({ candidate, schema, notes }: SnippetTabsProps) {
  const snippets = useMemo(() => snippetsFor(candidate, schema), [candidate, schema]);
  const [chosen, setChosen] = useState<string | null>(null);
  const snippet = snippets.find(({ tool }) => tool === chosen) ?? snippets[0];
  if (snippet === undefined)
    return <p className={styles.note}>No library outside this page writes such a file, so there is no code to copy.</p>;
  const placeName = nameByPlace(snippet, schema);
  const renamed = renamedColumnsNoteIn(notes);
  return (
    <div className={styles.tabs}>
      <Segmented
        label="Tool"
        value={snippet.tool}
        options={snippets.map(({ tool, label }) => ({ value: tool, label }))}
        onChange={setChosen}
      />
      <p className={styles.note}>
        {!snippet.tested
          ? 'Not run in our tests.'
          : snippet.write === null
            ? 'Our tests run such lines on the page’s file, and compare the values.'
            : snippet.otherSize === undefined
              ? 'Our tests run such lines on other data: the values are those of the page’s file, and the size is within 2 % of its.'
              : `Our tests run such lines on other data: the values are those of the page’s file. ${otherSizeText(snippet.otherSize)}`}
        {snippet.readsOnly !== undefined && ` ${snippet.readsOnly}`}
        {placeName !== null &&
          ` The names of the columns are not known here: write your own instead of “${placeName}” and the like.`}
        {renamed !== null && ` ${renamed} Give your columns the new names before you run this code.`}
      </p>
      {snippet.write !== null && <CopyText key={`${snippet.tool} write`} label="Write" text={snippet.write} />}
      <CopyText key={`${snippet.tool} read`} label="Read" text={snippet.read} />
    </div>
  );
}
