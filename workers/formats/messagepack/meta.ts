import { type ColumnSchema, repeatsName, withNestedColumns } from '../../model/column-schema';
import { type DatasetSchema, kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

const hasForbiddenField = (columns: readonly ColumnSchema[]) =>
  withNestedColumns(columns).some(
    (column) => column.type === 'struct' && column.fields.some(({ name }) => name === '__proto__'),
  );

function loss(schema: DatasetSchema): readonly string[] {
  if (schema.kind !== 'table') return [];
  const types = withNestedColumns(schema.columns).map(({ type }) => type);
  return [
    'The types beyond numbers, texts, bytes, truth values and instants: they must be told to whoever reads it.',
    ...(types.some((type) => type.startsWith('float')) ? ['The payload bits of NaN.'] : []),
    ...(types.includes('category')
      ? ['The order of categories, and those that no row has: each row is the text or number that it names.']
      : []),
  ];
}

export const meta: FormatMeta = {
  id: 'messagepack',
  notInNativeScript: null,
  label: 'MessagePack',
  extension: 'msgpack',
  mediaType: 'application/vnd.msgpack',
  description:
    'JSON’s values in binary, with integers of 64 bits, floats and any keys, read in some fifty languages. Lists and arrays are arrays, dictionaries and records maps, vectors by id and the columns of a table a map of arrays, instants its own type of them, other dates, times and decimals texts; texts are str.',
  selfDescribing: false,
  implementations: [
    {
      id: 'msgpack',
      label: '@msgpack/msgpack',
      library: { package: '@msgpack/msgpack', version: '3.1.3', license: 'ISC' },
      options: [],
      innerCodecs: [],
      holds: () => true,
      unsupported: (operation, schema) => {
        if (schema.kind === 'table' && schema.columns.length === 0)
          return 'A map without columns does not say how many rows it has.';
        if (schema.kind === 'table' && repeatsName(schema.columns))
          return 'A map can’t hold two columns or fields of the same name.';
        if (schema.kind === 'table' && hasForbiddenField(schema.columns))
          return 'The library reads no map with the key “__proto__”, as which a field of a struct is named.';
        if (schema.kind === 'bytes')
          return 'MessagePack holds values; the bytes of a file would only have their length before them.';
        if (operation === 'project') return 'A message is read whole: nothing in it says where a column would be.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return `A message is read whole: nothing in it says where an entry of ${kindNames[schema.kind]} is.`;
        return null;
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      loss,
      estimateMBps: { encode: 60, decode: 60, objects: { encode: 80, decode: 30 } },
      warning:
        'Outside of tables, int64 values take 9 bytes each, where the format has shorter forms for small ones: the library writes every bigint so. Maps go through the library as lists, since it makes objects of them, which keep no order of keys; and every message is walked through once before it is decoded, since its reader sets no bound to nesting.',
    },
  ],
};
