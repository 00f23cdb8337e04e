import type { Column } from '../../../../model/column';
import { maxColumns } from '../../../../model/column-schema';
import type { Table } from '../../../../model/dataset';
import type { FilePart, RefusedColumn } from '../../../../model/errors';
import type { ElementContext } from '../../../../own-file/element-types';
import { checkDecodedSize } from '../../../../own-file/limits';
import { columnName } from '../../../../own-file/notes';
import { plural } from '../../../../model/plural';
import type { NamedReader } from '../../../pickle/open/indexes';
import { columnsOf } from '../../../pickle/open/refused';
import { PyDict, PyList, type PyValue, UnreadColumn } from '../../../pickle/open/values';
import { unreadableFileError } from '../../../../own-file/refusal';
import type { AttributeValues } from '../attribute-values';
import type { TypeSource } from '../datatypes';
import type { ReadRows } from '../objects';
import { columnOfCodes } from './categories';
import {
  columnOfObjects,
  isPickled,
  labelsOfNode,
  type PandasNode,
  type PandasType,
  type PickledObjects,
  pickledObjects,
  readPandasColumn,
  textOf,
} from './nodes';

/** A group that `DataFrame.to_hdf` or `Series.to_hdf` wrote, and the datasets in it by their paths below the group. */
export interface PandasGroup {
  readonly path: string;
  readonly attributes: AttributeValues;
  readonly nodes: ReadonlyMap<string, PandasNode>;
  /** The group in it with this path in the file, which holds the categories of a column; null if there is none. */
  readonly innerGroup: (path: string) => PandasGroup | null;
  /** The rows that are read. Absent if all are. */
  readonly rows?: ReadRows;
}

/** The attribute that says what of pandas a group is. */
export const pandasTypeName = 'pandas_type';
/** The kinds of groups that are read, by this attribute. */
const fixedTypes = ['frame', 'series'];
const tableTypes = ['frame_table', 'series_table'];

export const isPandasGroup = (attributes: AttributeValues): boolean =>
  [...fixedTypes, ...tableTypes].includes(textOf(attributes.get(pandasTypeName)) ?? '');

/** Whether it is of the format “table”, rather than “fixed”. */
export const isTableGroup = (attributes: AttributeValues): boolean =>
  tableTypes.includes(textOf(attributes.get(pandasTypeName)) ?? '');

/** The group as a part of the file. */
export function partOfGroup({ path, attributes, nodes }: PandasGroup): FilePart {
  const isTable = isTableGroup(attributes);
  const rows = (isTable ? nodes.get('table') : (nodes.get('axis1') ?? nodes.get('index')))?.dataset.shape?.[0];
  const what = textOf(attributes.get(pandasTypeName))?.startsWith('series') === true ? 'a Series' : 'a DataFrame';
  const format = `the format ${isTable ? 'table' : 'fixed'}`;
  return {
    name: path === '' ? '/' : path,
    holds: `${what} of pandas in ${format}${rows === undefined ? '' : `, ${plural(rows, 'row')}`}`,
  };
}

interface GroupReaders {
  readonly rowCount: number;
  readonly index: readonly NamedReader[];
  readonly columns: readonly NamedReader[];
}

/**
 * The table of a DataFrame or Series, as pandas reads it. The index becomes a column unless it only counts the rows from 0. Columns
 * whose values are not read are listed.
 * @throws FormatlabError if the group is damaged, or of a form that is not read
 */
export function readPandasGroup(
  group: PandasGroup,
  source: TypeSource,
  context: ElementContext,
): { readonly table: Table; readonly refused: readonly RefusedColumn[] } {
  const refused: RefusedColumn[] = [];
  try {
    const isTable = isTableGroup(group.attributes);
    const { rowCount, index, columns } = isTable ? tableReaders(group, source) : fixedReaders(group, source);
    const read = columnsOf([...index, ...columns], { ...context, refused });
    const [first] = read;
    const isCounting =
      index.length === 1 &&
      index[0]?.name === unnamedIndex &&
      first?.name === unnamedIndex &&
      countsRows(first, group.rows);
    if (!isCounting && index.length > 0)
      context.notes.push(
        `The index of the DataFrame is the ${index.length === 1 ? 'column' : 'columns'} ${index.map(({ name }) => columnName(name).replace('Column ', '')).join(', ')}.`,
      );
    const kept = isCounting ? read.slice(1) : read;
    const shift = isCounting ? 1 : 0;
    return {
      table: { kind: 'table', rowCount, columns: kept },
      refused: refused.map((column) => ({ ...column, index: column.index - shift })),
    };
  } catch (thrown) {
    if (!(thrown instanceof UnreadColumn)) throw thrown;
    throw unreadableFileError(
      `The DataFrame ${group.path.slice(0, 200)} can’t be read: ${thrown.reason}.`,
      'Write it with DataFrame.to_parquet, and choose that file.',
      { tag: 'unsupported', format: 'hdf5' },
    );
  }
}

const unnamedIndex = 'index';

/** Whether an index has the numbers of the rows that are read. */
function countsRows(column: Column, rows: ReadRows | undefined): boolean {
  if (column.type !== 'int64' || column.validity !== null) return false;
  const { values } = column;
  let at = 0;
  for (const { from, to } of rows?.ranges ?? [{ from: 0, to: values.length }])
    for (let row = from; row < to; row += 1, at += 1) if (values[at] !== BigInt(row)) return false;
  return true;
}

const nodeOf = ({ nodes }: PandasGroup, name: string): PandasNode => {
  const node = nodes.get(name);
  if (node === undefined) throw new UnreadColumn(`its part ${name} is missing`);
  return node;
};

const typeOf = (attributes: AttributeValues, name: PyValue | undefined): PandasType => ({
  name: textOf(name),
  zone: attributes.get('tz') ?? null,
  missingText: null,
});

/** The format “fixed”: axes, and blocks of columns of one type. */
function fixedReaders(group: PandasGroup, source: TypeSource): GroupReaders {
  const { attributes } = group;
  const isSeries = attributes.get(pandasTypeName) === 'series';
  const rowAxis = isSeries ? 'index' : 'axis1';
  if (attributes.get(`${rowAxis}_variety`) !== 'regular')
    throw new UnreadColumn('its index has several levels, which are not read in the format fixed');
  const indexNode = nodeOf(group, rowAxis);
  const isEmpty = indexNode.attributes.has('shape');
  if (isEmpty) throw new UnreadColumn('it has no rows');
  const indexObjects = isPickled(indexNode) ? pickledObjects(indexNode, source) : null;
  const rowCount = indexObjects?.values.length ?? indexNode.dataset.shape?.[0] ?? 0;
  const indexName = textOf(indexNode.attributes.get('name')) ?? unnamedIndex;
  const index: NamedReader = {
    name: indexName,
    read: (name, context) =>
      indexObjects === null
        ? readNode(
            indexNode,
            indexType(indexNode),
            { rowCount, columnCount: 1, column: 0, isTransposed: true },
            name,
            context,
          )
        : columnOfObjects(indexObjects, 0, 1, name, context),
  };
  if (isSeries) {
    const name = textOf(attributes.get('name')) ?? 'value';
    const [reader] = blockReaders(nodeOf(group, 'values'), 1, rowCount, source);
    return { rowCount, index: [index], columns: reader === undefined ? [] : [{ name, read: reader }] };
  }
  if (attributes.get('axis0_variety') !== 'regular')
    throw new UnreadColumn('its columns are called by several levels, which are not read in the format fixed');
  const order = labelsOfNode(nodeOf(group, 'axis0'), source);
  if (new Set(order).size < order.length) throw new UnreadColumn('two of its columns have the same name');
  const readers = new Map<string, NamedReader['read']>();
  const blocks = Number(attributes.get('nblocks') ?? 0);
  if (!(blocks <= order.length)) throw new UnreadColumn('it has more blocks than columns');
  for (let block = 0; block < blocks; block += 1) {
    const names = labelsOfNode(nodeOf(group, `block${block}_items`), source);
    const own = blockReaders(nodeOf(group, `block${block}_values`), names.length, rowCount, source);
    for (const [place, name] of names.entries()) {
      const reader = own[place];
      if (reader !== undefined) readers.set(name, reader);
    }
  }
  if (readers.size > order.length) throw new UnreadColumn('its blocks hold columns that its axis does not name');
  const columns = order.map((name): NamedReader => {
    const read = readers.get(name);
    if (read === undefined) throw new UnreadColumn(`its column ${name.slice(0, 60)} is in none of its blocks`);
    return { name, read };
  });
  return { rowCount, index: [index], columns };
}

/** The kind of an index is the type of its values where these are times. */
function indexType({ attributes }: PandasNode): PandasType {
  const kind = textOf(attributes.get('kind'));
  const isPlain = ['integer', 'float', 'string', 'bool'].includes(kind ?? '');
  if (kind !== null && attributes.has('freq') && !kind.startsWith('datetime') && !kind.startsWith('timedelta'))
    throw new UnreadColumn('its index is one of periods');
  const type = typeOf(attributes, isPlain ? undefined : (kind ?? undefined));
  return { ...type, missingText: kind === 'string' ? missingInIndex(attributes, 'nan_rep') : null };
}

/** The text that stands for a missing value in an index: “nan” in files of older versions of pandas. An empty one says that there is none. */
const missingInIndex = (attributes: AttributeValues, name: string): string | null =>
  attributes.has(name) ? textOf(attributes.get(name)) || null : 'nan';

function blockReaders(
  node: PandasNode,
  columnCount: number,
  rowCount: number,
  source: TypeSource,
): NamedReader['read'][] {
  const isTransposed = node.attributes.get('transposed') === true;
  const type = node.attributes.get('value_type');
  if (node.attributes.has('shape')) throw new UnreadColumn('one of its blocks has no values');
  // Parsed once for all of its columns.
  let objects: PickledObjects | null = null;
  return Array.from({ length: columnCount }, (_, column) => (name, context) => {
    if (!isPickled(node))
      return readNode(
        node,
        typeOf(node.attributes, type),
        { rowCount, columnCount, column, isTransposed },
        name,
        context,
      );
    objects ??= pickledObjects(node, source);
    const { shape } = objects;
    const [rows = 0, columns = 1] = isTransposed || shape.length < 2 ? shape : [shape[1], shape[0]];
    if (rows !== rowCount || columns !== columnCount || (!isTransposed && columnCount > 1))
      throw new UnreadColumn(`its pickled values have the shape ${shape.join(' × ')}`);
    return columnOfObjects(objects, column, columnCount, name, context);
  });
}

/** One column of a node of one or two dimensions, whose rows are those of the table if it is transposed. */
function readNode(
  node: PandasNode,
  type: PandasType,
  {
    rowCount,
    columnCount,
    column,
    isTransposed,
  }: { rowCount: number; columnCount: number; column: number; isTransposed: boolean },
  name: string,
  context: ElementContext,
): Column {
  const { dtype, shape } = node.dataset;
  const wanted = isTransposed ? [rowCount, columnCount] : [columnCount, rowCount];
  const isVector = shape?.length === 1 && columnCount === 1 && shape[0] === rowCount;
  if (!isVector && shape?.join() !== wanted.join())
    throw new UnreadColumn(`its values have the shape ${(shape ?? []).join(' × ')}, not ${wanted.join(' × ')}`);
  const { itemBytes } = dtype;
  const at = isTransposed
    ? (row: number) => (row * columnCount + column) * itemBytes
    : (row: number) => (column * rowCount + row) * itemBytes;
  const places = { count: rowCount, at, isDense: columnCount === 1 };
  return readPandasColumn(node.values(), { dtype, places }, type, name, context);
}

/** The format “table”: one compound dataset, whose fields are columns, or several columns of one type. */
function tableReaders(group: PandasGroup, source: TypeSource): GroupReaders {
  const { attributes } = group;
  const node = nodeOf(group, 'table');
  const { dtype, shape } = node.dataset;
  if (dtype.kind !== 'structured' || shape?.length !== 1) throw new UnreadColumn('its table is no list of records');
  const rowCount = shape[0] ?? 0;
  checkDecodedSize(rowCount * dtype.itemBytes, 'hdf5');
  const about = attributes.get('info');
  const infoOf = (name: string): PyDict | null => {
    const found = about instanceof PyDict ? about.get(name) : undefined;
    return found instanceof PyDict ? found : null;
  };
  let data: Uint8Array<ArrayBuffer> | null = null;
  const values = () => {
    data ??= node.values();
    return data;
  };
  /** What was read of a field: its values, or codes of categories that are elsewhere. */
  const categoriesRead = (read: Column, field: string, name: string, context: ElementContext): Column => {
    if (textOf(node.attributes.get(`${field}_meta`)) !== 'category') return read;
    const ordered = infoOf(field)?.get('ordered') === true;
    return columnOfCodes(read, categoriesOf(group, field, source, context), ordered, name, context);
  };
  const index: NamedReader[] = [];
  const readers = new Map<string, NamedReader['read']>();
  for (const { name: field, dtype: fieldType, offset } of dtype.fields) {
    const item = fieldType.kind === 'array' ? fieldType.item : fieldType;
    const count = fieldType.kind === 'array' ? fieldType.itemBytes / item.itemBytes : 1;
    const placeOf = (column: number) => ({
      dtype: item,
      places: {
        count: rowCount,
        at: (row: number) => row * dtype.itemBytes + offset + column * item.itemBytes,
        isDense: false,
      },
    });
    const zone = infoOf(field)?.get('tz') ?? null;
    if (field === 'index' && node.attributes.has('index_kind')) {
      const kind = textOf(node.attributes.get('index_kind'));
      const isPlain = ['integer', 'float', 'string', 'bool'].includes(kind ?? '');
      const missingText = kind === 'string' ? missingInIndex(node.attributes, `${field}_nan_rep`) : null;
      const type: PandasType = { name: isPlain ? null : kind, zone, missingText };
      index.push({
        name: textOf(infoOf(field)?.get('index_name')) ?? unnamedIndex,
        read: (name, context) => {
          const isTime = kind?.startsWith('datetime') === true || kind?.startsWith('timedelta') === true;
          if (!isTime && (infoOf(field)?.get('freq') ?? null) !== null)
            throw new UnreadColumn('its index is one of periods');
          return categoriesRead(readPandasColumn(values(), placeOf(0), type, name, context), field, name, context);
        },
      });
      continue;
    }
    const names = labelsOfField(node.attributes.get(`${field}_kind`), field);
    if (names.length !== count) throw new UnreadColumn(`its field ${field.slice(0, 60)} has ${count} columns`);
    const type: PandasType = {
      name: textOf(node.attributes.get(`${field}_dtype`)),
      zone,
      missingText: item.kind === 'bytes' ? missingInField(group.attributes, node.attributes, field) : null,
    };
    for (const [column, name] of names.entries()) {
      if (readers.has(name)) throw new UnreadColumn(`two of its columns have the name ${name.slice(0, 60)}`);
      readers.set(name, (own, context) =>
        categoriesRead(readPandasColumn(values(), placeOf(column), type, own, context), field, own, context),
      );
    }
    if (readers.size > maxColumns) throw new UnreadColumn(`it has more than ${plural(maxColumns, 'column')}`);
  }
  const order = columnOrder(attributes.get('non_index_axes'), readers);
  const columns = order.map((name): NamedReader => ({ name, read: readers.get(name) as NamedReader['read'] }));
  // The index of a table with levels only counts the rows; its levels are columns.
  return { rowCount, index: textOf(attributes.get('table_type'))?.includes('multi') === true ? [] : index, columns };
}

/** The Series of the categories of a field, as a table. */
function categoriesOf(group: PandasGroup, field: string, source: TypeSource, context: ElementContext): Table {
  const own = group.innerGroup(`${group.path}/meta/${field}/meta`);
  if (own === null) throw new UnreadColumn('its categories are missing');
  const { table, refused } = readPandasGroup(own, source, context);
  const [first] = refused;
  if (first !== undefined) throw new UnreadColumn(`of its categories, ${first.reason}`);
  return table;
}

/** The text that stands for a missing value in a field: its own in newer versions of pandas, before that one for the whole table. */
function missingInField(group: AttributeValues, table: AttributeValues, field: string): string | null {
  const levels = group.get('levels');
  const isLevel = levels instanceof PyList && levels.items.includes(field);
  const isOwn = group.get('data_col_nan_rep') === true || (isLevel && group.get('mi_level_nan_rep') === true);
  return isOwn ? textOf(table.get(`${field}_nan_rep`)) : (textOf(group.get('nan_rep')) ?? 'nan');
}

function labelsOfField(kind: PyValue | undefined, field: string): string[] {
  const labels = kind instanceof PyList ? kind.items : [field];
  return labels.map((label) => {
    if (typeof label === 'string') return label;
    if (typeof label === 'bigint' || typeof label === 'number') return String(label);
    if (label === null) return 'value';
    throw new UnreadColumn('its columns are called by values that are no texts or numbers');
  });
}

/** The names in the order of the DataFrame, if it is stated and names all of them; otherwise in that of the fields. */
function columnOrder(axes: PyValue | undefined, readers: ReadonlyMap<string, unknown>): string[] {
  const [axis] = axes instanceof PyList ? axes.items : [];
  const labels = axis instanceof PyList ? axis.items[1] : undefined;
  if (!(labels instanceof PyList)) return [...readers.keys()];
  const names = labelsOfField(labels, '');
  const isSame = names.length === readers.size && names.every((name) => readers.has(name));
  return isSame && new Set(names).size === names.length ? names : [...readers.keys()];
}
