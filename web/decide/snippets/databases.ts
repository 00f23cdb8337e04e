import { fieldNamesFor } from '../../../workers/model/rntuple-field-names';
import { keywords, pythonSnippet, type PythonCodec, type PythonFile } from './python';
import { pythonText } from './literals';
import { call, joined, type Snippet, type SnippetRequest } from './snippet';

/** ROOT's trees by uproot, and Tkrzw's databases by its Python module. */

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

/** Tkrzw's own defaults, which need not be said. */
export function tkrzwSnippets({ candidate, inner, fileName }: SnippetRequest): Snippet[] {
  const { options } = candidate;
  if (inner?.id === 'zstd-dictionary') return [];
  const isHash = candidate.format === 'hashdbm';
  const crc = String(options.recordCrc);
  const buckets = { records: '2 * len(data)', given: String(options.bucketCount) }[String(options.buckets)];
  const settings = [
    `dbm="${isHash ? 'HashDBM' : 'TreeDBM'}"`,
    `align_pow=${options.alignPow}`,
    ...keywords([
      ['offset_width', String(options.offsetWidth), '4'],
      ['record_crc_mode', pythonText(`RECORD_CRC_${crc === '0' ? 'NONE' : crc}`), '"RECORD_CRC_NONE"'],
      ['record_comp_mode', pythonText(`RECORD_COMP_${(inner?.id ?? 'none').toUpperCase()}`), '"RECORD_COMP_NONE"'],
    ]),
    ...(isHash ? (buckets === undefined ? [] : [`num_buckets=${buckets}`]) : []),
    ...(isHash ? [] : [`max_page_size=${options.maxPageSize}`, `max_branches=${options.maxBranches}`]),
  ];
  return [
    {
      tool: 'tkrzw',
      label: 'Python (tkrzw)',
      language: 'python',
      write: joined([
        'import tkrzw',
        '',
        '# data: a dictionary of texts',
        'database = tkrzw.DBM()',
        ...call('database.Open', [pythonText(fileName), 'True', 'truncate=True', ...settings]).map(
          (line, index, all) => (index === all.length - 1 ? `${line}.OrDie()` : line),
        ),
        'for key, value in data.items():',
        '    database.Set(key, value)',
        'database.Close().OrDie()',
      ]),
      read: joined([
        'import tkrzw',
        '',
        'database = tkrzw.DBM()',
        `database.Open(${pythonText(fileName)}, False, dbm="${isHash ? 'HashDBM' : 'TreeDBM'}").OrDie()`,
        'data = {key.decode(): value.decode() for key, value in database}',
        'database.Close().OrDie()',
      ]),
      tested: false,
    },
  ];
}
