import { tableInput, timeUnit } from '../../../snippets/columns';
import { pythonSnippet, type PythonCodec, type PythonFile } from '../../../snippets/python';
import { juliaText, rText } from '../../../snippets/literals';
import { call, joined, type Snippet, type SnippetRequest } from '../../../snippets/snippet';
import { juliaInput, rInput } from '../../../snippets/source';

/** Arrow IPC by pyarrow, R and Julia. */

const otherLz4 =
  'pyarrow has no setting for a file of this size: the page compresses LZ4 buffers by its own code, which finds fewer matches.';

/** pyarrow reads the times of a CSV file as nanoseconds or seconds. Nanoseconds compress to more bytes. It refuses to cut any digit. */
const withTimeUnit = (unit: string): string[] => [
  'schema = pa.schema([',
  `    field.with_type(pa.timestamp("${unit}", field.type.tz)) if pa.types.is_timestamp(field.type) else field`,
  '    for field in table.schema',
  '])',
  'table = table.cast(schema)',
];

function pyarrow({ candidate, schema, inner }: SnippetRequest): PythonFile {
  const stream = candidate.options.container === 'stream';
  const kind = stream ? 'stream' : 'file';
  const level = inner?.id === 'zstd' ? `, ${inner.level ?? 1}` : '';
  const unit = timeUnit(schema);
  const options = inner === null ? [] : [`options = ipc.IpcWriteOptions(compression=pa.Codec("${inner.id}"${level}))`];
  return {
    tool: 'pyarrow',
    label: 'pyarrow',
    input: tableInput(schema),
    imports: ['import pyarrow as pa', 'import pyarrow.ipc as ipc'],
    tested: true,
    ...(inner?.id === 'lz4' ? { readsOnly: otherLz4 } : {}),
    write: (target) => [
      ...(unit === null ? [] : withTimeUnit(unit)),
      // A CSV file that pyarrow reads has a batch for each MB, which the writer would keep.
      'table = table.combine_chunks()',
      ...options,
      `with ipc.new_${kind}(${[target, 'table.schema', ...(inner === null ? [] : ['options=options'])].join(', ')}) as writer:`,
      `    writer.write_table(table, max_chunksize=${candidate.options.batchRows ?? 65_536})`,
    ],
    read: (source) => [
      // A path has to be opened; a buffer is open.
      ...(source.startsWith('"')
        ? [`with pa.OSFile(${source}) as file:`, `    table = ipc.open_${kind}(file).read_all()`]
        : [`table = ipc.open_${kind}(${source}).read_all()`]),
    ],
  };
}

function r({ candidate, inner, fileName, source }: SnippetRequest): Snippet[] {
  if (candidate.options.container === 'stream') return [];
  const values = [
    'df',
    rText(fileName),
    `chunk_size = ${candidate.options.batchRows ?? 65_536}`,
    `compression = ${rText(inner?.id ?? 'uncompressed')}`,
    ...(inner?.id === 'zstd' ? [`compression_level = ${inner.level ?? 1}`] : []),
  ];
  return [
    {
      tool: 'r',
      label: 'R',
      language: 'r',
      write: joined(['library(arrow)', '', ...rInput(source), ...call('write_feather', values)]),
      read: joined(['library(arrow)', '', `df <- read_feather(${rText(fileName)})`]),
      tested: false,
    },
  ];
}

function julia({ candidate, inner, fileName, source }: SnippetRequest): Snippet[] {
  const values = [
    `file=${candidate.options.container !== 'stream'}`,
    ...(inner === null ? [] : [`compress=:${inner.id}`]),
  ];
  const rows = candidate.options.batchRows ?? 65_536;
  return [
    {
      tool: 'julia',
      label: 'Julia',
      language: 'julia',
      write: joined([
        'using Arrow, Tables',
        '',
        ...juliaInput(source, inner?.id === 'zstd' ? '. Arrow.jl chooses the level itself' : ''),
        `batches = Tables.partitioner(Iterators.partition(eachrow(df), ${rows}))`,
        `Arrow.write(${juliaText(fileName)}, batches; ${values.join(', ')})`,
      ]),
      read: joined(['using Arrow, DataFrames', '', `df = DataFrame(Arrow.Table(${juliaText(fileName)}))`]),
      tested: false,
    },
  ];
}

export function arrowSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  if (isWrapped && codec === null) return [];
  const python = pythonSnippet(pyarrow(request), codec, request);
  return isWrapped ? [python] : [python, ...r(request), ...julia(request)];
}
