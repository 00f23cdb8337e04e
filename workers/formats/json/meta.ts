import { repeatsName, withNestedColumns } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../model/entry';

function elementTypeOf(schema: DatasetSchema): string | null {
  if (schema.kind === 'dict') return schema.valueType;
  return 'elementType' in schema ? schema.elementType : null;
}

function loss(schema: DatasetSchema): readonly string[] {
  const losses = ['The types beyond number, text and Boolean: the reader must know them.'];
  const columns = schema.kind === 'table' ? withNestedColumns(schema.columns) : [];
  const floats =
    schema.kind === 'table'
      ? columns.some(({ type }) => type.startsWith('float'))
      : (elementTypeOf(schema)?.startsWith('float') ?? false);
  if (floats) losses.push('NaN and infinities, for which JSON has no numbers: they become null.');
  if (columns.some(({ type }) => type === 'json'))
    losses.push('White space inside nested values, and the difference between a nested null and a missing value.');
  if (columns.some(({ type }) => type === 'category'))
    losses.push(
      'The order of categories, and categories that no row has: each row holds the text or number of its category.',
    );
  return losses;
}

const shared = {
  options: [
    {
      type: 'choice',
      id: 'layout',
      label: 'Layout',
      help: 'Records repeat the names of the columns in every row; one object of lists holds each name once.',
      choices: [
        { value: 'columns', label: 'one object of lists' },
        { value: 'records', label: 'one list of records' },
        { value: 'lines', label: 'one record per line (NDJSON)' },
      ],
      default: 'columns',
    },
  ],
  innerCodecs: [],
  holds: () => true,
  unsupported: (operation, schema, { options }) => {
    if (schema.kind === 'bytes') return 'JSON holds text, not the bytes of a file.';
    if (schema.kind === 'array' && options.layout !== 'columns')
      return 'An array has no records: JSON stores it as nested lists.';
    if ((schema.kind === 'stringArray' || schema.kind === 'list') && options.layout !== 'columns')
      return 'Data without names can’t be records: they are one list.';
    if (schema.kind === 'table' && schema.columns.length === 0 && options.layout === 'columns')
      return 'An object without columns does not say how many rows it has.';
    if (schema.kind === 'table' && repeatsName(schema.columns))
      return 'An object can’t hold two columns or fields of the same name.';
    if (operation === 'project') return 'A JSON text has no index of its columns, so it must be read whole.';
    if (operation === 'lookup' || operation === 'warmLookup')
      return 'A JSON text has no index of its rows, so it must be read whole.';
    return null;
  },
  clock: { encode: ['convert', 'allocate'], decode: ['convert', 'allocate'] },
  loss,
} satisfies Partial<FormatImplementationMeta>;

export const meta: FormatMeta = {
  id: 'json',
  notInNativeScript: null,
  label: 'JSON',
  extension: 'json',
  mediaType: 'application/json',
  description:
    'Text with names and nesting that every program reads. Integers have all their digits, but many readers round them beyond 2⁵³. Dates, decimals and bytes (base64) are text, durations are whole numbers of their unit, lists are arrays and structs are objects. A dictionary is one object; its int64 keys are digits in quotes. A record’s value is stored unchanged if it is a JSON object or list on one line, and as text otherwise.',
  plainness: 2,
  selfDescribing: false,
  readers: {
    python: 'json',
    r: 'jsonlite',
    julia: 'JSON.jl',
    java: 'Jackson',
    duckdb: 'read_json',
    browser: 'JSON.parse',
    commandLine: 'jq',
  },
  implementations: [
    {
      ...shared,
      id: 'jiter',
      label: 'jiter',
      library: { package: 'formatlab', version: '', contains: 'jiter 0.19.0', license: 'MIT' },
      wasmCopyInClock: true,
      estimateMBps: { encode: 150, decode: 150, objects: { encode: 60, decode: 40 } },
      warning:
        'The crate jiter splits the text in WASM. Formatlab’s code there writes the values and converts texts to values and back. Nested JSON values of more than 200 levels are refused.',
    },
    {
      ...shared,
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      wasmCopyInClock: null,
      estimateMBps: { encode: 40, decode: 40, objects: { encode: 40, decode: 20 } },
      warning:
        'Formatlab’s own reader and writer. The browser’s JSON.parse and JSON.stringify would round integers beyond 2⁵³.',
    },
  ],
};
