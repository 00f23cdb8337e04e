import type { ColumnSchema } from '../../../workers/model/column-schema';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { type Candidate, innerCodec, wrappingCodec } from '../../../workers/model/plan';
import { findCodecImplementation, formats } from '../../../workers/registry/metadata';
import { snippetsByFormat } from '../../../workers/registry/snippets';
import { readableSource } from '../../../workers/registry/source-readers';
import { readersOf } from '../readers';
import { commandLineSnippet, pythonCodec } from '../../../workers/snippets/codecs';
import { pythonSnippet, type PythonCodec, type PythonContent } from '../../../workers/snippets/python';
import type { Snippet, SnippetRequest } from '../../../workers/snippets/snippet';
import type { SnippetSource, SourceLines } from '../../../workers/snippets/snippet-source';

interface SnippetContext {
  /** The name of the files in the snippets, without an extension; `data` if it is absent. Characters that need quoting are left out. */
  readonly baseName?: string;
  /** The user's file, which the lines then read first. Absent if the data come from elsewhere. */
  readonly source?: SnippetSource | undefined;
  /** What pyarrow's lines for Parquet do with the table before they write it. */
  readonly prepared?: SourceLines;
  /**
   * The order of the rows that the file declares, where the lines before the snippet sort them: the number of the column among those that Parquet stores,
   * and its direction.
   */
  readonly sorting?: SnippetRequest['sorting'];
  /** True if pyarrow’s lines are also to write a Parquet file whose size differs from the page’s. The caller then says so. */
  readonly anySize?: boolean;
  /** The columns of a Parquet file that pyarrow is to write no statistics of. */
  readonly withoutStatistics?: readonly string[];
}

/** The lines that write and read a file with the candidate's settings, by tool. Empty if no tool writes such a file. */
export function snippetsFor(
  candidate: Candidate,
  schema: DatasetSchema,
  { baseName = 'data', source, prepared, sorting, anySize, withoutStatistics }: SnippetContext = {},
): readonly Snippet[] {
  const format = formats.get(candidate.format);
  const wrapping = wrappingCodec(candidate);
  if (format === undefined || (wrapping !== null && wrapping.granularity !== 'file')) return [];
  const found = wrapping === null ? null : findCodecImplementation(wrapping.id, wrapping.implementation);
  // Nothing else writes what a codec that does not conform writes.
  if (found?.implementation.conforms === false) return [];
  const name = baseName.replace(/[^A-Za-z0-9_-]/gu, '') || 'data';
  // The baseline of a file's bytes is the file itself; its other layouts are our own.
  if (candidate.format === 'raw' && schema.kind !== 'bytes') return [];
  const innerName = `${name}.${candidate.format === 'raw' ? 'bin' : format.extension}`;
  const fileName = found === null ? innerName : `${innerName}.${found.codec.extension}`;
  const codec = wrapping === null ? null : pythonCodec(wrapping);
  const inner = innerCodec(candidate);
  const request: SnippetRequest = {
    candidate,
    schema,
    inner,
    fileName,
    source: readableSource(source),
    prepared,
    sorting,
    anySize,
    withoutStatistics,
  };
  const byLibraries =
    candidate.format === 'raw'
      ? bytesSnippets(codec, request)
      : (snippetsByFormat.get(candidate.format)?.(request, codec, wrapping !== null) ?? []);
  const commandLine = wrapping === null ? null : commandLineSnippet(wrapping, innerName, fileName);
  // A codec's program is of use only to those who can write what it compresses.
  const writable = candidate.format === 'raw' || snippetsByFormat.has(candidate.format);
  return [...byLibraries, ...(commandLine === null || !writable ? [] : [commandLine])];
}

/** Why there are no lines for a candidate, in a sentence. */
export function withoutSnippet(candidate: Candidate, schema: DatasetSchema): string {
  const { python } = readersOf(candidate, schema);
  if (!python.readable) return `There is no code to copy. ${python.reason}`;
  const column = columnWithoutLines(candidate, schema);
  const why = column === null ? '' : `: none write a column like “${column.name.slice(0, 60)}” (${column.type})`;
  return `There are no lines here that write such a file${why}. What reads it: ${python.by}.`;
}

/** The first column of a table because of which it has no lines. Null if that is not because of a column. */
function columnWithoutLines(candidate: Candidate, schema: DatasetSchema): ColumnSchema | null {
  if (schema.kind !== 'table') return null;
  const hasLines = (column: ColumnSchema) => snippetsFor(candidate, { ...schema, columns: [column] }).length > 0;
  const hasAny = hasLines({ name: 'x', type: 'int64', nullable: false });
  return hasAny ? (schema.columns.find((column) => !hasLines(column)) ?? null) : null;
}

/** A file's bytes inside a codec. Without a codec there is nothing to do. */
function bytesSnippets(codec: PythonCodec | null, request: SnippetRequest): readonly Snippet[] {
  if (codec === null) return [];
  const format: PythonContent = {
    tool: 'python',
    label: 'Python',
    input: 'content: the bytes of the file',
    imports: [],
    tested: true,
    encode: [],
    decode: [],
  };
  return [pythonSnippet(format, codec, request)];
}

/**
 * The first name in the lines of a snippet that only says where a column stands, such as “column 3”. The columns of a shared result and of a file
 * without a header have only such names. Null if no line contains such a name.
 */
export function nameByPlace({ write, read }: Snippet, schema: DatasetSchema): string | null {
  if (schema.kind !== 'table' || schema.columns.some(({ name }, index) => name !== `column ${index + 1}`)) return null;
  return /column \d+/.exec(`${write ?? ''}\n${read}`)?.[0] ?? null;
}
