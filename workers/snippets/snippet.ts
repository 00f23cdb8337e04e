import type { DatasetSchema } from '../model/dataset';
import type { Candidate, CandidateCodec } from '../model/plan';
import type { Group, ReadableSource, SourceLines } from './snippet-source';

/** Lines in another language that write and read a file with a candidate's settings, for users to copy. */

const snippetLanguages = ['python', 'sql', 'shell', 'r', 'julia', 'java'] as const;
type SnippetLanguage = (typeof snippetLanguages)[number];

export interface Snippet {
  /** Unique among the snippets of a candidate. */
  readonly tool:
    | 'pyarrow'
    | 'pandas'
    | 'h5py'
    | 'pickle'
    | 'numpy'
    | 'python'
    | 'msgpack'
    | 'tkrzw'
    | 'uproot'
    | 'duckdb'
    | 'commandLine'
    | 'r'
    | 'julia'
    | 'java';
  readonly label: string;
  readonly language: SnippetLanguage;
  /** Null if the tool can't write a file with these settings; `readsOnly` then says why. */
  readonly write: string | null;
  readonly read: string;
  /** True if e2e/interop/test_snippets.py runs such snippets. */
  readonly tested: boolean;
  /** Why the tool can't write a file with these settings and of about this size. Absent if it can. */
  readonly readsOnly?: string;
  /** Why and how far the size of the tool's file differs. Absent if it is within 2 % of the page's. */
  readonly otherSize?: OtherSize;
  /** The least and the most that the tool adds to its file for each column, in bytes. Of a small file that may be more than 2 %. Absent if it adds nothing. */
  readonly addedBytesPerColumn?: readonly [least: number, most: number];
}

export interface OtherSize {
  /** A sentence without its full stop. */
  readonly because: string;
  /** The least and the most that the file had in our tests, as a share of the page's file beyond 1: −0.05 for 5 % less. */
  readonly range: readonly [least: number, most: number];
}

const share = (beyond: number): string => `${Math.round(Math.abs(beyond) * 100)} % ${beyond < 0 ? 'less' : 'more'}`;

/** Whether, why and how far the size differs, in a sentence. */
export const otherSizeText = ({ because, range: [least, most] }: OtherSize): string =>
  `${because}. In our tests, its file has from ${share(least)} to ${share(most)} bytes than the page’s.`;

/** A candidate whose code can be had. */
export interface SnippetChoice {
  readonly name: string;
  readonly candidate: Candidate;
}

/** What a snippet is made from. */
export interface SnippetRequest {
  readonly candidate: Candidate;
  readonly schema: DatasetSchema;
  /** The codec that the format applies itself. */
  readonly inner: CandidateCodec | null;
  /** The file's name without the codec around it, such as `data.parquet`. */
  readonly fileName: string;
  /** See `SnippetContext`. */
  readonly source?: ReadableSource | undefined;
  /** See `SnippetContext`. */
  readonly prepared?: SourceLines | undefined;
  /** See `SnippetContext`. */
  readonly sorting?: { readonly column: number; readonly descending: boolean } | undefined;
  /** See `SnippetContext`. */
  readonly anySize?: boolean | undefined;
  /** See `SnippetContext`. */
  readonly withoutStatistics?: readonly string[] | undefined;
}

/** The longest line of a snippet, so that it fits beside the answer. */
const lineLength = 92;

const onOneLine = (value: string | Group): string =>
  typeof value === 'string' ? value : `${value.open}${value.items.join(', ')}${value.close}`;

/** As many of the items on each line as fit, with commas between them. */
function rowsOf(items: readonly string[], indent: string): string[] {
  const rows: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = index === items.length - 1 ? item : `${item},`;
    const last = rows.at(-1);
    if (last !== undefined && `${last} ${text}`.length <= lineLength) rows[rows.length - 1] = `${last} ${text}`;
    else rows.push(`${indent}${text}`);
  }
  return rows;
}

/** A call with its arguments on one line, or with as many on each line as fit. */
export function call(name: string, values: readonly (string | Group)[], indent = ''): string[] {
  const line = `${indent}${name}(${values.map(onOneLine).join(', ')})`;
  if (line.length <= lineLength) return [line];
  const inner = `${indent}    `;
  const isLong = (value: string | Group): value is Group =>
    typeof value !== 'string' && inner.length + onOneLine(value).length >= lineLength;
  const rows: string[] = [];
  let short: string[] = [];
  const flush = () => {
    rows.push(...rowsOf(short, inner));
    short = [];
  };
  for (const [index, value] of values.entries()) {
    const comma = index === values.length - 1 ? '' : ',';
    if (!isLong(value)) {
      short.push(onOneLine(value));
      continue;
    }
    const before = short.length;
    flush();
    if (before > 0) rows[rows.length - 1] += ',';
    rows.push(`${inner}${value.open}`, ...rowsOf(value.items, `${inner}    `), `${inner}${value.close}${comma}`);
  }
  flush();
  return [`${indent}${name}(`, ...rows, `${indent})`];
}

/** A list on one line, or with as many items on each line as fit. */
export function listed(open: string, items: readonly string[], close: string): string[] {
  const line = `${open}${items.join(', ')}${close}`;
  return line.length <= lineLength ? [line] : [open, ...rowsOf(items, '    '), close];
}

/** The longest list of columns that a snippet spells out. */
export const maxListedColumns = 24;

export const joined = (lines: readonly string[]): string => lines.join('\n');
