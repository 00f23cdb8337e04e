import type { FileSample } from '../../../model/plan';
import { drawRanges, type RowRange } from '../../../model/strata';
import type { NpyDtype } from '../../../own-file/element-types';
import { isReadWhole } from '../../../own-file/sample/cut';
import type { Hdf5Dataset, OpenHdf5, ReadRows } from './objects';
import type { Hdf5Part } from './parts-of-file';
import type { PandasGroup } from './pandas/frames';
import { rowNodesOf } from './pandas/row-nodes';
import { rowCountOf, rowPlacesOf } from './anndata/frames';
import { sizeBytesOf } from './values';

/** As many ranges of rows are read. */
const rangeCount = 16;

/** A part of a file of which only some rows are read, or why it is read whole. */
interface SampledPart {
  readonly part: Hdf5Part;
  /** The rows that are read, or the vectors. Null if the part is read whole. */
  readonly rows: ReadRows | null;
  /** Why a large part is read whole, to follow “since”. Null if it is small, or not read whole. */
  readonly whyWhole: string | null;
  /** The bytes of all of its rows in memory. */
  readonly decodedBytes: number;
}

/** The datasets of a part whose first axis is that of its rows, or why its rows can’t be read alone. */
function rowDatasetsOf(part: Hdf5Part): { datasets: readonly Hdf5Dataset[]; rowCount: number } | string {
  switch (part.kind) {
    case 'refused':
      return 'it can’t be read';
    case 'columns':
    case 'vectors':
      return { datasets: part.columns.map(({ dataset }) => dataset), rowCount: part.rowCount };
    case 'single':
      return { datasets: [part.dataset], rowCount: part.dataset.shape?.[0] ?? 0 };
    case 'pandas': {
      const found = rowNodesOf(part.group);
      if (typeof found === 'string') return found;
      return { datasets: [...found.nodes.values()].map(({ dataset }) => dataset), rowCount: found.rowCount };
    }
    case 'anndata': {
      const datasets = rowPlacesOf(part.frame).map(([, dataset]) => dataset);
      return { datasets, rowCount: rowCountOf(part.frame) ?? 0 };
    }
  }
}

const referenceBytes = 16;
const isVariable = (dtype: NpyDtype): boolean => {
  switch (dtype.kind) {
    case 'foreign':
      return dtype.itemBytes === referenceBytes;
    case 'array':
      return isVariable(dtype.item);
    case 'structured':
      return dtype.fields.some((field) => isVariable(field.dtype));
    default:
      return false;
  }
};

/** The bytes of datasets in memory. Values of variable length lie in heaps, which are what the file has beside its datasets. */
function decodedBytes(datasets: readonly Hdf5Dataset[], { objects }: OpenHdf5, fileBytes: number): number {
  const sumOf = (several: readonly Hdf5Dataset[]) => several.reduce((sum, dataset) => sum + sizeBytesOf(dataset), 0);
  const ownBytes = sumOf(datasets);
  if (!datasets.some(({ dtype }) => isVariable(dtype))) return ownBytes;
  const all = objects.flatMap(({ dataset }) => (typeof dataset === 'string' ? [] : [dataset]));
  return ownBytes + Math.max(0, fileBytes - sumOf(all));
}

/** The dataset of which only these rows are read. */
const ofRows = (dataset: Hdf5Dataset, rows: ReadRows): Hdf5Dataset => ({
  ...dataset,
  rows,
  shape: [rowsIn(rows.ranges), ...(dataset.shape ?? []).slice(1)],
});

export const rowsIn = (ranges: readonly RowRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/** Chooses ranges of a part’s rows, if its data are larger than a sample: one of each of 16 strata, by the seed. */
export function samplePart(part: Hdf5Part, open: OpenHdf5, sample: FileSample, fileBytes: number): SampledPart {
  const found = rowDatasetsOf(part);
  const all = typeof found === 'string' ? partDatasets(part) : found.datasets;
  const bytes = decodedBytes(all, open, fileBytes);
  const whole = (whyWhole: string | null): SampledPart => ({ part, rows: null, whyWhole, decodedBytes: bytes });
  if (isReadWhole(bytes, sample)) return whole(null);
  if (typeof found === 'string') return whole(found);
  // Each vector is a unit, since one value of all vectors is no part that a user would take.
  const rowCount = part.kind === 'vectors' ? part.columns.length : found.rowCount;
  if (rowCount < 2) return whole('it has only one row');
  const rowBytes = bytes / rowCount;
  const take = Math.min(rangeCount, Math.max(1, Math.floor(sample.targetBytes / rowBytes)));
  const ranges = drawRanges(rowCount, take, Math.round(sample.targetBytes / rowBytes / take), sample.seed);
  const rows: ReadRows = { ranges, rowCount };
  return { part: cutPart(part, rows), rows, whyWhole: null, decodedBytes: bytes };
}

/** The datasets of a part that is read whole. */
const partDatasets = (part: Hdf5Part): readonly Hdf5Dataset[] =>
  part.kind === 'pandas' ? [...part.group.nodes.values()].map(({ dataset }) => dataset) : [];

function cutPart(part: Hdf5Part, rows: ReadRows): Hdf5Part {
  switch (part.kind) {
    case 'refused':
      return part;
    case 'vectors':
      return { ...part, columns: rows.ranges.flatMap(({ from, to }) => part.columns.slice(from, to)) };
    case 'columns': {
      const columns = part.columns.map(({ name, dataset }) => ({ name, dataset: ofRows(dataset, rows) }));
      return { ...part, columns, rowCount: rowsIn(rows.ranges) };
    }
    case 'single':
      return { ...part, dataset: ofRows(part.dataset, rows) };
    case 'pandas':
      return { ...part, group: cutGroup(part.group, rows) };
    case 'anndata': {
      const datasets = new Map(part.frame.datasets);
      for (const [place, dataset] of rowPlacesOf(part.frame)) datasets.set(place, ofRows(dataset, rows));
      return { ...part, frame: { ...part.frame, datasets } };
    }
  }
}

function cutGroup(group: PandasGroup, rows: ReadRows): PandasGroup {
  const found = rowNodesOf(group);
  if (typeof found === 'string') throw new Error('A group was cut whose rows can’t be read alone.');
  const nodes = new Map(group.nodes);
  for (const [name, node] of found.nodes) nodes.set(name, node.ofDataset(ofRows(node.dataset, rows)));
  return { ...group, nodes, rows };
}
