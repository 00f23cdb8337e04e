import { type ColumnSchema, repeatsName, withNestedColumns } from '../../model/column-schema';
import { type DatasetSchema, kindNames } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta, FormatOperation } from '../../model/entry';

const hasForbiddenField = (columns: readonly ColumnSchema[]) =>
  withNestedColumns(columns).some(
    (column) => column.type === 'struct' && column.fields.some(({ name }) => name === '__proto__'),
  );

function loss(schema: DatasetSchema): readonly string[] {
  if (schema.kind !== 'table') return [];
  const types = withNestedColumns(schema.columns).map(({ type }) => type);
  return [
    'The types beyond numbers, texts, bytes, Booleans and instants: the reader must know them.',
    ...(types.some((type) => type.startsWith('float')) ? ['The payload bits of NaN.'] : []),
    ...(types.includes('category')
      ? ['The order of categories, and categories that no row has: each row holds the text or number of its category.']
      : []),
  ];
}

const shared = {
  options: [],
  innerCodecs: [],
  holds: () => true,
  unsupported: (operation: FormatOperation, schema: DatasetSchema): string | null => {
    if (schema.kind === 'table' && schema.columns.length === 0)
      return 'A map without columns does not say how many rows it has.';
    if (schema.kind === 'table' && repeatsName(schema.columns))
      return 'A map can’t hold two columns or fields of the same name.';
    if (schema.kind === 'bytes')
      return 'MessagePack stores values. It would store the bytes of a file unchanged, after their length.';
    if (operation === 'project') return 'A message has no index of its columns, so it must be read whole.';
    if (operation === 'lookup' || operation === 'warmLookup')
      return `A message must be read whole: it has no index of the entries of ${kindNames[schema.kind]}.`;
    return null;
  },
  loss,
} satisfies Partial<FormatImplementationMeta>;

export const meta: FormatMeta = {
  id: 'messagepack',
  notInNativeScript: null,
  label: 'MessagePack',
  extension: 'msgpack',
  mediaType: 'application/vnd.msgpack',
  description:
    'A binary form of JSON’s values, with 64-bit integers, floats and keys of any type; about fifty languages read it. Lists and arrays are arrays, dictionaries and records are maps, and keyed vectors and tables are maps of arrays. Instants have MessagePack’s timestamp type; other dates, times and decimals are texts (str).',
  selfDescribing: false,
  readers: {
    python: 'msgpack',
    r: 'RcppMsgPack',
    julia: 'MsgPack.jl',
    java: 'msgpack-java',
    browser: '@msgpack/msgpack',
    commandLine: 'msgpack2json',
  },
  implementations: [
    {
      ...shared,
      id: 'rmp',
      label: 'rmp',
      library: { package: 'formatlab', version: '', contains: 'rmp 0.8.15', license: 'MIT' },
      clock: { encode: ['convert', 'allocate'], decode: ['convert', 'allocate'] },
      wasmCopyInClock: true,
      estimateMBps: { encode: 400, decode: 400, objects: { encode: 100, decode: 60 } },
      warning:
        'The crate rmp writes the values and names their types in WASM. Formatlab’s code there checks each value against its column while it reads.',
    },
    {
      ...shared,
      id: 'msgpack',
      label: '@msgpack/msgpack',
      library: { package: '@msgpack/msgpack', version: '3.1.3', license: 'ISC' },
      unsupported: (operation, schema) =>
        shared.unsupported(operation, schema) ??
        (schema.kind === 'table' && hasForbiddenField(schema.columns)
          ? 'A field of a struct is named “__proto__”, and the library cannot read a map with that key.'
          : null),
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      estimateMBps: { encode: 60, decode: 60, objects: { encode: 80, decode: 30 } },
      warning:
        'Outside of tables, each int64 value takes 9 bytes, although the format has shorter forms: the library writes every bigint that way. Formatlab passes maps to the library as lists, because the library would turn them into objects, which do not keep the order of keys. Every message is checked once before it is decoded, because the library does not limit nesting.',
    },
  ],
};
