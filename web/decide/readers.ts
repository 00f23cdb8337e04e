import type { DatasetSchema } from '../../workers/model/dataset';
import { type Candidate, innerCodec, wrappingCodec } from '../../workers/model/plan';
import { type Readers, type Tool, tools } from '../../workers/model/tools';
import { fileTypes } from '../../workers/registry/file-types';
import { findCodecImplementation, formats } from '../../workers/registry/metadata';

/** Whether a tool reads a candidate's file: the library that does, or a sentence that says why none does. */
type ToolReader =
  | { readonly readable: true; readonly by: string }
  | { readonly readable: false; readonly reason: string };

const unreadable = (reason: string): ToolReader => ({ readable: false, reason });

/** What reads the candidate's file outside Formatlab. Some formats depend on the data: without a schema, any data are assumed. */
export function readersOf(
  candidate: Candidate,
  schema: DatasetSchema | null = null,
): Readonly<Record<Tool, ToolReader>> {
  const entries = tools.map((tool) => {
    const wrapped = readerOfWrapping(candidate, tool);
    if (wrapped !== null && !wrapped.readable) return [tool, wrapped] as const;
    // The codec alone reads the bytes of a file.
    if (schema?.kind === 'bytes' && candidate.format === 'raw' && wrapped !== null) return [tool, wrapped] as const;
    const inside = readerOfFormat(candidate, tool, schema);
    if (wrapped === null || !inside.readable) return [tool, inside] as const;
    return [tool, { readable: true, by: `${inside.by}, after ${wrapped.by}` }] as const;
  });
  return Object.fromEntries(entries) as Record<Tool, ToolReader>;
}

/** Why the tool can't read the candidate's file, as a sentence; null if it can. */
export function unreadableReason(candidate: Candidate, tool: Tool, schema: DatasetSchema | null = null): string | null {
  const reader = readersOf(candidate, schema)[tool];
  return reader.readable ? null : reader.reason;
}

function readerIn(readers: Readers | string, tool: Tool, label: string): ToolReader {
  if (typeof readers === 'string') return unreadable(readers);
  const by = readers[tool];
  return by === undefined ? unreadable(`No reader of ${label} is known for this tool.`) : { readable: true, by };
}

function readerOfFormat(candidate: Candidate, tool: Tool, schema: DatasetSchema | null): ToolReader {
  const format = formats.get(candidate.format);
  if (format === undefined) return unreadable(`Formatlab has no format “${candidate.format}”.`);
  const change = format.readersWith?.({
    options: candidate.options,
    innerCodec: innerCodec(candidate)?.id ?? null,
    schema,
  })[tool];
  if (change === undefined) return readerIn(format.readers, tool, format.label);
  return 'by' in change ? { readable: true, by: change.by } : unreadable(change.reason);
}

/** True for the formats whose files DuckDB decompresses itself; it reads other files only as they are. */
const duckdbDecompresses = (format: string): boolean => fileTypes.get(format)?.text === 'records';

/** The reader of the codec around the whole file; null if there is none. */
function readerOfWrapping(candidate: Candidate, tool: Tool): ToolReader | null {
  const codec = wrappingCodec(candidate);
  if (codec === null) return null;
  const found = findCodecImplementation(codec.id, codec.implementation);
  if (found === null) return unreadable(`Formatlab has no codec “${codec.id}”.`);
  if (codec.granularity !== 'file')
    return unreadable('The file is compressed in small blocks, and the container of the blocks is Formatlab’s own.');
  if (found.implementation.conforms === false)
    return unreadable(
      `Other implementations of ${found.codec.label} may reject what ${found.implementation.label} writes.`,
    );
  const reader = readerIn(found.codec.readers, tool, found.codec.label);
  return tool === 'duckdb' && reader.readable && !duckdbDecompresses(candidate.format)
    ? unreadable('DuckDB decompresses whole files of CSV and JSON only.')
    : reader;
}
