import { type ImportedUnit, quantities, type Quantity } from '../../../workers/model/imported-set';
import { noCodecId } from '../../results/candidate-names';
import { guessNumerals, inBase, type Numerals, readCell } from './cell-number';
import { familyOf } from './family';
import { type GivenTable, tableLimits, transposed } from './given-table';
import { type HeadingReading, quantityOf, readHeading, tellsFigures, unitFor } from './heading';

/** What a column of the table is. `guess` says what a figure's unit rests on; `user` where it was chosen. */
export type ColumnRole =
  | { readonly role: 'system' }
  | { readonly role: 'dataset' }
  | { readonly role: 'figure'; readonly quantity: Quantity; readonly unit: ImportedUnit; readonly basis: 'heading' | 'cells' | 'words' | 'nothing' | 'user' }
  | { readonly role: 'out' };

export interface Mapping {
  /** Where the systems stand: each in a row, or each in a column. */
  readonly systemsIn: 'rows' | 'columns';
  readonly numerals: Numerals;
  /** By column of the table as {@link oriented}. */
  readonly columns: readonly ColumnRole[];
}

/** The table with a system in each row. */
export const oriented = (table: GivenTable, { systemsIn }: Pick<Mapping, 'systemsIn'>): GivenTable => (systemsIn === 'rows' ? table : transposed(table));

/** The mapping that headings and cells speak for. */
export function guessMapping(table: GivenTable): Mapping {
  return mappingFor(table, guessSystemsIn(table), guessNumerals(table.rows.flatMap(({ cells }) => cells)));
}

/** As {@link guessMapping}, where the user said which way the table lies or how its numerals are written. */
export function mappingFor(given: GivenTable, systemsIn: Mapping['systemsIn'], numerals: Numerals): Mapping {
  const table = oriented(given, { systemsIn });
  const hint = systemsIn === 'columns' ? `${given.columns[0] ?? ''} ${given.title}` : given.title;
  return { systemsIn, numerals, columns: withPercentRatios(table, guessColumns(table, numerals, hint), numerals) };
}

const numbersIn = (cells: readonly string[], numerals: Numerals) => cells.map((cell) => readCell(cell, numerals));

/** Systems stand in columns where the row headings speak of figures and the column headings do not, or where each row has one unit and the columns mix them. */
function guessSystemsIn(table: GivenTable): Mapping['systemsIn'] {
  if (table.columns.length < 3 || table.rows.length >= tableLimits.columns || isNumbered(table)) return 'rows';
  // “Dataset, zlib, zstd, lz4”: columns that are called like codecs are systems.
  if (table.columns.slice(1).every((heading) => familyOf(heading) !== noCodecId && !tellsFigures(readHeading(heading)))) return 'columns';
  const headings = table.columns.slice(1).map(readHeading).filter(tellsFigures).length / (table.columns.length - 1);
  const labels = table.rows.map(({ cells }) => readHeading(cells[0] ?? '')).filter(tellsFigures).length / Math.max(1, table.rows.length);
  if (labels > headings) return 'columns';
  if (headings > labels) return 'rows';
  const units = table.rows.map(({ cells }) => cells.slice(1).map((cell) => unitIn(cell)));
  const mixed = (lists: readonly (readonly (string | null)[])[]) => lists.filter((list) => new Set(list.filter((unit) => unit !== null)).size > 1).length;
  return mixed(table.columns.slice(1).map((_, index) => units.map((row) => row[index] ?? null))) > mixed(units) ? 'columns' : 'rows';
}

/** The first cells are numbers: sizes or versions of one thing, and no names of figures. */
const isNumbered = ({ rows }: GivenTable) => rows.every(({ cells }) => readCell(cells[0] ?? '', 'point').kind === 'number');

function unitIn(cell: string): string | null {
  const read = readCell(cell, 'point');
  return read.kind === 'number' ? read.unit : null;
}

const systemWords = /name|system|format|codec|compressor|library|database|engine|tool|method|algorithm|implementation|language|encoder|encoding|serializer|framework|package|variant|\bdb\b/i;
const datasetWords = /data ?set|\bfile ?(name)?$|corpus|workload|benchmark|\bquery\b|\binput\b|\btest\b|\btable\b|\bdata$|\bcase\b|\bscenario\b/i;
const partWords = /level|version|threads?|options?|settings?|page ?size|block|codec|compression( type)?$|dictionary|window|language/i;
const outWords = /^(#|no\.?|rank|year|date|notes?|comments?|remarks?|licen[cs]e|url|link|homepage|source|authors?|version|index)$/i;
const countWords = /^(n|rows?|records?|items?|vectors?|count|size|length|elements?|number of .*|# .*|data ?size.*)$/i;

function guessColumns(table: GivenTable, numerals: Numerals, hint: string): ColumnRole[] {
  const columns = table.columns.map((heading, index) => {
    const cells = table.rows.map((row) => row.cells[index] ?? '');
    const readings = numbersIn(cells, numerals);
    const told = readings.filter(({ kind }) => kind !== 'none').length;
    const numbers = readings.filter(({ kind }) => kind === 'number').length;
    return { heading, cells, readings, isNumeric: numbers > 0 && (numbers / told >= 0.5 || readHeading(heading).unit !== null), isEmpty: told === 0 && cells.every((cell) => readCell(cell, numerals).kind === 'none') };
  });
  const words = columns.flatMap(({ isNumeric, isEmpty }, index) => (isNumeric || isEmpty ? [] : [index]));
  const headingOf = (index: number) => table.columns[index] ?? '';
  const valuesOf = (indexes: readonly number[]) => table.rows.map(({ cells }) => indexes.map((index) => cells[index] ?? '').join(' '));
  const candidates = words.filter((index) => !outWords.test(headingOf(index)) && !(datasetWords.test(headingOf(index)) && !systemWords.test(headingOf(index))));
  const first = candidates.find((index) => systemWords.test(headingOf(index)) && !datasetWords.test(headingOf(index))) ?? candidates[0] ?? words[0] ?? 0;
  const datasets = words.filter((index) => index !== first && datasetWords.test(headingOf(index)));
  // A column of sizes beside systems that come again: “rows: 1,000, 10,000”.
  const counts = columns.flatMap(({ isNumeric }, index) => (isNumeric && index !== first && countWords.test(headingOf(index).trim()) ? [index] : []));
  const isDistinct = (indexes: readonly number[]) => new Set(valuesOf(indexes)).size === table.rows.length;
  const systems = [first];
  for (const index of table.columns.keys()) {
    if (isDistinct([...systems, ...datasets])) break;
    if (systems.includes(index) || datasets.includes(index) || counts.includes(index)) continue;
    const isPart = partWords.test(headingOf(index)) && !(columns[index]?.isNumeric && tellsFigures(readHeading(headingOf(index))) && !/level|threads|version/i.test(headingOf(index)));
    if (isPart || (words.includes(index) && !outWords.test(headingOf(index).trim()))) systems.push(index);
  }
  for (const index of counts) if (!isDistinct([...systems, ...datasets])) datasets.push(index);
  const rolesOf = (index: number): ColumnRole => {
    const column = columns[index];
    if (systems.includes(index)) return { role: 'system' };
    if (datasets.includes(index)) return { role: 'dataset' };
    if (column === undefined || !column.isNumeric || outWords.test(column.heading.trim()) || /^(level|threads?)$/i.test(column.heading.trim())) return { role: 'out' };
    return figureRole(column, hint);
  };
  return table.columns.map((_, index) => rolesOf(index));
}

function figureRole({ heading, readings }: { readonly heading: string; readonly readings: readonly ReturnType<typeof readCell>[] }, hint: string): ColumnRole {
  const own = readHeading(heading);
  const around = readHeading(hint);
  const values = readings.flatMap((reading) => (reading.kind === 'number' ? [reading.value] : []));
  const printedUnits = readings.flatMap((reading) => (reading.kind === 'number' && reading.unit !== null ? [reading.unit] : []));
  // A heading's unit is the column's; a single cell with another is an exception, which has its own.
  const inCells = own.unit === null || printedUnits.length > values.length / 2 ? commonest(printedUnits) : null;
  // What a caption says counts where the heading is silent: a heading with a unit or a kind of its own is another figure than the caption's.
  const says: HeadingReading = tellsFigures(own) ? { ...own, ...(own.kind === null && own.unit === null && inCells === null ? { kind: around.kind, unit: around.unit } : {}) } : around;
  const printed = inCells ?? says.unit;
  const quantity = quantityOf(says, printed, values);
  const unit = unitFor(quantity, printed, quantities[quantity].dimension);
  return { role: 'figure', quantity, unit, basis: inCells !== null ? 'cells' : says.unit !== null && unit === says.unit ? 'heading' : unit === '1' && tellsFigures(says) ? 'words' : 'nothing' };
}

function commonest(units: readonly ImportedUnit[]): ImportedUnit | null {
  const counts = new Map<ImportedUnit, number>();
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** A bare “ratio” beside sizes is what agrees with them: one that grows with the size is a share (per cent where it reaches beyond 1.5), one that falls is data over file. */
function withPercentRatios(table: GivenTable, columns: readonly ColumnRole[], numerals: Numerals): ColumnRole[] {
  const valuesOf = (index: number) => table.rows.map(({ cells }) => {
    const read = readCell(cells[index] ?? '', numerals);
    return read.kind === 'number' && read.value > 0 ? read.value : null;
  });
  const sizeAt = columns.findIndex((column) => column.role === 'figure' && column.quantity === 'fileSize');
  const sizes = sizeAt < 0 ? [] : valuesOf(sizeAt);
  return columns.map((column, index) => {
    if (column.role !== 'figure' || column.unit !== '1' || (column.quantity !== 'ratio' && column.quantity !== 'sizeShare')) return column;
    const pairs = valuesOf(index).flatMap((value, row) => (value === null || sizes[row] === null || sizes[row] === undefined ? [] : [{ value, size: sizes[row] }]));
    if (pairs.length < 2) return column;
    const isShare = agrees(pairs.map(({ value, size }) => value / size));
    if (isShare) return { ...column, quantity: 'sizeShare', unit: pairs.some(({ value }) => value > 1.5) ? '%' : '1' };
    return agrees(pairs.map(({ value, size }) => value * size)) ? { ...column, quantity: 'ratio' } : column;
  });
}

const agrees = (values: readonly number[]) => Math.max(...values) / Math.min(...values) < 1.1;

/** What the figures of a column are in base units, for a word beside its choice: the first that is read. */
export function firstValue(table: GivenTable, index: number, unit: ImportedUnit, numerals: Numerals): number | null {
  for (const { cells } of table.rows) {
    const read = readCell(cells[index] ?? '', numerals);
    if (read.kind === 'number') return inBase(read.value, read.unit ?? unit);
  }
  return null;
}
