import { type ColumnSchema, withNestedColumns } from '../../../model/column-schema';
import { hdf5ColumnNames } from '../../../model/hdf5-column-names';
import { arrowType } from '../../../snippets/columns';
import type { PythonFile } from '../../../snippets/python';
import { pythonText } from '../../../snippets/literals';
import { call, listed } from '../../../snippets/snippet';

/** Tables with lists, structs or bytes by h5py: a group for each nested column, as the page writes them. */

interface NestedTable {
  readonly columns: readonly ColumnSchema[];
  /** The settings of a dataset of `values`, as h5py takes them. */
  readonly settings: readonly string[];
  /** False if the filter compresses no texts. */
  readonly compressesTexts: boolean;
  /** The types of pyarrow from that of a column to that of its dataset. Null if there are no lines for such a column. */
  readonly storedTypes: (column: ColumnSchema) => readonly string[] | null;
}

/** The columns whose values are one dataset of numbers. */
const isNumeric = ({ type }: ColumnSchema): boolean =>
  !['list', 'struct', 'category', 'binary', 'fixedBinary', 'utf8', 'json'].includes(type);

/** A line of another name for what HDF5 can't name as it is. Empty if every column has its own. */
function placeLines(columns: readonly ColumnSchema[]): readonly string[] {
  const names = withNestedColumns(columns).map(({ name }) => name);
  // By itself, since fields of two structs may have the same name.
  if (names.every((name) => hdf5ColumnNames([name])[0] === name)) return [];
  return [
    '',
    '# The page stores columns under other names where HDF5 can’t use theirs.',
    'def place(index, name):',
    '    is_other = name in ("", ".") or name.startswith("__") or "/" in name or "\\0" in name',
    '    return f"__column_{index}" if is_other else name',
  ];
}

/** Lines that write and read a column by its type, and its parts in the same way. Null if a part takes others. */
export function nestedTable(
  { columns, settings, compressesTexts, storedTypes }: NestedTable,
  shared: Pick<PythonFile, 'tool' | 'label' | 'imports' | 'tested' | 'otherSize'>,
): PythonFile | null {
  const all = withNestedColumns(columns);
  const has = (...types: readonly ColumnSchema['type'][]) => all.some(({ type }) => types.includes(type));
  const stored = all.filter(isNumeric).map((column) => [arrowType(column), storedTypes(column)] as const);
  if (stored.some(([, types]) => types === null)) return null;
  const steps = new Map(
    stored.flatMap(([type, types]) => (types === null || types.length === 0 ? [] : [[type, types]])),
  );
  const casts = [...steps].map(([type, types]) => `${type}: [${types.slice(1).join(', ')}]`);
  const nullable = all.some((column) => column.nullable);
  const places = placeLines(columns);
  const renamed = places.length === 0 ? [] : ['    name = place(index, name)'];
  const schema = listed(
    'schema = pa.schema([',
    columns.map((column) => `(${pythonText(column.name)}, ${arrowType(column)})`),
    '])',
  );
  const types = casts.length === 0 ? [] : listed('types = {', casts, '}');
  const texts = compressesTexts ? 'add(group, name, ' : 'group.create_dataset(name, data=';
  const offsets = (lengths: string) =>
    [
      `        ends = list(accumulate(${lengths}, initial=0))`,
      '        add(group, f"__offsets_{index}", ends, dtype="int32")',
    ] as const;
  /** What writes and what reads each kind of column that the table has. */
  const kinds = [
    {
      is: 'struct',
      isUsed: has('struct'),
      write: [
        '        part = group.create_group(name)',
        '        for at, field in enumerate(column.type):',
        '            write(part, at, field.name, column.field(at))',
      ],
      read: [
        '        parts = [read(stored, at, field.name, field.type) for at, field in enumerate(type)]',
        `        return pa.StructArray.from_arrays(parts, fields=list(type)${nullable ? ', mask=mask' : ''})`,
      ],
    },
    {
      is: 'list',
      isUsed: has('list'),
      write: [
        ...offsets('column.value_lengths().fill_null(0).to_pylist()'),
        '        write(group.create_group(name), 0, "items", column.flatten())',
      ],
      read: [
        '        offsets = pa.array(group[f"__offsets_{index}"][()])',
        '        items = read(stored, 0, "items", type.value_type)',
        `        return pa.ListArray.from_arrays(offsets, items, type=type${nullable ? ', mask=mask' : ''})`,
      ],
    },
    {
      is: 'binary',
      isUsed: has('binary'),
      write: [
        '        values = column.fill_null(b"").to_pylist()',
        ...offsets('map(len, values)'),
        '        add(group, name, memoryview(b"".join(values)))',
      ],
      read: [
        '        content, ends = stored[()].tobytes(), group[f"__offsets_{index}"][()]',
        '        values = [content[start:end] for start, end in zip(ends, ends[1:])]',
        `        return pa.array(values, type${nullable ? ', mask=is_null' : ''})`,
      ],
    },
    {
      is: 'dictionary',
      isUsed: has('category'),
      write: [
        '        part = group.create_group(name)',
        '        add(part, "codes", column.indices.cast(pa.int32()).fill_null(0))',
        '        write(part, 0, "categories", column.dictionary)',
      ],
      read: [
        `        codes = pa.array(stored["codes"][()]${nullable ? ', mask=is_null' : ''})`,
        '        categories = read(stored, 0, "categories", type.value_type)',
        '        return pa.DictionaryArray.from_arrays(codes, categories)',
      ],
    },
    {
      is: 'string',
      isUsed: has('utf8', 'json'),
      write: [`        ${texts}column.fill_null("").to_pylist(), dtype=h5py.string_dtype())`],
      read: [`        return pa.array(stored.asstr()[()], type${nullable ? ', mask=is_null' : ''})`],
    },
    {
      is: 'fixed_size_binary',
      isUsed: has('fixedBinary'),
      write: [
        '        values = column.fill_null(bytes(column.type.byte_width)).to_pylist()',
        '        add(group, name, values, dtype=f"V{column.type.byte_width}")',
      ],
      read: [`        return pa.array(stored[()].tolist(), type${nullable ? ', mask=is_null' : ''})`],
    },
  ].filter(({ isUsed }) => isUsed);
  const branches = kinds.flatMap(({ is, write }, index) => [
    `    ${index === 0 ? 'if' : 'elif'} pa.types.is_${is}(column.type):`,
    ...write,
  ]);
  const hasNumbers = stored.length > 0;
  return {
    ...shared,
    input: 'table: a pyarrow.Table',
    imports: ['import pyarrow as pa', ...shared.imports],
    writeImports: has('list', 'binary') ? ['from itertools import accumulate'] : [],
    write: (target) => [
      ...schema,
      'table = table.cast(schema)',
      ...types,
      ...places,
      '',
      'def add(group, name, values, **more):',
      ...(settings.length === 0
        ? []
        : [
            '    if len(values) > 0:  # An empty dataset has no chunks.',
            ...call('more |= dict', settings, '        '),
          ]),
      '    group.create_dataset(name, data=values, **more)',
      '',
      'def write(group, index, name, column):',
      ...renamed,
      ...(nullable
        ? [
            '    if column.null_count > 0:',
            '        add(group, f"__valid_{index}", column.is_valid().cast(pa.uint8()))',
          ]
        : []),
      ...branches,
      ...(hasNumbers
        ? [
            '    else:',
            ...(types.length === 0
              ? []
              : ['        for step in types.get(column.type, []):', '            column = column.cast(step)']),
            `        add(group, name, column${nullable ? '.fill_null(0)' : ''})`,
          ]
        : []),
      '',
      `with h5py.File(${target}, "w") as file:`,
      '    for index, name in enumerate(schema.names):',
      '        write(file, index, name, table[name].combine_chunks())',
    ],
    read: (source) => [
      ...schema,
      ...types,
      ...places,
      '',
      'def read(group, index, name, type):',
      ...renamed,
      '    stored = group[name]',
      ...(nullable
        ? [
            '    valid = f"__valid_{index}"',
            '    is_null = group[valid][()] == 0 if valid in group else None',
            ...(has('list', 'struct') ? ['    mask = None if is_null is None else pa.array(is_null)'] : []),
          ]
        : []),
      ...kinds.flatMap(({ is, read }) => [`    if pa.types.is_${is}(type):`, ...read]),
      ...(hasNumbers
        ? [
            `    column = pa.array(stored[()]${nullable ? ', mask=is_null' : ''})`,
            ...(types.length === 0
              ? ['    return column']
              : [
                  '    for step in [*reversed(types.get(type, [])[:-1]), type]:',
                  '        column = column.cast(step)',
                  '    return column',
                ]),
          ]
        : []),
      '',
      `with h5py.File(${source}) as file:`,
      '    columns = [read(file, at, field.name, field.type) for at, field in enumerate(schema)]',
      'table = pa.Table.from_arrays(columns, schema=schema)',
    ],
  };
}
