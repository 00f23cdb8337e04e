import { useContext, useMemo, useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import { renamedColumnsNoteIn } from '../../workers/model/renamed-columns';
import { CopyText } from '../ui/CopyText';
import { Segmented } from '../ui/Segmented';
import { SelectField } from '../ui/SelectField';
import { BesideCodeContext, type CodeChoice } from './beside-code';
import styles from './Snippets.module.css';
import { otherSizeText, type Snippet } from '../../workers/snippets/snippet';
import { SnippetSourceContext, sourceOf } from './snippets/source-context';
import { nameByPlace, snippetsFor, withoutSnippet } from './snippets/snippets';

interface SnippetTabsProps {
  readonly choices: readonly CodeChoice[];
  readonly chosen: CodeChoice;
  readonly onChoose: (name: string) => void;
  readonly schema: DatasetSchema;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
}

/** A candidate to choose, and one tab for each tool, with the lines that write a file and those that read it. */
export default function SnippetTabs({ choices, chosen, onChoose, schema, notes }: SnippetTabsProps) {
  const { candidate } = chosen;
  const open = useContext(SnippetSourceContext);
  const beside = useContext(BesideCodeContext);
  const source = useMemo(() => sourceOf(open, schema), [open, schema]);
  const snippets = useMemo(() => snippetsFor(candidate, schema, { source }), [candidate, schema, source]);
  const [tool, setTool] = useState<string | null>(null);
  const snippet = snippets.find((each) => each.tool === tool) ?? snippets[0];
  return (
    <div className={styles.tabs}>
      {choices.length > 1 && (
        <SelectField
          label="Candidate"
          value={chosen.name}
          options={choices.map(({ name }) => ({ value: name, label: name }))}
          onChange={onChoose}
        />
      )}
      {snippet === undefined ? (
        <p className={styles.note}>{withoutSnippet(candidate, schema)}</p>
      ) : (
        <Lines snippet={snippet} snippets={snippets} schema={schema} notes={notes} onTool={setTool} />
      )}
      {beside?.({ kind: 'candidate', schema, candidate, row: chosen.row ?? null, fileName: source?.fileName ?? null })}
    </div>
  );
}

interface LinesProps extends Pick<SnippetTabsProps, 'schema' | 'notes'> {
  readonly snippet: Snippet;
  readonly snippets: readonly Snippet[];
  readonly onTool: (tool: string) => void;
}

function Lines({ snippet, snippets, schema, notes, onTool }: LinesProps) {
  const placeName = nameByPlace(snippet, schema);
  const renamed = renamedColumnsNoteIn(notes);
  return (
    <>
      <Segmented
        label="Tool"
        value={snippet.tool}
        options={snippets.map(({ tool, label }) => ({ value: tool, label }))}
        onChange={onTool}
      />
      <p className={styles.note}>
        {!snippet.tested
          ? 'Not run in our tests.'
          : snippet.write === null
            ? 'Our tests run such lines on the page’s file, and compare the values.'
            : snippet.otherSize === undefined
              ? 'Our tests run such lines on other data: the values are those of the page’s file, and the size is within 2 % of its.'
              : `Our tests run such lines on other data: the values are those of the page’s file. ${otherSizeText(snippet.otherSize)}`}
        {snippet.addedBytesPerColumn !== undefined &&
          ` It adds metadata of its own, ${snippet.addedBytesPerColumn.join(' to ')} bytes for each column, which counts in a small file.`}
        {snippet.readsOnly !== undefined && ` ${snippet.readsOnly}`}
        {placeName !== null &&
          ` The names of the columns are not known here: write your own instead of “${placeName}” and the like.`}
        {renamed !== null && ` ${renamed} Give your columns the new names before you run this code.`}
      </p>
      {snippet.write !== null && <CopyText key={`${snippet.tool} write`} label="Write" text={snippet.write} />}
      <CopyText key={`${snippet.tool} read`} label="Read" text={snippet.read} />
    </>
  );
}
