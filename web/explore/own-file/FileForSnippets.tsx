import { type ReactNode, useMemo } from 'react';
import { BesideCodeContext, type RecipeSource } from '../../decide/beside-code';
import { SnippetSourceContext } from '../../decide/snippets/source-context';
import type { SnippetSource } from '../../../workers/snippets/snippet-source';
import { RecipeFold } from '../../recipe/RecipeFold';
import { type OwnFileStore, type ReadyFile, useOwnFile } from '../../state/own-file';

interface FileForSnippetsProps {
  readonly files: OwnFileStore;
  readonly children: ReactNode;
}

/** Tells the code to copy which file the user has open, and how it is read, and puts the recipe below it. */
export function FileForSnippets({ files, children }: FileForSnippetsProps) {
  const held = useOwnFile(files);
  const source = useMemo(() => (held.status === 'ready' ? snippetSourceOf(held) : null), [held]);
  return (
    <BesideCodeContext value={recipeFold}>
      <SnippetSourceContext value={source}>{children}</SnippetSourceContext>
    </BesideCodeContext>
  );
}

const recipeFold = (source: RecipeSource) => <RecipeFold source={source} />;

/** Null for several files, which no tool reads in one line. */
function snippetSourceOf({ file, report }: Pick<ReadyFile, 'file' | 'report'>): SnippetSource | null {
  if (!(file instanceof File)) return null;
  const { delimited, parts, header } = report.found;
  return {
    fileName: file.name,
    type: report.type,
    text: delimited === undefined ? null : { ...delimited.options, separator: delimited.layout.delimiter },
    part: parts === undefined ? null : (parts.parts[parts.chosen]?.name ?? null),
    header: header ?? true,
    isSelected: report.fileColumns.some(({ isRead }) => !isRead),
    schema: report.schema,
  };
}
