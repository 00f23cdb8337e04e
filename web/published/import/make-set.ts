import {
  fitsQuantity,
  type ImportedDataset,
  type ImportedFigure,
  type ImportedMetric,
  type ImportedScope,
  type ImportedSet,
  importedFormat,
  importedLimits,
  importedSetSchema,
  importedUnits,
  importedVersion,
  quantities,
  type ImportedSystem,
  type Provenance,
} from '../../../workers/model/imported-set';
import { parse } from '../../../workers/model/parse';
import { inBase, readCell } from './cell-number';
import { type GivenTable, tooLarge } from './given-table';
import { type Mapping, oriented } from './mapping';

/** A cell or a row that gives no figure though it looks as if it should. `row` and `column` are as the table was given. */
export interface CellProblem {
  readonly row: number;
  readonly column: string;
  readonly says: string;
}

export interface SetDetails {
  readonly id: string;
  readonly title: string;
  readonly importedAt: string;
  readonly provenance: Provenance;
  readonly scope: ImportedScope;
  /** Of a table without a column of datasets. */
  readonly dataset: { readonly label: string; readonly itemCount: number | null; readonly dataBytes: number | null };
  /** Label of the system that factors are taken to; null takes none. */
  readonly baseline: string | null;
}

export interface MadeSet {
  /** Null where the mapping leaves no figure; `missing` then says what is. */
  readonly set: ImportedSet | null;
  readonly missing: string | null;
  readonly problems: readonly CellProblem[];
}

/** The figures of a table, read as the mapping says. Throws `tooLarge` where there are more than a set may have. */
export function makeSet(given: GivenTable, mapping: Mapping, details: SetDetails): MadeSet {
  const table = oriented(given, mapping);
  const indexes = (role: 'system' | 'dataset') => mapping.columns.flatMap((column, index) => (column.role === role ? [index] : []));
  const systemColumns = indexes('system');
  const datasetColumns = indexes('dataset');
  const metrics = metricsOf(table, mapping);
  const problems: CellProblem[] = [];
  if (systemColumns.length === 0) return { set: null, missing: 'No column is said to hold the systems: choose one.', problems };
  if (metrics.length === 0) return { set: null, missing: 'No column is said to hold figures: choose at least one.', problems };
  const systems = new Map<string, ImportedSystem>();
  const datasets = new Map<string, ImportedDataset>();
  const figures = new Map<string, ImportedFigure>();
  // In a table that was turned, what is a row here was a column there.
  const place = (line: number, index: number) =>
    mapping.systemsIn === 'rows' ? { row: line, column: table.columns[index] ?? '' } : { row: given.rows[index - 1]?.line ?? index + 1, column: given.columns[line - 1] ?? '' };
  for (const { line, cells } of table.rows) {
    const label = labelOf(cells, systemColumns);
    if (label === '') {
      problems.push({ ...place(line, systemColumns[0] ?? 0), says: 'has no system’s name, so its figures are left out' });
      continue;
    }
    const datasetLabel = datasetColumns.length === 0 ? details.dataset.label : labelOf(cells, datasetColumns) || details.dataset.label;
    const dataset = datasets.get(datasetLabel) ?? newDataset(datasetLabel, datasets.size, datasetColumns.length === 0 ? details.dataset : countIn(table, cells, datasetColumns, mapping));
    const read = metrics.flatMap(({ index, metric }) => {
      const reading = readFigure(cells[index] ?? '', metric, mapping);
      if (typeof reading === 'string') problems.push({ ...place(line, index), says: reading });
      return reading === null || typeof reading === 'string' ? [] : [{ ...reading, metric: metric.id }];
    });
    if (read.length === 0) continue;
    const system = freeSystem(label, systems, (id) => read.some(({ metric }) => figures.has(`${id} ${metric} ${dataset.id}`)));
    if (system.label !== label) problems.push({ ...place(line, systemColumns[0] ?? 0), says: `“${label}” stands there before: it is kept as “${system.label}”` });
    systems.set(system.label, system);
    datasets.set(datasetLabel, dataset);
    for (const figure of read) figures.set(`${system.id} ${figure.metric} ${dataset.id}`, { ...figure, system: system.id, dataset: dataset.id });
  }
  if (figures.size === 0) return { set: null, missing: 'None of the chosen columns holds a number that can be read.', problems };
  if (figures.size > importedLimits.figures) throw tooLarge('figures', figures.size, importedLimits.figures);
  if (datasets.size > importedLimits.datasets) throw tooLarge('datasets', datasets.size, importedLimits.datasets);
  const told = new Set([...figures.values()].map(({ metric }) => metric));
  const set: ImportedSet = {
    format: importedFormat,
    version: importedVersion,
    id: details.id,
    title: details.title.trim().slice(0, 200) || 'Imported table',
    importedAt: details.importedAt,
    provenance: details.provenance,
    scope: details.scope,
    datasets: [...datasets.values()],
    systems: [...systems.values()],
    metrics: metrics.flatMap(({ metric }) => (told.has(metric.id) ? [metric] : [])),
    figures: [...figures.values()],
    baseline: details.baseline === null ? null : (systems.get(details.baseline)?.id ?? null),
    table: { columns: [...given.columns], rows: given.rows.map(({ cells }) => [...cells]) },
  };
  return { set: parse(importedSetSchema, set, 'imported table'), missing: null, problems };
}

function metricsOf(table: GivenTable, mapping: Mapping): { readonly index: number; readonly metric: ImportedMetric }[] {
  const used = new Set<string>();
  return mapping.columns.flatMap((column, index) => {
    if (column.role !== 'figure' || !fitsQuantity(column.unit, column.quantity)) return [];
    const heading = (table.columns[index] ?? '').slice(0, 190);
    const label = used.has(heading) ? `${heading} (${index + 1})` : heading;
    used.add(label);
    return [{ index, metric: { id: `metric-${index + 1}`, label, quantity: column.quantity, unit: column.unit } }];
  });
}

const labelOf = (cells: readonly string[], indexes: readonly number[]) =>
  indexes
    .map((index) => cells[index] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ')
    .replace(/(\s?\[[\w*†‡]{1,3}\]|[*†‡§¶]|[¹²³⁴⁵⁶⁷⁸⁹⁰])+$/u, '')
    .slice(0, 180);

const newDataset = (label: string, count: number, { itemCount, dataBytes }: Pick<ImportedDataset, 'itemCount' | 'dataBytes'>): ImportedDataset => ({
  id: `dataset-${count + 1}`,
  label: label.slice(0, 200) || 'the data',
  itemCount,
  dataBytes,
  sameAs: null,
});

/** A column of datasets that counts them: “rows: 10,000”. */
function countIn(table: GivenTable, cells: readonly string[], indexes: readonly number[], { numerals }: Mapping): Pick<ImportedDataset, 'itemCount' | 'dataBytes'> {
  for (const index of indexes) {
    const read = readCell(cells[index] ?? '', numerals);
    if (read.kind !== 'number' || read.value < 0 || read.low !== null) continue;
    if (read.unit === null && /^(n|rows?|records?|items?|vectors?|count|elements?|number of .*|# .*)$/i.test(table.columns[index] ?? '')) return { itemCount: read.value, dataBytes: null };
    if (read.unit !== null && importedUnits[read.unit].dimension === 'bytes') return { itemCount: null, dataBytes: inBase(read.value, read.unit) };
  }
  return { itemCount: null, dataBytes: null };
}

/** The system of that label, or one with a number behind it where its figures of this dataset stand already. */
function freeSystem(label: string, systems: ReadonlyMap<string, ImportedSystem>, isTaken: (id: string) => boolean): ImportedSystem {
  for (let copy = 1; ; copy += 1) {
    const name = copy === 1 ? label : `${label} (${copy})`;
    const known = systems.get(name);
    if (known === undefined) return { id: `system-${systems.size + 1}`, label: name, candidate: null };
    if (!isTaken(known.id)) return known;
  }
}

/** A cell as a figure of its column; null where it is empty; a sentence where it is no such figure. */
function readFigure(cell: string, metric: ImportedMetric, { numerals }: Mapping): Pick<ImportedFigure, 'printed' | 'unit' | 'value' | 'range'> | string | null {
  const read = readCell(cell, numerals);
  if (read.kind === 'none') return null;
  if (read.kind === 'other') return `${read.problem}: it is left out`;
  const unit = read.unit ?? metric.unit;
  if (!fitsQuantity(unit, metric.quantity)) return `“${cell}” is in ${unit}, which is no unit of “${quantities[metric.quantity].label.toLowerCase()}”: it is left out`;
  const range = read.low === null || read.high === null ? null : { low: inBase(read.low, unit), high: inBase(read.high, unit) };
  return { printed: cell.slice(0, 200), unit, value: inBase(read.value, unit), range };
}
