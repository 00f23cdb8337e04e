import { rootCodecs, tableClockScopes } from '../file/format-metadata';
import type { ColumnSchema } from '../../../model/column-schema';
import type { DatasetSchema } from '../../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../../model/entry';
import { isNumericListItem } from './file/list-items';

const maxNameBytes = 10_000;
const encoder = new TextEncoder();
/** A UTF-16 unit takes at most three bytes, so that few names must be encoded to tell. */
const isTooLong = (name: string) => name.length * 3 > maxNameBytes && encoder.encode(name).length > maxNameBytes;

function unsupportedSchema(schema: DatasetSchema): string | null {
  if (schema.kind !== 'table')
    return 'A TTree stores the columns of a table. Formatlab does not write arrays, vectors or files as TTrees.';
  if (schema.columns.length === 0) return 'A TTree without branches does not say how many rows it has.';
  if (new Set(schema.columns.map(({ name }) => name)).size < schema.columns.length)
    return 'Two columns have the same name, so that a reader of ROOT can’t tell their branches apart.';
  if (schema.columns.some(({ name }) => name === '' || name.includes('\0') || isTooLong(name)))
    return 'A branch needs a name of at most 10,000 bytes, without NUL characters.';
  return null;
}

const unsupported: FormatImplementationMeta['unsupported'] = (_operation, schema) => unsupportedSchema(schema);

/** True if a branch can hold the column, otherwise the reason why not. */
function placeFor(column: ColumnSchema): true | string {
  switch (column.type) {
    case 'float16':
      return 'ROOT’s Float16_t is a truncated float, not IEEE 754 half precision.';
    case 'list':
      return (
        isNumericListItem(column.item) || 'Formatlab writes lists to a branch only if they hold numbers and no nulls.'
      );
    case 'struct':
      return 'Formatlab writes no branches inside branches; RNTuple has records.';
    case 'category':
      return 'a branch stores each value itself and has no dictionary encoding.';
    case 'decimal':
      return 'C++ and ROOT have no decimal numbers.';
    case 'fixedBinary':
      return 'Formatlab writes bytes with a length in every row; RNTuple has arrays of fixed length.';
    default:
      return true;
  }
}

export const meta: FormatMeta = {
  id: 'root',
  readsParts: true,
  notInNativeScript: null,
  label: 'ROOT TTree',
  extension: 'root',
  mediaType: 'application/x-root',
  description:
    'The tree of ROOT, the analysis framework of particle physics. Each column is a branch, cut into baskets that are compressed separately. ROOT, uproot and jsroot read it. Texts are C strings (TLeafC), binary columns and lists of numbers are arrays with a branch that counts them, and nulls have a branch of their own.',
  selfDescribing: true,
  readers: { python: 'uproot', julia: 'UnROOT.jl', browser: 'jsroot', commandLine: 'ROOT' },
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
          id: 'basketBytes',
          label: 'Basket size',
          help: 'The size of a basket before compression, including its key. ROOT begins with 32,000 bytes and enlarges baskets after the first 30 MB; uproot makes one basket of the data of one call.',
          unit: 'bytes',
          min: 1_000,
          max: 16_000_000,
          default: 32_000,
        },
      ],
      innerCodecs: [rootCodecs.lz4, rootCodecs.zstd, rootCodecs.zlib, rootCodecs.lzma],
      unsupported,
      clock: tableClockScopes,
      wasmCopyInClock: true,
      holds: placeFor,
      loss: () => [],
      lookupCache: true,
      estimateMBps: { encode: 80, decode: 300 },
      warning:
        'Levels are ROOT’s: from level 4 on, LZ4 is LZ4 HC, and zstd’s own level is twice ROOT’s. Baskets keep their size; ROOT enlarges them after the first 30 MB. A cold look-up decompresses, for each branch, the basket that holds the row; for a warm one, all baskets are already decompressed. ROOT limits LZMA’s dictionary to a quarter of a basket; Formatlab’s build of liblzma does not, so its output may be a little smaller. A note beside the tree describes dates, times, JSON and nulls; other readers show them as numbers, texts and a branch of booleans.',
    },
  ],
};
