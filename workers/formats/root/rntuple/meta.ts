import { rootCodecs, tableClockScopes } from '../file/format-metadata';
import type { DatasetSchema } from '../../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../../model/entry';

function unsupportedSchema(schema: DatasetSchema): string | null {
  if (schema.kind !== 'table')
    return 'An RNTuple stores the columns of a table. Formatlab does not write arrays, vectors or files as RNTuples.';
  if (schema.columns.length === 0) return 'ROOT’s readers reject an RNTuple without fields.';
  if (new Set(schema.columns.map(({ name }) => name)).size < schema.columns.length)
    return 'Two columns have the same name, so that a reader of ROOT can’t tell their fields apart.';
  return null;
}

const unsupported: FormatImplementationMeta['unsupported'] = (_operation, schema) => unsupportedSchema(schema);

export const meta: FormatMeta = {
  id: 'rntuple',
  readsParts: true,
  notInNativeScript: null,
  label: 'ROOT RNTuple',
  extension: 'root',
  mediaType: 'application/x-root',
  description:
    'The successor of TTree in ROOT, the analysis framework of particle physics. Typed columns are cut into pages, which are encoded and compressed separately, as specification 1.0 defines. ROOT 6.34 and later, uproot and jsroot read it. Texts are std::string, binary columns std::vector<std::byte> or std::array, lists std::vector, structs records, and columns with nulls std::optional.',
  selfDescribing: true,
  readers: { python: 'uproot', julia: 'UnROOT.jl', commandLine: 'ROOT' },
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: {
        package: 'formatlab',
        version: '',
        contains: 'zlib, libdeflate, liblzma, LZ4 and zstd as compiled here',
        license: 'MIT',
      },
      options: [
        {
          type: 'integer',
          id: 'pageBytes',
          label: 'Page size',
          help: 'The maximum size of a page before compression. ROOT’s default is 1 MiB; uproot makes one page of the data of one call.',
          unit: 'bytes',
          min: 1_024,
          max: 16_777_216,
          default: 1_048_576,
        },
      ],
      innerCodecs: [rootCodecs.zstd, rootCodecs.lz4, rootCodecs.zlib, rootCodecs.lzma],
      unsupported,
      clock: tableClockScopes,
      wasmCopyInClock: true,
      holds: (column) => {
        switch (column.type) {
          case 'decimal':
            return 'C++ and ROOT have no decimal numbers.';
          case 'category':
            return 'an RNTuple stores each value itself and has no dictionary encoding.';
          case 'struct': {
            const { fields } = column;
            if (fields.length === 0) return 'a record in an RNTuple needs at least one field.';
            return new Set(fields.map(({ name }) => name)).size === fields.length
              ? true
              : 'two fields have the same name.';
          }
          default:
            return true;
        }
      },
      loss: () => [],
      lookupCache: true,
      estimateMBps: { encode: 150, decode: 400 },
      warning:
        'Levels are ROOT’s: from level 4 on, LZ4 is LZ4 HC, and zstd’s own level is twice ROOT’s. As ROOT does by default, compressed pages store the bytes of their elements grouped by significance, integers in zigzag form and indexes as differences; uncompressed pages do not. Clusters end at 128 MiB before compression; ROOT ends them at an estimated 128 MiB after compression. Equal pages are stored again; ROOT stores them once. A cold look-up decompresses one page of each column; for a warm one, all pages are already decompressed. A note beside the RNTuple describes dates, times, JSON, and names that RNTuple forbids (with spaces, points or slashes); other readers show numbers, texts and names with underscores. Structs that may be null are untyped collections of at most one record, as uproot writes them.',
    },
  ],
};
