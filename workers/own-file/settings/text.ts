import type { Candidate } from '../../model/plan';
import type { DetectedWriting } from './file-writing';

/** Line ends and indentation are determined from this many bytes at the start. */
const headBytes = 65_536;

/** `dialect` describes how the reader parsed the file; it ends with the encoding. */
export async function detectTextWriting(
  file: Blob,
  type: 'csv' | 'json' | 'ndjson' | 'smiles' | 'sdf',
  dialect: string | null,
): Promise<DetectedWriting> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  // Without its zero bytes, UTF-16 looks like ASCII, which is enough here.
  const head = new TextDecoder('windows-1252')
    .decode(bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes)
    .replace(/^(ï»¿|ÿþ|þÿ)/u, '');
  const isJson = type === 'json' || type === 'ndjson';
  const layout = isJson ? jsonLayout(head, type) : null;
  const indentation = type === 'json' ? indentationOf(head) : null;
  const encoding = dialect?.split(';')[0]?.split(', ').at(-1) ?? null;
  const lineEnds = lineEndsOf(head);
  return {
    settings: {
      writer: null,
      facts: [
        ...(layout === null ? [] : [{ name: 'Layout', value: layoutNames[layout] }]),
        ...(indentation === null ? [] : [{ name: 'Indentation', value: indentation }]),
        ...(isJson
          ? encoding === null
            ? []
            : [{ name: 'Encoding', value: encoding }]
          : dialect === null
            ? []
            : [{ name: 'Text', value: dialect.replace('quoted by "', 'quoted by double quotes').slice(0, 300) }]),
        ...(lineEnds === null ? [] : [{ name: 'Line ends', value: lineEnds }]),
      ],
    },
    candidate:
      isJson && layout !== null && (indentation === null || indentation === 'none') && encoding === 'UTF-8'
        ? jsonCandidate(layout)
        : type === 'csv' && dialect !== null && isOurCsv(dialect)
          ? { format: 'csv', implementation: 'csv-core', options: {}, codec: null }
          : null,
  };
}

/** The line ends of a text, in words. Null if the text has a single line. */
function lineEndsOf(head: string): string | null {
  const found = [
    { name: 'CRLF', pattern: /\r\n/u },
    { name: 'LF', pattern: /(?<!\r)\n/u },
    { name: 'CR', pattern: /\r(?!\n|$)/u },
  ].filter(({ pattern }) => pattern.test(head));
  return found.length === 0 ? null : found.map(({ name }) => name).join(' and ');
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

/** True if the dialect is that of our own CSV: commas, a header and UTF-8. */
const isOurCsv = (dialect: string) => /^(comma|one column), quoted by ", header in line 1, UTF-8$/u.test(dialect);
