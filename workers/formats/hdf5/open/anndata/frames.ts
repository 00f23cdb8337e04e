import type { Column } from '../../../../model/column';
import { nullRowIndex, takeRows } from '../../../../model/column-rows';
import { maxColumns } from '../../../../model/column-schema';
import type { Table } from '../../../../model/dataset';
import type { FilePart, RefusedColumn } from '../../../../model/errors';
import type { ElementContext } from '../../../../own-file/element-types';
import { columnOfElements, type ElementArray } from '../../../../own-file/elements';
import { checkDecodedSize } from '../../../../own-file/limits';
import { columnName, shortList } from '../../../../own-file/notes';
import { plural } from '../../../../model/plural';
import type { NamedReader } from '../../../pickle/open/indexes';
import { columnsOf } from '../../../pickle/open/refused';
import { UnreadColumn } from '../../../pickle/open/values';
import { unreadableFileError } from '../../../../own-file/refusal';
import { attributeTexts, attributeValues } from '../attribute-values';
import type { Hdf5Dataset, NamedObject, OpenHdf5 } from '../objects';
import { columnOfCodes } from '../pandas/categories';
import { sizeBytesOf } from '../values';

/**
 * DataFrames as AnnData writes them: a group with a dataset, or a group of datasets, for each column.
 * https://anndata.readthedocs.io/en/latest/fileformat-prose.html
 */
export interface AnnDataFrame {
  readonly path: string;
  /** The name in the group of the index. */
  readonly index: string;
  /** The names of the other columns, in order. */
  readonly columns: readonly string[];
  /** What lies below the group: its path below it, and what it is. */
  readonly datasets: ReadonlyMap<string, Hdf5Dataset | string>;
  /** How the groups below it are encoded, by their paths below it. */
  readonly encodings: ReadonlyMap<string, string>;
  /** Whether the categories in a dataset or group have an order, which is one of its attributes. */
  readonly isOrdered: (path: string) => boolean;
}

interface AnnDataContent {
  /** What the file is; null if it is not of AnnData. */
  readonly file: 'AnnData' | 'MuData' | null;
  readonly frames: readonly AnnDataFrame[];
  /** The paths of sparse matrices, with their encodings. */
  readonly sparse: ReadonlyMap<string, string>;
  /** The objects that are no part of a DataFrame. */
  readonly others: readonly NamedObject[];
}

const encodingName = 'encoding-type';
/** The attribute of a DataFrame's group that names its index. */
const indexAttribute = '_index';
/** The name of an index that has none in pandas. */
const unnamedIndex = '_index';
const shownNames = 3;

/** Finds the DataFrames among the objects of a file, wherever they are. */
export function annDataOf({ hdf5, source, groups }: OpenHdf5, objects: readonly NamedObject[]): AnnDataContent {
  const encodings = new Map<string, string>();
  for (const { path, messages } of groups) {
    const [encoding] = attributeTexts(hdf5, source, messages, encodingName) ?? [];
    if (encoding !== undefined) encodings.set(path, encoding);
  }
  if (encodings.size === 0) return { file: null, frames: [], sparse: encodings, others: objects };
  const messagesOf = new Map(groups.map(({ path, messages }) => [path, messages]));
  const frames = new Map<string, MutableFrame>();
  for (const [path, encoding] of encodings) {
    const messages = messagesOf.get(path) ?? [];
    const [index] = attributeTexts(hdf5, source, messages, indexAttribute) ?? [];
    if (encoding !== 'dataframe' || index === undefined) continue;
    const order = attributeTexts(hdf5, source, messages, 'column-order');
    frames.set(path, { index, order, datasets: new Map(), encodings: new Map() });
  }
  const others = objects.filter(({ group, name, dataset }) => {
    const around = framesAround(`${group}/${name}`, frames);
    for (const { frame, place } of around) frame.datasets.set(place, dataset);
    return around.length === 0;
  });
  for (const [path, encoding] of encodings)
    for (const { frame, place } of framesAround(path, frames)) frame.encodings.set(place, encoding);
  const finished = [...frames].map(([path, { index, order, datasets, encodings: inner }]): AnnDataFrame => {
    const isOrdered = (place: string) => {
      const dataset = datasets.get(place);
      const own = typeof dataset === 'object' ? dataset.messages : (messagesOf.get(`${path}/${place}`) ?? []);
      return attributeValues(hdf5, source, own, 'ordered').get('ordered') === true;
    };
    // A list of many names is in a heap of its own, and not read.
    const found = [...datasets.keys(), ...inner.keys()].filter((name) => !name.includes('/') && name !== index);
    return { path, index, columns: order ?? found, datasets, encodings: inner, isOrdered };
  });
  return {
    file: fileOf(encodings, finished),
    frames: finished,
    sparse: new Map([...encodings].filter(([, encoding]) => /^cs[cr]_matrix$/u.test(encoding))),
    others,
  };
}

interface MutableFrame {
  readonly index: string;
  readonly order: readonly string[] | null;
  readonly datasets: Map<string, Hdf5Dataset | string>;
  readonly encodings: Map<string, string>;
}

/** The deepest place in a DataFrame has three parts: the categories of a column, whose values have a mask. */
const maxPartsOfPlace = 3;

/** The DataFrames that a path lies in, and its place in each. */
function framesAround(path: string, frames: ReadonlyMap<string, MutableFrame>) {
  const found: { readonly frame: MutableFrame; readonly place: string }[] = [];
  let end = path.length;
  for (let parts = 0; parts < maxPartsOfPlace && end > 0; parts += 1) {
    end = path.lastIndexOf('/', end - 1);
    const frame = frames.get(path.slice(0, Math.max(0, end)));
    if (frame !== undefined) found.push({ frame, place: path.slice(end + 1) });
  }
  return found;
}

/** Early versions do not say at the root what the file is. */
function fileOf(encodings: ReadonlyMap<string, string>, frames: readonly AnnDataFrame[]): AnnDataContent['file'] {
  const root = encodings.get('');
  if (root === 'MuData') return root;
  const has = (path: string) => frames.some((frame) => frame.path === path);
  return root === 'anndata' || (has('/obs') && has('/var')) ? 'AnnData' : null;
}

/** The DataFrame as a part of the file. */
export function partOfFrame(frame: AnnDataFrame): FilePart {
  const { path, columns } = frame;
  const rowCount = rowCountOf(frame);
  const counts = rowCount === null ? '' : `, ${plural(rowCount, 'row')}`;
  const names = columns.length === 0 ? '' : `: ${shortList(columns.slice(0, shownNames), shownNames)}`;
  const more = columns.length > shownNames ? ', …' : '';
  return {
    name: path === '' ? '/' : path,
    holds: `a DataFrame of AnnData${counts}, ${plural(columns.length, 'column')} and its index${names}${more}`,
  };
}

/** The part with what it says of the sparse matrix that it belongs to, if it does to one. */
export function inSparseMatrix(part: FilePart, sparse: ReadonlyMap<string, string>): FilePart {
  const { name, holds } = part;
  const path = sparse.has(name) ? name : name.slice(0, Math.max(0, name.lastIndexOf('/')));
  const encoding = sparse.get(path);
  return encoding === undefined
    ? part
    : { name, holds: `of the sparse matrix ${path.slice(0, 60)} (${encoding}): ${holds}` };
}

const shapeOf = ({ datasets }: AnnDataFrame, place: string): readonly number[] | null => {
  const dataset = datasets.get(place);
  return typeof dataset === 'object' ? dataset.shape : null;
};

/** How many rows a DataFrame has, by its index. */
export const rowCountOf = (frame: AnnDataFrame): number | null =>
  (shapeOf(frame, frame.index) ??
    shapeOf(frame, `${frame.index}/values`) ??
    shapeOf(frame, `${frame.index}/codes`))?.[0] ?? null;

/** The datasets of a DataFrame with an element for each row, by their places: not the categories of columns. */
export function rowPlacesOf(frame: AnnDataFrame): readonly (readonly [string, Hdf5Dataset])[] {
  const rowCount = rowCountOf(frame);
  return [...frame.datasets].flatMap(([place, dataset]) => {
    const isOfCategories = /\/categories(?:\/|$)|^__categories\//u.test(place);
    const isOfRows = typeof dataset === 'object' && !isOfCategories && dataset.shape?.[0] === rowCount;
    return isOfRows ? [[place, dataset] as const] : [];
  });
}

type Elements = (dataset: Hdf5Dataset) => ElementArray;

/** The table of a DataFrame. Its index is the first column. Columns whose values are not read are listed. */
export function readFrame(
  frame: AnnDataFrame,
  elements: Elements,
  context: ElementContext,
): { readonly table: Table; readonly refused: readonly RefusedColumn[] } {
  const refused: RefusedColumn[] = [];
  const rowCount = rowCountOf(frame) ?? 0;
  const names = [frame.index, ...frame.columns];
  if (names.length > maxColumns)
    throw unreadableFileError(
      `The DataFrame ${frame.path.slice(0, 200)} has more than ${plural(maxColumns, 'column')}.`,
      'Save fewer of its columns, or choose another part.',
      { tag: 'tooLarge', format: 'hdf5' },
    );
  // The list of columns may name one many times.
  const placesOf = (name: string) => [
    ...['', '/values', '/codes', '/categories', '/categories/values'].map((part) => name + part),
    `__categories/${name}`,
  ];
  const datasets = names.flatMap(placesOf).map((place) => frame.datasets.get(place));
  checkDecodedSize(
    datasets.reduce((sum, dataset) => sum + (typeof dataset === 'object' ? sizeBytesOf(dataset) : 0), 0),
    'hdf5',
  );
  const readers = names.map(
    (name, place): NamedReader => ({
      name: place === 0 && name === unnamedIndex ? 'index' : name,
      read: (own, ownContext) => {
        const { rowCount: count, column } = readAt(frame, name, elements, own, ownContext);
        if (count !== rowCount)
          throw new UnreadColumn(`it has ${plural(count, 'value')} for ${plural(rowCount, 'row')}`);
        return column;
      },
    }),
  );
  const columns = columnsOf(readers, { ...context, refused });
  if (columns[0] !== undefined && refused.every(({ index }) => index !== 0))
    context.notes.push(
      `The index of the DataFrame is the column ${columnName(columns[0].name).replace('Column ', '')}.`,
    );
  return { table: { kind: 'table', rowCount, columns }, refused };
}

interface Counted {
  readonly rowCount: number;
  readonly column: Column;
}

/** The column that a dataset or a group of them holds. */
function readAt(
  frame: AnnDataFrame,
  place: string,
  elements: Elements,
  name: string,
  context: ElementContext,
): Counted {
  const read = (path: string, own = name) => readAt(frame, path, elements, own, context);
  const encoding = frame.encodings.get(place);
  switch (encoding) {
    case undefined: {
      const column = readDataset(frame, place, elements, name, context);
      // The first version of the encoding keeps all categories in one group.
      const earlier = `__categories/${place}`;
      return frame.datasets.has(earlier)
        ? categorical(column, read(earlier), frame.isOrdered(earlier), name, context)
        : column;
    }
    case 'categorical':
      return categorical(read(`${place}/codes`), read(`${place}/categories`), frame.isOrdered(place), name, context);
    case 'nullable-integer':
    case 'nullable-boolean':
    case 'nullable-string-array':
      return masked(read(`${place}/values`), read(`${place}/mask`));
    default:
      throw new UnreadColumn(`AnnData stores it as ${encoding.slice(0, 60)}, which Formatlab does not read`);
  }
}

function readDataset(
  { datasets }: AnnDataFrame,
  place: string,
  elements: Elements,
  name: string,
  context: ElementContext,
): Counted {
  const dataset = datasets.get(place);
  if (dataset === undefined) throw new UnreadColumn(`its part ${place.slice(0, 60)} is missing`);
  if (typeof dataset === 'string') throw new UnreadColumn(dataset);
  const { dtype, shape } = dataset;
  if (dtype.kind === 'other') throw new UnreadColumn(`it holds ${dtype.description}`);
  if (shape === null || shape.length === 0) throw new UnreadColumn('it has no rows');
  return { rowCount: shape[0] ?? 0, column: columnOfElements(elements(dataset), name, context) };
}

/** The values without those that the mask says are missing. */
function masked(values: Counted, mask: Counted): Counted {
  const { column, rowCount } = values;
  if (mask.column.type !== 'bool' || mask.rowCount !== rowCount)
    throw new UnreadColumn('its mask does not say of each value whether it is missing');
  const isMissing = mask.column.values;
  if (!isMissing.includes(1)) return values;
  const rows = Int32Array.from({ length: rowCount }, (_, row) => (isMissing[row] === 1 ? nullRowIndex : row));
  return { rowCount, column: takeRows(column, rows) };
}

const categorical = (
  codes: Counted,
  { column, rowCount }: Counted,
  ordered: boolean,
  name: string,
  context: ElementContext,
): Counted => ({
  rowCount: codes.rowCount,
  column: columnOfCodes(codes.column, { kind: 'table', rowCount, columns: [column] }, ordered, name, context),
});
