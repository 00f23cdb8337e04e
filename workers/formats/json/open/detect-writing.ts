import type { Candidate } from '../../../model/plan';
import type { DetectedWriting } from '../../../own-file/settings/file-writing';
import { headOf, lineEndFacts } from '../../../own-file/settings/text';

/** How a JSON file was written. `dialect` describes how the reader parsed the file; it ends with the encoding. */
export async function detectJsonWriting(
  file: Blob,
  type: 'json' | 'ndjson',
  dialect: string | null,
): Promise<DetectedWriting> {
  const head = await headOf(file);
  const layout = jsonLayout(head, type);
  const indentation = type === 'json' ? indentationOf(head) : null;
  const encoding = dialect?.split(';')[0]?.split(', ').at(-1) ?? null;
  return {
    settings: {
      writer: null,
      facts: [
        { name: 'Layout', value: layoutNames[layout] },
        ...(indentation === null ? [] : [{ name: 'Indentation', value: indentation }]),
        ...(encoding === null ? [] : [{ name: 'Encoding', value: encoding }]),
        ...lineEndFacts(head),
      ],
    },
    candidate: (indentation === null || indentation === 'none') && encoding === 'UTF-8' ? jsonCandidate(layout) : null,
  };
}

const layoutNames = {
  columns: 'one object of lists',
  records: 'one list',
  lines: 'a record a line',
  object: 'one object',
} as const;

function jsonLayout(head: string, type: 'json' | 'ndjson'): keyof typeof layoutNames {
  if (type === 'ndjson') return 'lines';
  if (/^\s*\[/u.test(head)) return 'records';
  return /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*[^\s{]/u.test(head) ? 'columns' : 'object';
}

/** The indentation of the first indented line. */
function indentationOf(head: string): string {
  const indent = /[[{,]\s*?\r?\n(?<indent>[ \t]+)\S/u.exec(head)?.groups?.indent;
  if (indent === undefined) return 'none';
  if (indent.includes('\t')) return indent.length === 1 ? 'a tab' : `${indent.length} tabs`;
  return indent.length === 1 ? '1 space' : `${indent.length} spaces`;
}

const jsonCandidate = (layout: keyof typeof layoutNames): Candidate | null =>
  layout === 'object' ? null : { format: 'json', implementation: 'jiter', options: { layout }, codec: null };
