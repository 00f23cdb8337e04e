import { rootCodecs, tableClock } from '../../libraries/root-file/format-metadata';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';

function unsupportedSchema(schema: DatasetSchema): string | null {
  if (schema.kind !== 'table')
    return 'An RNTuple holds columns of a table; it is not written here for arrays, vectors or files.';
  if (schema.columns.length === 0) return 'An RNTuple without fields is refused by readers.';
  if (new Set(schema.columns.map(({ name }) => name)).size < schema.columns.length)
    return 'Two columns have the same name, so that a reader of ROOT can’t tell their fields apart.';
  return null;
}

const unsupported: FormatImplementationMeta['unsupported'] = (_operation, schema) => unsupportedSchema(schema);

export const meta: FormatMeta = {
  id: 'rntuple',
  notInNativeScript: null,
  label: 'ROOT RNTuple',
  extension: 'root',
  mediaType: 'application/x-root',
  description:
    'What follows TTree in ROOT, the analysis framework of particle physics: typed columns, cut into pages that are encoded and compressed one by one, by the published specification 1.0. Read by ROOT 6.34 and later, uproot and jsroot. Texts are std::string, binary columns std::vector<std::byte> or std::array, lists std::vector, structs records, and columns with nulls std::optional.',
  selfDescribing: true,
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
          help: 'Of a page before compression, at most. ROOT’s default is 1 MiB; uproot makes one page of whatever one call writes.',
          unit: 'bytes',
          min: 1_024,
          max: 16_777_216,
          default: 1_048_576,
        },
      ],
      innerCodecs: [rootCodecs.zstd, rootCodecs.lz4, rootCodecs.zlib, rootCodecs.lzma],
      unsupported,
      clock: tableClock,
      wasmCopyInClock: true,
      holds: (column) => {
        switch (column.type) {
          case 'decimal':
            return 'C++ and ROOT have no decimal numbers.';
          case 'category':
            return 'an RNTuple holds the values themselves: it has no dictionaries of them.';
          case 'struct': {
            const { fields } = column;
            if (fields.length === 0) return 'a record of an RNTuple has at least one field.';
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
        'Levels are ROOT’s: LZ4 is HC from level 4 on, and zstd’s own level is twice ROOT’s. Pages that are compressed have their bytes split by significance, integers by zigzag and indexes as differences, as ROOT does by default; without compression they are as they are. A cluster ends at 128 MiB before compression, where ROOT goes by its guess of 128 MiB after it, and equal pages are stored again where ROOT refers to the first. A cold look-up decompresses a page of each column, a warm one has all of them decompressed. Dates, times, JSON, and names that RNTuple forbids (with spaces, points or slashes) are told by a note beside the RNTuple; other readers show numbers, texts and names with underscores. Structs that may be null are untyped collections of at most one record, as uproot writes them.',
    },
  ],
};
