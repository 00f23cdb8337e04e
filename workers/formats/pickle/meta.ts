import { type ColumnSchema, childColumns, repeatsName, withNestedColumns } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

const isNested = ({ type }: ColumnSchema) => type === 'list' || type === 'struct';

/** Why pickle cannot hold the column, or true. numpy arrays have all units; Python's own objects, in lists and dictionaries, only have microseconds. */
function holds(column: ColumnSchema): true | string {
  if (column.type === 'time' && column.unit === 'ns') return 'Python’s datetime.time ends at microseconds.';
  const hasNanoseconds = ({ type, unit }: { readonly type: string; readonly unit?: string }) =>
    (type === 'timestamp' || type === 'duration') && unit === 'ns';
  return isNested(column) && withNestedColumns(childColumns(column)).some(hasNanoseconds)
    ? 'Python’s own times, inside lists and structs, end at microseconds.'
    : true;
}

function loss(schema: DatasetSchema): readonly string[] {
  if (schema.kind === 'stringArray')
    return ['NUL characters at the end of a text: numpy can’t distinguish them from padding.'];
  if (schema.kind !== 'table') return [];
  const columns = withNestedColumns(schema.columns);
  const inside = schema.columns.filter(isNested).flatMap((column) => withNestedColumns(childColumns(column)));
  const losses: string[] = [];
  if (inside.length > 0 || columns.some(({ type }) => type === 'decimal' || type === 'time'))
    losses.push(
      'Precision and unit of decimals and times of day, and the widths of numbers inside lists and structs: Python’s objects have none, so the reader must know them.',
    );
  if (inside.some(({ type }) => type.startsWith('float')))
    losses.push('The payload bits of NaN inside lists and structs.');
  if (columns.some((column) => column.type === 'timestamp' && column.timeZone !== undefined))
    losses.push('The names of time zones: instants become numpy’s datetime64 in UTC.');
  if (columns.some(({ type }) => type === 'category'))
    losses.push(
      'The order of categories, and categories that no row has: each row holds the text or number of its category.',
    );
  return losses;
}

export const meta: FormatMeta = {
  id: 'pickle',
  notInNativeScript: null,
  label: 'Pickle',
  extension: 'pkl',
  mediaType: 'application/octet-stream',
  description:
    'Python’s own serialization, byte for byte as CPython’s pickle.dumps writes it. Dictionaries and lists hold Python objects (records are str → str). Tables and vectors are dictionaries of numpy arrays; columns without a numpy type (texts, decimals, times of day, lists, structs) are lists. An array of texts is numpy’s <U. Reading a pickle of unknown origin in Python can run any code; Formatlab’s reader executes nothing.',
  // A dictionary of arrays can be a table or keyed vectors, and an empty one does not show which, so the reader needs the schema.
  plainness: 6,
  selfDescribing: false,
  readers: { python: 'pickle (which runs any code that the file names)' },
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'protocol',
          label: 'Protocol',
          help: 'The default is 4 in Python 3.8 to 3.13, and 5 in later versions. Protocol 5 passes numpy’s values on without an extra copy.',
          choices: [
            { value: '5', label: '5', inName: 'protocol 5' },
            { value: '4', label: '4', inName: 'protocol 4' },
          ],
          default: '5',
        },
        {
          type: 'choice',
          id: 'numpy',
          label: 'numpy',
          help: 'A pickle names numpy’s internal modules. numpy 1.26 and later read numpy._core. Every numpy reads numpy.core, but numpy 2 prints a warning at protocol 5.',
          choices: [
            { value: '2', label: '1.26 and later (numpy._core)', inName: 'numpy._core' },
            { value: '1', label: 'before 1.26 (numpy.core)', inName: 'numpy.core' },
          ],
          default: '2',
        },
      ],
      innerCodecs: [],
      holds,
      unsupported: (operation, schema) => {
        if (operation === 'project')
          return 'A pickle must be read whole: a column cannot be read without everything before it.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'A pickle must be read whole: an entry cannot be read without everything before it.';
        if (schema.kind === 'table' && schema.columns.length === 0)
          return 'A dictionary without columns does not say how many rows it has.';
        if (schema.kind === 'table' && repeatsName(schema.columns))
          return 'A dictionary can’t hold two columns or fields of the same name.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss,
      estimateMBps: { encode: 2_000, decode: 2_000, objects: { encode: 90, decode: 40 } },
    },
  ],
};
