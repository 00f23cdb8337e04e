import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta, FormatOperation } from '../../model/entry';
import type { OptionDescriptor } from '../../model/options';

const containerOption: OptionDescriptor = {
  type: 'choice',
  id: 'container',
  label: 'Container',
  help: 'A file ends with an index of its batches; a stream has none.',
  choices: [
    { value: 'file', label: 'File' },
    { value: 'stream', label: 'Stream' },
  ],
  default: 'file',
};

const batchOption: OptionDescriptor = {
  type: 'choice',
  id: 'batchRows',
  label: 'Rows per record batch',
  help: 'Each column of a batch is compressed separately. A look-up decompresses the columns of one whole batch.',
  choices: [
    { value: '8192', label: '8,192', inName: 'batches of 8,192' },
    { value: '65536', label: '65,536', inName: 'batches of 65,536' },
    { value: '1048576', label: '1,048,576', inName: 'batches of 1,048,576' },
  ],
  default: '65536',
};

function unsupportedByFormat(operation: FormatOperation, schema: DatasetSchema): string | null {
  if (schema.kind === 'bytes') return 'Arrow holds typed columns, not the bytes of a file.';
  if (schema.kind === 'table' && schema.columns.length === 0)
    return 'A table without columns has no record batches that could say how many rows it has.';
  if (operation === 'project' && schema.kind !== 'table') return 'Only a table has columns to choose from.';
  if (
    operation === 'project' &&
    schema.kind === 'table' &&
    new Set(schema.columns.map(({ name }) => name)).size < schema.columns.length
  )
    return 'Two columns have the same name.';
  if (operation === 'lookup' && (schema.kind === 'array' || schema.kind === 'stringArray' || schema.kind === 'list'))
    return 'Only tables, dictionaries and records can be looked up by row or key.';
  if (operation === 'warmLookup')
    return 'The file lies in memory as a whole: there is no cache that could be cold or warm.';
  return null;
}

const unsupportedByParquetWasm: FormatImplementationMeta['unsupported'] = (operation, schema, { innerCodec }) => {
  const reason = unsupportedByFormat(operation, schema);
  if (reason !== null) return reason;
  if (operation !== 'decode')
    return 'parquet-wasm handles Arrow IPC only as whole files, so it serves as second decoder and is not measured.';
  return innerCodec === null ? null : 'parquet-wasm 0.8.0 is built without the decompressors of Arrow IPC.';
};

export const meta: FormatMeta = {
  id: 'arrow',
  readsParts: true,
  notInNativeScript: null,
  readInChunks: true,
  label: 'Arrow IPC',
  extension: 'arrow',
  mediaType: 'application/vnd.apache.arrow.file',
  description:
    'Stores columns in record batches, with the same layout as in memory; also known as Feather version 2. pyarrow, pandas, Polars, DuckDB and R read it without conversion. Keyed vectors become the columns id and vector (a list of fixed size), and arrays one column of such lists. Texts and lists become the column values, dictionaries and records the columns key and value.',
  selfDescribing: true,
  readersWith: ({ innerCodec }) => {
    if (innerCodec === null) return {};
    const codec = innerCodec === 'lz4' ? 'LZ4' : 'Zstandard';
    return {
      java: { by: 'Arrow Java with arrow-compression' },
      browser: { by: `apache-arrow with a library for ${codec}` },
      ...(innerCodec === 'lz4'
        ? { duckdb: { reason: 'The extension nanoarrow is not known to decompress LZ4 buffers.' } }
        : {}),
    };
  },
  readers: {
    python: 'pyarrow',
    r: 'arrow',
    julia: 'Arrow.jl',
    java: 'Arrow Java',
    duckdb: 'its community extension nanoarrow',
    browser: 'apache-arrow',
    commandLine: 'clickhouse local',
  },
  implementations: [
    {
      id: 'apache-arrow',
      label: 'apache-arrow',
      library: {
        package: 'apache-arrow',
        version: '21.2.0',
        contains: 'compressed buffers by Formatlab, LZ4 1.10.0 and Zstandard 1.5.7 in WASM',
        license: 'Apache-2.0',
      },
      options: [containerOption, batchOption],
      innerCodecs: [
        { id: 'lz4', label: 'LZ4', family: 'lz4', granularity: 'buffer', levels: null },
        {
          id: 'zstd',
          label: 'zstd',
          family: 'zstd',
          granularity: 'buffer',
          levels: { min: 1, max: 22, default: 1 },
        },
      ],
      unsupported: unsupportedByFormat,
      clock: {
        encode: ['convert', 'allocate', 'encode'],
        decode: ['decode', 'allocate', 'convert'],
        project: ['decode', 'allocate', 'convert'],
        lookup: ['decode', 'convert'],
      },
      wasmCopyInClock: true,
      loss: () => [],
      holds: () => true,
      estimateMBps: { encode: 1_200, decode: 1_400, objects: { encode: 110, decode: 40 } },
      warning:
        'apache-arrow writes compressed buffers that pyarrow rejects, so Formatlab compresses the buffers itself. Decoding copies the values once, to join the batches; columns of one batch without nulls stay where they lie in the file. A look-up decompresses its whole batch if batches are compressed; otherwise it reads the row in place.',
    },
    {
      id: 'parquet-wasm',
      label: 'arrow-rs in parquet-wasm',
      library: {
        package: 'parquet-wasm',
        version: '0.8.0',
        contains: 'arrow-rs arrow-ipc 59.3.0',
        license: 'MIT OR Apache-2.0',
      },
      options: [],
      innerCodecs: [],
      unsupported: unsupportedByParquetWasm,
      clock: { decode: ['decode', 'allocate', 'convert'] },
      wasmCopyInClock: true,
      loss: () => [],
      holds: () => true,
      estimateMBps: { encode: 500, decode: 800, objects: { encode: 60, decode: 40 } },
    },
  ],
};
