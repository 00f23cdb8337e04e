import { type ColumnSchema, withNestedColumns } from '../../../model/column-schema';
import { hdf5ColumnNames } from '../../../model/hdf5-column-names';
import { arrowType } from '../../../snippets/columns';
import { nestedTable } from './hdf5-nested';
import { keywords, pythonBoolean, pythonSnippet, type PythonCodec, type PythonFile } from '../../../snippets/python';
import { juliaText, pythonText } from '../../../snippets/literals';
import {
  call,
  joined,
  listed,
  maxListedColumns,
  type OtherSize,
  type Snippet,
  type SnippetRequest,
} from '../../../snippets/snippet';

/** HDF5 by h5py and by HDF5.jl. */

/** The columns of a table that are one dataset each, as they are. */
const numberTypes = /^(?:u?int(?:8|16|32|64)|float(?:32|64))$/u;

/** The filters that hdf5plugin adds to h5py, by the inner codec. */
const plugins: Readonly<Record<string, (level: number | null, shuffle: boolean) => string>> = {
  zstd: (level) => `Zstd(clevel=${level})`,
  lz4: () => 'LZ4()',
  'blosc-blosclz': (level, shuffle) => blosc('blosclz', level, shuffle),
  'blosc-lz4': (level, shuffle) => blosc('lz4', level, shuffle),
  'blosc-zstd': (level, shuffle) => blosc('zstd', level, shuffle),
  'bitshuffle-lz4': () => 'Bitshuffle()',
  'bitshuffle-zstd': (level) => `Bitshuffle(cname="zstd", clevel=${level})`,
};
const blosc = (compressor: string, level: number | null, shuffle: boolean) =>
  `Blosc(cname="${compressor}", clevel=${level}, shuffle=${shuffle ? 1 : 0})`;

function compressionSettings({ candidate, inner }: SnippetRequest): string[] {
  if (inner === null) return [];
  const shuffle = candidate.options.shuffle === true;
  const plugin = plugins[inner.id]?.(inner.level, shuffle);
  // Blosc shuffles by itself.
  const shuffling = inner.id.startsWith('blosc') ? [] : keywords([['shuffle', pythonBoolean(shuffle), 'False']]);
  if (plugin !== undefined) return [...shuffling, `**hdf5plugin.${plugin}`];
  return inner.id === 'lzf'
    ? ['compression="lzf"', ...shuffling]
    : ['compression="gzip"', `compression_opts=${inner.level ?? 4}`, ...shuffling];
}

/** The settings of each dataset as h5py takes them. */
function h5pySettings(request: SnippetRequest, chunk: string): string[] {
  const chunkRows = Number(request.candidate.options.chunkRows ?? 0);
  return [...(chunkRows > 0 ? [`chunks=${chunk}`] : []), ...compressionSettings(request)];
}

const open = (target: string) => `with h5py.File(${target}, "w") as file:`;
const reopen = (source: string) => `with h5py.File(${source}) as file:`;

function h5py(request: SnippetRequest): PythonFile | null {
  const { schema, candidate } = request;
  const chunkRows = Number(candidate.options.chunkRows ?? 0);
  const needsPlugin = request.inner !== null && Object.hasOwn(plugins, request.inner.id);
  const shared: Shared = {
    tool: 'h5py',
    label: 'h5py',
    imports: ['import h5py', ...(needsPlugin ? ['import hdf5plugin'] : [])],
    tested: true,
  };
  const create = (values: readonly string[]) => call('file.create_dataset', values, '    ');
  switch (schema.kind) {
    case 'array':
    case 'bytes': {
      const isArray = schema.kind === 'array';
      const values = isArray ? 'array' : 'np.frombuffer(data, np.uint8)';
      const size = isArray ? 'len(array)' : 'len(data)';
      const rest = isArray && schema.shape.length > 1 ? ', *array.shape[1:]' : ',';
      return {
        ...shared,
        writeImports: isArray ? [] : ['import numpy as np'],
        input: isArray ? 'array: a NumPy array' : 'data: the bytes of the file',
        write: (target) => [
          open(target),
          ...create([
            '"values"',
            `data=${values}`,
            ...h5pySettings(request, `(min(${chunkRows}, ${size})${rest.trimEnd()})`),
          ]),
        ],
        read: (source) => [
          reopen(source),
          `    ${isArray ? 'array = file["values"][()]' : 'data = file["values"][()].tobytes()'}`,
        ],
      };
    }
    case 'table': {
      if (!schema.columns.every(({ type, nullable }) => !nullable && numberTypes.test(type)))
        return typedTable(request, schema.columns, shared);
      const places = otherNames(schema.columns.map(({ name }) => name));
      const place = places.length === 0 ? 'name' : 'places.get(name, name)';
      return {
        ...shared,
        input: 'table: a pyarrow.Table of numbers',
        readImports: ['import pyarrow as pa'],
        write: (target) => [
          ...places,
          open(target),
          '    for name in table.column_names:',
          ...call(
            'file.create_dataset',
            [place, 'data=table[name].to_numpy()', ...h5pySettings(request, `(min(${chunkRows}, len(table)),)`)],
            '        ',
          ),
        ],
        read: (source) => [
          ...places,
          reopen(source),
          schema.columns.length <= maxListedColumns
            ? `    names = [${schema.columns.map(({ name }) => pythonText(name)).join(', ')}]`
            : `    names = [${places.length === 0 ? '' : '*places] + ['}name for name in file if not name.startswith("__")]`,
          `    table = pa.table({name: file[${place}][()] for name in names})`,
        ],
      };
    }
    case 'keyedVectors':
      return candidate.options.layout === 'each' ? eachVector(request, shared) : bulkVectors(request, shared);
    default:
      return null;
  }
}

const otherNulls: OtherSize = {
  because: 'h5py stores an empty text for each null, of 16 bytes and more, and the page stores nothing',
  range: [-0.02, 0.08],
};

/** The types of pyarrow from that of a column to that of its dataset, as the page stores it; null if there are no lines for such a column. */
function storedTypes(column: ColumnSchema): readonly string[] | null {
  switch (column.type) {
    case 'bool':
      return [arrowType(column), 'pa.uint8()'];
    case 'date':
      return [arrowType(column), 'pa.int32()'];
    case 'time':
      // pyarrow has no step from 32 bits of ticks to 64.
      return column.unit === 's' || column.unit === 'ms'
        ? [arrowType(column), 'pa.int32()', 'pa.int64()']
        : [arrowType(column), 'pa.int64()'];
    case 'timestamp':
    case 'duration':
      return [arrowType(column), 'pa.int64()'];
    case 'utf8':
    case 'json':
    case 'float16':
      return [];
    case 'category':
      return column.item.type === 'utf8' ? [arrowType(column)] : null;
    default:
      return numberTypes.test(column.type) ? [] : null;
  }
}

/** A table with a dataset for each column, two for a category, and one for the nulls of each; nested columns have more. Null if a column takes others. */
function typedTable(request: SnippetRequest, columns: readonly ColumnSchema[], shared: Shared): PythonFile | null {
  const stored = columns.map((column) => [column.name, storedTypes(column)] as const);
  const isText = ({ type }: ColumnSchema) => type === 'utf8' || type === 'json';
  // Blosc and bitshuffle compress no variable-length strings.
  const compressesTexts = !/^(?:blosc|bitshuffle)/u.test(request.inner?.id ?? '');
  if (stored.some(([, types]) => types === null)) {
    const settings = h5pySettings(request, `(min(${request.candidate.options.chunkRows}, len(values)),)`);
    const hasNulls = withNestedColumns(columns).some((column) => isText(column) && column.nullable);
    const described = { ...shared, ...(hasNulls ? { otherSize: otherNulls } : {}) };
    return nestedTable({ columns, settings, compressesTexts, storedTypes }, described);
  }
  const names = (chosen: readonly ColumnSchema[]) => chosen.map(({ name }) => pythonText(name));
  const texts = columns.filter(isText);
  const nullable = columns.filter((column) => column.nullable);
  const casts = stored.flatMap(([name, types]) =>
    types === null || types.length === 0 ? [] : [`${pythonText(name)}: [${types.join(', ')}]`],
  );
  const places = otherNames(columns.map(({ name }) => name));
  const place = places.length === 0 ? 'name' : 'places.get(name, name)';
  const types = casts.length === 0 ? [] : listed('types = {', casts, '}');
  const textNames = texts.length === 0 ? [] : listed('texts = [', names(texts), ']');
  const given = h5pySettings(request, `(min(${request.candidate.options.chunkRows}, len(table)),)`);
  const settings = given.length === 0 ? [] : ['**settings'];
  const ofTexts = compressesTexts ? settings : [];
  const create = (indent: string, values: readonly string[], of: readonly string[], group = 'file', name = place) =>
    call(`${group}.create_dataset`, [name, ...values, ...of], indent);
  const categories = columns.filter(({ type }) => type === 'category');
  const categoryNames = categories.length === 0 ? [] : listed('categories = [', names(categories), ']');
  const inBranch = '            ';
  const fill = (value: string) => `column${nullable.length === 0 ? '' : `.fill_null(${value})`}.to_numpy()`;
  const textType = 'dtype=h5py.string_dtype()';
  /** What is written for each kind of column, and the list that names them. */
  const branches: readonly (readonly [list: string | null, lines: readonly string[]])[] = [
    ...(categories.length === 0
      ? []
      : ([
          [
            'categories',
            [
              `${inBranch}column, group = column.combine_chunks(), file.create_group(${place})`,
              ...create(inBranch, ['data=column.indices.fill_null(0)'], settings, 'group', '"codes"'),
              ...call(
                'group.create_dataset',
                ['"categories"', 'data=column.dictionary.to_pylist()', textType],
                inBranch,
              ),
            ],
          ],
        ] as const)),
    ...(texts.length === 0 ? [] : ([['texts', create(inBranch, [`data=${fill('""')}`, textType], ofTexts)]] as const)),
    ...(texts.length + categories.length === columns.length
      ? []
      : ([[null, create(inBranch, [`data=${fill('0')}`], settings)]] as const)),
  ];
  return {
    ...shared,
    ...(texts.some((column) => column.nullable) ? { otherSize: otherNulls } : {}),
    input: 'table: a pyarrow.Table',
    imports: ['import pyarrow as pa', ...shared.imports],
    write: (target) => [
      ...places,
      ...types,
      ...categoryNames,
      ...textNames,
      ...(nullable.length === 0 ? [] : listed('nullable = [', names(nullable), ']')),
      ...(given.length === 0 ? [] : call('settings = dict', given)),
      open(target),
      '    for index, name in enumerate(table.column_names):',
      '        column = table[name]',
      ...(casts.length === 0
        ? []
        : ['        for type in types.get(name, []):', '            column = column.cast(type)']),
      ...(nullable.length === 0
        ? []
        : [
            '        if name in nullable:',
            '            valid = column.is_valid().cast(pa.uint8()).to_numpy()',
            ...create(inBranch, ['data=valid'], settings, 'file', 'f"__valid_{index}"'),
          ]),
      ...branches.flatMap(([list, lines], index) =>
        list === null && index === 0
          ? lines.map((line) => line.slice(4))
          : [`        ${list === null ? 'else' : `${index === 0 ? 'if' : 'elif'} name in ${list}`}:`, ...lines],
      ),
    ],
    read: (source) => [
      ...places,
      ...types,
      ...categoryNames,
      ...textNames,
      ...listed('names = [', names(columns), ']'),
      'columns = {}',
      reopen(source),
      '    for index, name in enumerate(names):',
      `        stored = file[${place}]`,
      ...(categories.length === 0 ? [] : ['        values = stored["codes"] if name in categories else stored']),
      ...(texts.length === 0
        ? [`        values = ${categories.length === 0 ? 'stored' : 'values'}[()]`]
        : [
            `        values = ${['stored.asstr() if name in texts else ', categories.length === 0 ? 'stored' : 'values'].join('')}`,
            '        values = values[()]',
          ]),
      ...(nullable.length === 0
        ? ['        column = pa.array(values)']
        : [
            '        valid = f"__valid_{index}"',
            '        is_null = file[valid][()] == 0 if valid in file else None',
            '        column = pa.array(values, mask=is_null)',
          ]),
      ...(categories.length === 0
        ? []
        : [
            '        if name in categories:',
            '            column = pa.DictionaryArray.from_arrays(column, stored["categories"].asstr()[()])',
          ]),
      ...(casts.length === 0
        ? []
        : ['        for type in reversed(types.get(name, [])[:-1]):', '            column = column.cast(type)']),
      '        columns[name] = column',
      'table = pa.table(columns)',
    ],
  };
}

/** Lines with the names of datasets whose columns have names that HDF5 can't use. Empty if there are none. */
function otherNames(columnNames: readonly string[]): string[] {
  const stored = hdf5ColumnNames(columnNames);
  const items = columnNames.flatMap((name, index) =>
    stored[index] === name ? [] : [`${pythonText(name)}: ${pythonText(stored[index] ?? '')}`],
  );
  return items.length === 0
    ? []
    : [
        '# The page stores columns under other names where HDF5 can’t use theirs.',
        'places = {',
        ...items.map((item) => `    ${item},`),
        '}',
      ];
}

type Shared = Pick<PythonFile, 'tool' | 'label' | 'imports' | 'tested'>;
const vectorsInput = 'vectors: a dictionary from id to NumPy array';

function eachVector(request: SnippetRequest, shared: Shared): PythonFile {
  const chunk = `(min(${request.candidate.options.chunkRows}, len(vector)),)`;
  return {
    ...shared,
    input: vectorsInput,
    write: (target) => [
      open(target),
      '    for name, vector in vectors.items():',
      ...call('file.create_dataset', ['name', 'data=vector', ...h5pySettings(request, chunk)], '        '),
    ],
    read: (source) => [reopen(source), '    vectors = {name: file[name][()] for name in file}'],
  };
}

function bulkVectors(request: SnippetRequest, shared: Shared): PythonFile {
  const chunkRows = Number(request.candidate.options.chunkRows ?? 0);
  // Blosc and bitshuffle compress no variable-length strings.
  const leavesStrings = /^(?:blosc|bitshuffle)/u.test(request.inner?.id ?? '');
  const settings = (rest: string) => h5pySettings(request, `(min(${chunkRows}, len(vectors)),${rest})`);
  return {
    ...shared,
    input: vectorsInput,
    writeImports: ['import numpy as np'],
    write: (target) => [
      'matrix = np.array(list(vectors.values()))',
      open(target),
      ...call(
        'file.create_dataset',
        ['"seqids"', 'data=list(vectors)', ...(leavesStrings ? [] : settings(''))],
        '    ',
      ),
      ...call('file.create_dataset', ['"embeds"', 'data=matrix', ...settings(' matrix.shape[1]')], '    '),
    ],
    read: (source) => [reopen(source), '    vectors = dict(zip(file["seqids"].asstr()[()], file["embeds"][()]))'],
  };
}

/** HDF5.jl for one array: Julia's arrays are in column order, so that their dimensions are reversed. */
function julia({ candidate, inner, schema, fileName }: SnippetRequest): Snippet[] {
  if (schema.kind !== 'array' || schema.shape.length === 0) return [];
  // Julia has the other filters in packages of their own.
  if (inner !== null && inner.id !== 'gzip') return [];
  const chunkRows = Number(candidate.options.chunkRows ?? 0);
  const last = schema.shape.length;
  const sizes = [...schema.shape.keys()].map((index) =>
    index + 1 === last ? `min(${chunkRows}, size(array, ${last}))` : `size(array, ${index + 1})`,
  );
  const settings = [
    ...(chunkRows > 0 ? [`chunk=(${sizes.join(', ')}${last === 1 ? ',' : ''})`] : []),
    ...(chunkRows === 0 && inner !== null ? ['chunk=HDF5.heuristic_chunk(array)'] : []),
    ...(inner !== null && candidate.options.shuffle === true ? ['shuffle=true'] : []),
    ...(inner === null ? [] : [`deflate=${inner.level ?? 4}`]),
  ];
  const place = ['"values"', ...settings].join(', ');
  return [
    {
      tool: 'julia',
      label: 'Julia',
      language: 'julia',
      write: joined([
        'using HDF5',
        '',
        '# array: an Array. The file has its dimensions in reverse.',
        `h5open(${juliaText(fileName)}, "w") do file`,
        `    file[${place}] = array`,
        'end',
      ]),
      read: joined(['using HDF5', '', `array = h5read(${juliaText(fileName)}, "values")`]),
      tested: false,
    },
  ];
}

export function hdf5Snippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const format = h5py(request);
  const python = format === null || (isWrapped && codec === null) ? [] : [pythonSnippet(format, codec, request)];
  return isWrapped ? python : [...python, ...julia(request)];
}
