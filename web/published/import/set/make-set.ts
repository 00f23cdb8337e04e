import {
  unitFitsQuantity,
  type ImportedDataset,
  type ImportedMetric,
  type ImportedScope,
  type ImportedSet,
  importedFormat,
  importedLimits,
  importedSetSchema,
  importedUnits,
  importedVersion,
  isTimedQuantity,
  type ImportedSystem,
  type Provenance,
} from '../../../../workers/model/imported-set';
import { parseWithSchema } from '../../../../workers/model/parse';
import { toBaseUnits, readCell } from '../readers/cell-number';
import type { CellProblem } from './cell-problem';
import {
  numberColumnOfError,
  indexesOf,
  type ColumnMapping,
  rowsNameMetrics,
  unitColumnOf,
} from '../columns/column-role';
import { type RawTable, tooLarge } from '../readers/given-table';
import { unitInHeading } from '../columns/heading';
import { orientTable } from '../columns/mapping';
import { metricName, namedMetrics } from '../columns/named-metrics';
import { type NeighbourColumns, readFigure } from './read-figure';
import { type FigureWithPosition, deduplicateFigures } from './repeated-figures';
import { nameShortener, withUnitsInNames } from '../columns/short-names';
import { splitName } from '../columns/split-name';

export interface SetDetails {
  readonly id: string;
  readonly title: string;
  readonly importedAt: string;
  readonly provenance: Provenance;
  /** The clock's scope of every metric that states none itself. */
  readonly scope: ImportedScope;
  /** The dataset of a table that has no column of datasets. */
  readonly dataset: { readonly label: string; readonly itemCount: number | null; readonly dataBytes: number | null };
  /** The label of the system to which factors are taken. Null for no factors. */
  readonly baseline: string | null;
}

export interface ImportedSetResult {
  /** The imported set. Null if the mapping gives no figure. `missing` then says what the mapping lacks. */
  readonly set: ImportedSet | null;
  readonly missing: string | null;
  readonly problems: readonly CellProblem[];
  /** The number of combinations of system, metric and dataset that have more than one number. */
  readonly repeats: number;
}

/**
 * Reads the figures of a table by a mapping.
 *
 * @throws {FormatlabError} with the tag `tooLarge` if the table has more figures than a set may have.
 */
export function makeImportedSet(given: RawTable, mapping: ColumnMapping, details: SetDetails): ImportedSetResult {
  const table = orientTable(given, mapping);
  const systemColumns = mapping.columns.flatMap(({ role }, index) =>
    role === 'system' || role === 'systemAndMetric' ? [index] : [],
  );
  const systemOf = (cells: readonly string[]) =>
    labelOf(
      cells.map((cell, index) =>
        mapping.columns[index]?.role === 'systemAndMetric' ? (splitName(cell)?.system ?? cell) : cell,
      ),
      systemColumns,
    );
  const datasetColumns = indexesOf(mapping.columns, 'dataset');
  const isNamed = rowsNameMetrics(mapping.columns);
  const isLong = isNamed || mapping.columns.some(({ role }) => role === 'value');
  const metrics = metricsOf(table, mapping, details.scope);
  const problems: CellProblem[] = [];
  const nothing = (missing: string): ImportedSetResult => ({ set: null, missing, problems, repeats: 0 });
  if (systemColumns.length === 0 && !isLong) return nothing('No column has the role “System”. Choose one.');
  if (metrics.length === 0)
    return nothing(
      isNamed
        ? 'A column names metrics, but no column has the role “Value”. Choose one.'
        : 'No column is set to hold figures. Choose a quantity for at least one.',
    );
  if (metrics.length > importedLimits.metrics) throw tooLarge('metrics', metrics.length, importedLimits.metrics);
  const shortSystem = nameShortener(table.rows.map(({ cells }) => systemOf(cells)));
  const systems = new Map<string, ImportedSystem>();
  const datasets = new Map<string, ImportedDataset>();
  const figures = new Map<string, FigureWithPosition[]>();
  // The rows of a transposed table were columns in the original.
  const turned = withUnitsInNames(given);
  const place = (line: number, index: number) =>
    mapping.systemsIn === 'rows'
      ? { row: line, column: table.columns[index] ?? '' }
      : { row: given.rows[index - 1]?.line ?? index + 1, column: turned.columns[line - 1] ?? '' };
  const dataBytesAt = indexesOf(mapping.columns, 'dataBytes')[0] ?? null;
  const datasetOf = (cells: readonly string[]) =>
    datasetColumns.length === 0 ? details.dataset.label : labelOf(cells, datasetColumns) || details.dataset.label;
  for (const { line, cells } of table.rows) {
    // A long table without a column of systems has one system, named by the title.
    const label =
      systemColumns.length === 0 ? details.title.trim().slice(0, 180) || 'the system' : shortSystem(systemOf(cells));
    const name = metricName(cells, mapping.columns);
    const own = metrics.filter((metric) => metric.name === null || metric.name === name);
    if (label === '') {
      problems.push({
        ...place(line, systemColumns[0] ?? 0),
        says: 'has no system’s name, so its figures are omitted',
      });
      continue;
    }
    if (isNamed && name === '')
      problems.push({
        ...place(
          line,
          mapping.columns.findIndex(({ role }) => role === 'metricName' || role === 'systemAndMetric'),
        ),
        says: 'names no metric, so its value is omitted',
      });
    const datasetLabel = datasetOf(cells);
    const counts = datasetColumns.length === 0 ? details.dataset : countIn(table, cells, datasetColumns, mapping);
    const dataBytes =
      counts.dataBytes ??
      (dataBytesAt === null
        ? null
        : oneSizeIn(
            table.rows.flatMap((row) => (datasetOf(row.cells) === datasetLabel ? [row.cells[dataBytesAt] ?? ''] : [])),
            table.columns[dataBytesAt] ?? '',
            mapping,
          ));
    const dataset = datasets.get(datasetLabel) ?? newDataset(datasetLabel, datasets.size, { ...counts, dataBytes });
    const read = own.flatMap((column) => {
      const reading = readFigure(cells, column, mapping);
      if (typeof reading === 'string') problems.push({ ...place(line, column.index), says: reading });
      return reading === null || typeof reading === 'string'
        ? []
        : [{ ...reading, metric: column.metric.id, index: column.index }];
    });
    if (read.length === 0) continue;
    const isTaken = (id: string) =>
      !isLong && mapping.repeats === 'apart' && read.some(({ metric }) => figures.has(`${id} ${metric} ${dataset.id}`));
    const system = freeSystem(label, systems, isTaken);
    if (system.label !== label)
      problems.push({
        ...place(line, systemColumns[0] ?? 0),
        says: `“${label}” occurs more than once: this row is named “${system.label}”`,
      });
    systems.set(system.label, system);
    datasets.set(datasetLabel, dataset);
    for (const { index, ...figure } of read) {
      const key = `${system.id} ${figure.metric} ${dataset.id}`;
      figures.set(key, [
        ...(figures.get(key) ?? []),
        { ...place(line, index), figure: { ...figure, system: system.id, dataset: dataset.id } },
      ]);
    }
  }
  const withoutRepeated = deduplicateFigures(figures, mapping.repeats, (figure) => {
    const labels = [
      labelWith([...systems.values()], figure.system),
      labelWith(
        metrics.map(({ metric }) => metric),
        figure.metric,
      ),
      ...(datasets.size > 1 ? [labelWith([...datasets.values()], figure.dataset)] : []),
    ];
    return labels.map((each) => `“${each}”`).join(', ');
  });
  problems.push(...withoutRepeated.problems);
  if (withoutRepeated.figures.length === 0)
    return {
      ...nothing(
        withoutRepeated.repeats > 0
          ? 'Every number repeats another of the same system, metric and dataset. Choose below which columns distinguish them, or take their median.'
          : 'None of the chosen columns holds a readable number.',
      ),
      repeats: withoutRepeated.repeats,
    };
  if (withoutRepeated.figures.length > importedLimits.figures)
    throw tooLarge('figures', withoutRepeated.figures.length, importedLimits.figures);
  if (datasets.size > importedLimits.datasets) throw tooLarge('datasets', datasets.size, importedLimits.datasets);
  const has = (key: 'system' | 'metric' | 'dataset') => {
    const ids = new Set(withoutRepeated.figures.map((figure) => figure[key]));
    return ({ id }: { readonly id: string }) => ids.has(id);
  };
  const set: ImportedSet = {
    format: importedFormat,
    version: importedVersion,
    id: details.id,
    title: details.title.trim().slice(0, 200) || 'Imported table',
    importedAt: details.importedAt,
    provenance: details.provenance,
    datasets: [...datasets.values()].filter(has('dataset')),
    systems: [...systems.values()].filter(has('system')),
    metrics: metrics.map(({ metric }) => metric).filter(has('metric')),
    figures: [...withoutRepeated.figures],
    baseline: [...systems.values()].filter(has('system')).find(({ label }) => label === details.baseline)?.id ?? null,
    table: { columns: [...given.columns], rows: given.rows.map(({ cells }) => [...cells]) },
  };
  return {
    set: parseWithSchema(importedSetSchema, set, 'imported table'),
    missing: null,
    problems,
    repeats: withoutRepeated.repeats,
  };
}

/** A column of numbers as a metric. In a long table: the numbers of one metric in a column of values. */
interface MetricColumn extends NeighbourColumns {
  readonly index: number;
  /** The metric's name in the rows. Null if the column belongs to every row. */
  readonly name: string | null;
  readonly metric: ImportedMetric;
  /** True if only its cells state the unit. A number without a unit is then not a figure of this metric. */
  readonly needsUnit: boolean;
}

function metricsOf(table: RawTable, mapping: ColumnMapping, scope: ImportedScope): MetricColumn[] {
  const errors = indexesOf(mapping.columns, 'error');
  const named = namedMetrics(table, mapping);
  const used = new Set<string>();
  return mapping.columns.flatMap((column, index): MetricColumn[] => {
    const readings =
      column.role === 'figure'
        ? [{ name: null, label: table.columns[index] ?? '', reading: column }]
        : named
            .filter((metric) => metric.index === index)
            .map(({ name, label, reading }) => ({ name: name === '' ? null : name, label, reading }));
    const errorAt = errors.find((at) => numberColumnOfError(mapping.columns, at) === index) ?? null;
    const unitsAt = unitColumnOf(mapping.columns, index);
    return readings.flatMap(({ name, label, reading }): MetricColumn[] => {
      if (!unitFitsQuantity(reading.unit, reading.quantity)) return [];
      const short = label.slice(0, 180);
      const free = used.has(short) ? `${short} (${used.size + 1})` : short;
      used.add(free);
      // A unit in the heading or in the metric's name takes precedence over a unit column.
      const unitAt = reading.basis === 'heading' ? null : unitsAt;
      const needsUnit =
        reading.basis === 'cells' &&
        !isToldOnce(
          table.rows.map(({ cells }) => cells[index] ?? ''),
          mapping,
        );
      return [
        {
          index,
          name,
          unitAt,
          needsUnit,
          isOnlyUnit: column.role === 'value' || reading.basis === 'column',
          errorAt,
          metric: {
            id: `metric-${used.size}`,
            label: free,
            quantity: reading.quantity,
            unit: reading.unit,
            scope: isTimedQuantity(reading.quantity) ? (reading.scope ?? scope) : null,
          },
        },
      ];
    });
  });
}

/** True if only the first number of a column prints a unit. The unit then applies to all of them. */
function isToldOnce(cells: readonly string[], { numerals }: ColumnMapping): boolean {
  const units = cells.flatMap((cell) => {
    const read = readCell(cell, numerals);
    return read.kind === 'number' ? [read.unit] : [];
  });
  return units[0] !== null && units.slice(1).every((unit) => unit === null);
}

const labelWith = (list: readonly { readonly id: string; readonly label: string }[], id: string) =>
  list.find((each) => each.id === id)?.label ?? id;

const labelOf = (cells: readonly string[], indexes: readonly number[]) =>
  indexes
    .map((index) => cells[index] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ')
    .replace(/(\s?\[[\w*†‡]{1,3}\]|[*†‡§¶]|[¹²³⁴⁵⁶⁷⁸⁹⁰])+$/u, '')
    .slice(0, 180);

const newDataset = (
  label: string,
  count: number,
  { itemCount, dataBytes }: Pick<ImportedDataset, 'itemCount' | 'dataBytes'>,
): ImportedDataset => ({
  id: `dataset-${count + 1}`,
  label: label.slice(0, 200) || 'the data',
  itemCount,
  dataBytes,
  sameAs: null,
});

/** The item count that a column of datasets gives, such as “rows: 10,000”. */
function countIn(
  table: RawTable,
  cells: readonly string[],
  indexes: readonly number[],
  { numerals }: ColumnMapping,
): Pick<ImportedDataset, 'itemCount' | 'dataBytes'> {
  for (const index of indexes) {
    const read = readCell(cells[index] ?? '', numerals);
    if (read.kind !== 'number' || read.value < 0 || read.low !== null) continue;
    if (
      read.unit === null &&
      /^(n|rows?|records?|items?|vectors?|count|elements?|number of .*|# .*)$/i.test(table.columns[index] ?? '')
    )
      return { itemCount: read.value, dataBytes: null };
    if (read.unit !== null && importedUnits[read.unit].dimension === 'bytes')
      return { itemCount: null, dataBytes: toBaseUnits(read.value, read.unit) };
  }
  return { itemCount: null, dataBytes: null };
}

/** The data's size in bytes, if all cells of a dataset state the same size. Null otherwise. */
function oneSizeIn(cells: readonly string[], heading: string, { numerals }: ColumnMapping): number | null {
  const sizes = new Set(
    cells.flatMap((cell) => {
      const read = readCell(cell, numerals);
      const unit = read.kind !== 'number' ? null : (read.unit ?? unitInHeading(heading) ?? 'B');
      return read.kind !== 'number' || unit === null || read.value < 0
        ? []
        : [importedUnits[unit].dimension === 'bytes' ? toBaseUnits(read.value, unit) : Number.NaN];
    }),
  );
  const [size = Number.NaN] = sizes;
  return sizes.size === 1 && Number.isFinite(size) ? size : null;
}

/** The system with the label, or a numbered copy of it if it already has figures of this dataset. */
function freeSystem(
  label: string,
  systems: ReadonlyMap<string, ImportedSystem>,
  isTaken: (id: string) => boolean,
): ImportedSystem {
  for (let copy = 1; ; copy += 1) {
    const name = copy === 1 ? label : `${label} (${copy})`;
    const known = systems.get(name);
    if (known === undefined) return { id: `system-${systems.size + 1}`, label: name, candidate: null };
    if (!isTaken(known.id)) return known;
  }
}
