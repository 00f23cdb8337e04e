import { fieldNamesFor } from '../../../model/rntuple-field-names';
import { pythonSnippet, type PythonCodec, type PythonFile } from '../../../snippets/python';
import { pythonText } from '../../../snippets/literals';
import type { Snippet, SnippetRequest } from '../../../snippets/snippet';

/** ROOT's trees and RNTuples by uproot. */

const numberTypes: Readonly<Record<string, number>> = {
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  float32: 4,
  float64: 8,
};

export function rootSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const { candidate, schema, inner } = request;
  if (schema.kind !== 'table' || (isWrapped && codec === null)) return [];
  const bytes = schema.columns.map(({ type, nullable }) => (nullable ? undefined : numberTypes[type]));
  if (bytes.some((each) => each === undefined)) return [];
  // uproot writes LZ4 in fast mode at every level, ROOT in high-compression mode from level 4 on.
  if (inner?.id === 'lz4' && Number(inner.level) >= 4) return [];
  const isTuple = candidate.format === 'rntuple';
  const size = Number(isTuple ? candidate.options.pageBytes : candidate.options.basketBytes);
  const rows = Math.max(1, Math.floor(size / Math.max(...bytes.map(Number))));
  const compression = inner === null ? 'None' : `uproot.${inner.id.toUpperCase()}(${inner.level ?? 1})`;
  const name = isTuple ? 'ntuple' : 'tree';
  const fieldNames = isTuple ? fieldNamesFor(schema.columns.map((column) => column.name)) : [];
  const renamed = schema.columns.flatMap((column, index) => {
    const fieldName = fieldNames[index] ?? column.name;
    return fieldName === column.name ? [] : [`    ${pythonText(fieldName)}: ${pythonText(column.name)},`];
  });
  const format: PythonFile = {
    tool: 'uproot',
    label: 'uproot',
    input: 'table: a pyarrow.Table of numbers',
    imports: ['import uproot'],
    readImports: ['import pyarrow as pa'],
    tested: true,
    readsOnly:
      'uproot has no setting for a file of this size: it lays a file out in another way, and its files are larger.',
    write: (target) => [
      'columns = {name: table[name].to_numpy() for name in table.column_names}',
      `with uproot.recreate(${target}, compression=${compression}) as file:`,
      isTuple
        ? `    file.mkrntuple("${name}", {name: column[:0] for name, column in columns.items()})`
        : `    file.mktree("${name}", {name: column.dtype for name, column in columns.items()})`,
      `    for start in range(0, len(table), ${rows}):`,
      `        part = slice(start, start + ${rows})`,
      `        file["${name}"].extend({name: column[part] for name, column in columns.items()})`,
    ],
    read: (source) => [
      ...(renamed.length === 0
        ? []
        : ['# The columns whose names RNTuple does not allow.', 'renamed = {', ...renamed, '}', '']),
      `with uproot.open(${source}) as file:`,
      isTuple
        ? `    columns = file["${name}"].arrays()`
        : `    columns = {branch.name: branch.array(library="np") for branch in file["${name}"].branches}`,
      isTuple
        ? `    table = pa.table({${renamed.length === 0 ? 'name' : 'renamed.get(name, name)'}: columns[name].to_numpy() for name in columns.fields})`
        : '    table = pa.table(columns)',
    ],
  };
  return [pythonSnippet(format, codec, request)];
}
