import { maxColumns } from '../../../model/column-schema';
import type { FilePart } from '../../../model/errors';
import type { NpyDtype } from '../../../own-file/element-types';
import { shortList } from '../../../own-file/notes';
import { plural } from '../../../model/plural';
import type { Hdf5Dataset, NamedObject } from './objects';
import type { AnnDataFrame } from './anndata/frames';
import type { PandasGroup } from './pandas/frames';

export interface NamedDataset {
  readonly name: string;
  readonly dataset: Hdf5Dataset;
}

/** What of a file can be read as one dataset. */
export type Hdf5Part = { readonly part: FilePart } & (
  | { readonly kind: 'columns' | 'vectors'; readonly columns: readonly NamedDataset[]; readonly rowCount: number }
  | { readonly kind: 'single'; readonly name: string; readonly dataset: Hdf5Dataset }
  | { readonly kind: 'pandas'; readonly group: PandasGroup }
  | { readonly kind: 'anndata'; readonly frame: AnnDataFrame }
  | { readonly kind: 'refused'; readonly reason: string }
);

const shownNames = 3;

/**
 * The parts of a file: the one-dimensional datasets of a group that have one length are the columns of a table; any other dataset is a part of
 * its own. If they are more than their length, and are floats of one type, they may be vectors, too.
 */
export function partsOf(objects: readonly NamedObject[]): Hdf5Part[] {
  const byGroup = new Map<string, NamedDataset[]>();
  const lengthsOf = (group: string, length: number) => `${length} ${group}`;
  for (const { group, name, dataset } of objects)
    if (typeof dataset !== 'string' && isColumn(dataset)) {
      const key = lengthsOf(group, dataset.shape?.[0] ?? 0);
      const columns = byGroup.get(key) ?? [];
      columns.push({ name, dataset });
      byGroup.set(key, columns);
    }
  const isVectors = new Map<string, boolean>();
  const parts: Hdf5Part[] = [];
  for (const { group, name, dataset } of objects) {
    const path = `${group}/${name}`;
    if (typeof dataset === 'string') {
      parts.push({ kind: 'refused', reason: dataset, part: { name: path, holds: `not readable: ${dataset}` } });
      continue;
    }
    if (dataset.shape === null) continue;
    const rowCount = dataset.shape[0] ?? 0;
    const key = lengthsOf(group, rowCount);
    const columns = isColumn(dataset) ? (byGroup.get(key) ?? []) : [];
    const vectors = columns.length > 1 && (isVectors.get(key) ?? areVectors(columns, rowCount));
    if (columns.length > 1) isVectors.set(key, vectors);
    if (columns.length < 2 || (columns.length > maxColumns && !vectors)) {
      parts.push({ kind: 'single', name, dataset, part: { name: path, holds: contentInWords(dataset) } });
      continue;
    }
    if (columns[0]?.dataset !== dataset) continue;
    const names = shortList(
      columns.slice(0, shownNames).map((column) => column.name),
      shownNames,
    );
    const more = columns.length > shownNames ? ', …' : '';
    const place = group === '' ? '/' : group;
    const counts = `${plural(rowCount, 'row')}, ${plural(columns.length, 'column')}: ${names}${more}`;
    if (columns.length <= maxColumns)
      parts.push({ kind: 'columns', columns, rowCount, part: { name: place, holds: counts } });
    if (vectors) {
      const holds = `${plural(columns.length, 'vector')} of ${plural(rowCount, 'value')}`;
      parts.push({ kind: 'vectors', columns, rowCount, part: { name: `${place} as vectors`, holds } });
    }
  }
  return parts;
}

const isColumn = ({ shape, dtype }: Hdf5Dataset) => shape?.length === 1 && dtype.kind !== 'structured';

export const floatTypeOf = (dtype: NpyDtype): 'float32' | 'float64' | null =>
  dtype.kind === 'number' && (dtype.type === 'float32' || dtype.type === 'float64') ? dtype.type : null;

function areVectors(columns: readonly NamedDataset[], rowCount: number): boolean {
  const [first] = columns;
  const type = first === undefined ? null : floatTypeOf(first.dataset.dtype);
  return (
    type !== null &&
    rowCount > 0 &&
    columns.length > rowCount &&
    columns.every(({ dataset }) => floatTypeOf(dataset.dtype) === type)
  );
}

function contentInWords({ dtype, shape }: Hdf5Dataset): string {
  const counts = (shape ?? []).map((length) => length.toLocaleString('en')).join(' × ');
  if (dtype.kind === 'structured')
    return `${shape?.length === 1 ? plural(shape[0] ?? 0, 'row') : counts || 'one row'}, ${plural(dtype.fields.length, 'column')}`;
  const type =
    dtype.kind === 'number'
      ? dtype.type
      : dtype.kind === 'half'
        ? 'float16'
        : dtype.kind === 'bytes'
          ? `text of ${plural(dtype.itemBytes, 'byte')}`
          : dtype.kind === 'other' || dtype.kind === 'foreign'
            ? dtype.description
            : dtype.kind;
  return `${counts || 'one'} ${type}`;
}
