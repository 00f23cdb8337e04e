import { type ImportedUnit, importedUnits, isClocked, quantities } from '../../../workers/model/imported-set';
import { type CellReading, type Numerals, readCell, unitOf } from './cell-number';
import { type ColumnRole, columnOfError, type FigureReading, unitColumnOf } from './column-role';
import type { GivenTable } from './given-table';
import { type HeadingReading, quantityOf, readHeading, scopeIn, tellsFigures, unitFor } from './heading';
import { bareHeading, isErrorHeading, isMode, isParameter, isSetting, isUnitHeading, lesserStatistics, longColumns, type SeenColumn } from './long-form';

const systemWords = /name|system|format|codec|compressor|library|database|engine|tool|method|algorithm|implementation|language|encoder|encoding|serializer|framework|package|variant|\bdb\b/i;
const datasetWords = /data ?set|\bfile ?(name)?$|corpus|workload|benchmark|\bquery\b|\binput\b|\btest\b|\btable\b|\bdata$|\bcase\b|\bscenario\b/i;
const partWords = /level|version|threads?|options?|settings?|page ?size|block|codec|compression( type)?$|dictionary|window|language/i;
const outWords = /^(#|no\.?|rank|year|date|notes?|comments?|remarks?|licen[cs]e|url|link|homepage|source|authors?|version|index)$/i;
const countWords = /^(n|rows?|records?|items?|vectors?|count|size|length|elements?|number of .*|# .*|data ?size.*)$/i;

interface ReadColumn extends SeenColumn {
  readonly readings: readonly CellReading[];
}

/** Columns with what their cells are: of figures, of words, or empty. */
export function seenColumns(table: GivenTable, numerals: Numerals): ReadColumn[] {
  return table.columns.map((heading, index) => {
    const cells = table.rows.map((row) => row.cells[index] ?? '');
    // A column of errors may repeat the sign: “± 0.5”.
    const readings = cells.map((cell) => readCell(cell.replace(/^(±|\+\/-)\s*/, ''), numerals));
    const told = readings.filter(({ kind }) => kind !== 'none').length;
    const numbers = readings.filter(({ kind }) => kind === 'number').length;
    return { heading, cells, readings, isNumeric: numbers > 0 && (numbers / told >= 0.5 || readHeading(heading).unit !== null), isEmpty: told === 0 };
  });
}

/** What each column of a table with a system in each row is, by headings and cells. `hint`: what its caption says. */
export function guessColumns(table: GivenTable, numerals: Numerals, hint: string): ColumnRole[] {
  const columns = seenColumns(table, numerals);
  const long = longColumns(columns);
  const beside = rolesBeside(columns, long === null ? [] : [...long.metricNames, ...long.values]);
  const isTaken = (index: number) => beside[index] !== null || (long?.metricNames.includes(index) ?? false);
  const headingOf = (index: number) => {
    const heading = table.columns[index] ?? '';
    return isParameter(heading) ? bareHeading(heading) : heading.trim();
  };
  const words = columns.flatMap((column, index) => (column.isNumeric || column.isEmpty || isTaken(index) || isMode(column) ? [] : [index]));
  const valuesOf = (indexes: readonly number[]) => table.rows.map(({ cells }) => indexes.map((index) => cells[index] ?? '').join(' '));
  const candidates = words.filter((index) => !outWords.test(headingOf(index)) && !(datasetWords.test(headingOf(index)) && !systemWords.test(headingOf(index))));
  const first = candidates.find((index) => systemWords.test(headingOf(index)) && !datasetWords.test(headingOf(index))) ?? candidates[0] ?? words[0] ?? (long === null ? 0 : null);
  const datasets = words.filter((index) => index !== first && datasetWords.test(headingOf(index)));
  const systems = first === null ? [] : [first];
  const varies = (index: number) => new Set(columns[index]?.cells).size > 1;
  for (const [index, { heading, isNumeric }] of columns.entries()) {
    if (!isParameter(heading) || isTaken(index) || systems.includes(index) || datasets.includes(index) || !varies(index)) continue;
    (isNumeric && !partWords.test(headingOf(index)) ? datasets : systems).push(index);
  }
  // A column of sizes beside systems that come again: “rows: 1,000, 10,000”.
  const counts = columns.flatMap(({ isNumeric }, index) => (isNumeric && index !== first && !isTaken(index) && countWords.test(headingOf(index)) ? [index] : []));
  const names = long?.metricNames ?? [];
  const isDistinct = (indexes: readonly number[]) => new Set(valuesOf([...indexes, ...names])).size === table.rows.length;
  for (const index of table.columns.keys()) {
    if (isDistinct([...systems, ...datasets])) break;
    if (isTaken(index) || systems.includes(index) || datasets.includes(index) || counts.includes(index) || long?.values.includes(index)) continue;
    const isPart = partWords.test(headingOf(index)) && !(columns[index]?.isNumeric && tellsFigures(readHeading(headingOf(index))) && !/level|threads|version/i.test(headingOf(index)));
    if (isPart || (words.includes(index) && !outWords.test(headingOf(index)))) systems.push(index);
  }
  for (const index of counts) if (!long?.values.includes(index) && !isDistinct([...systems, ...datasets])) datasets.push(index);
  const lesser = lesserStatistics(columns);
  const roles = columns.map((column, index): ColumnRole => {
    const heading = headingOf(index);
    if (systems.includes(index)) return { role: 'system' };
    if (datasets.includes(index)) return { role: 'dataset' };
    if (names.includes(index)) return { role: 'metricName' };
    if (long?.values.includes(index)) return { role: 'value' };
    const own = beside[index];
    if (own != null) return own;
    const isFigure = column.isNumeric && long === null && !lesser.has(index) && !isParameter(column.heading) && !isSetting(column.heading) && !outWords.test(heading) && !/^(level|threads?)$/i.test(heading);
    return isFigure ? { role: 'figure', quantity: 'number', unit: '1', basis: 'nothing', scope: null } : { role: 'out' };
  });
  const read = roles.map((role, index): ColumnRole => {
    const column = columns[index];
    if (role.role !== 'figure' || column === undefined) return role;
    const unitsAt = unitColumnOf(roles, index);
    return { role: 'figure', ...figureReading(column, hint, unitsAt === null ? [] : unitsIn(columns[unitsAt]?.cells ?? [])) };
  });
  return withPercentRatios(table, read, numerals);
}

/** Columns that only say something of the numbers beside them: their unit, their error. */
function rolesBeside(columns: readonly ReadColumn[], taken: readonly number[]): (ColumnRole | null)[] {
  const lesser = lesserStatistics(columns);
  const isNumber = (index: number) => columns[index]?.isNumeric === true && !isErrorHeading(columns[index]?.heading ?? '') && !lesser.has(index) && !isSetting(columns[index]?.heading ?? '') && !isParameter(columns[index]?.heading ?? '');
  const numbers = columns.map((_, index): ColumnRole => (isNumber(index) ? { role: 'value' } : { role: 'out' }));
  return columns.map(({ heading, isNumeric, isEmpty }, index) => {
    if (taken.includes(index) || isEmpty) return null;
    if (!isNumeric && isUnitHeading(heading)) return { role: 'unit' };
    return isNumeric && isErrorHeading(heading) && columnOfError(numbers, index) !== null ? { role: 'error' } : null;
  });
}

/** The units that cells of a column of them name. */
export function unitsIn(cells: readonly string[]): ImportedUnit[] {
  return cells.flatMap((cell): ImportedUnit[] => {
    const unit = unitOf(cell);
    return unit === null ? [] : [unit];
  });
}

/** What a column of numbers is, by its heading (or the name of its metric), its cells and `beside`, the units that stand in a column of their own; `hint` counts where these are silent. */
export function figureReading({ heading, readings }: Pick<ReadColumn, 'heading' | 'readings'>, hint: string, beside: readonly ImportedUnit[]): FigureReading {
  const own = readHeading(heading);
  const around = readHeading(hint);
  const values = readings.flatMap((reading) => (reading.kind === 'number' ? [reading.value] : []));
  const printedUnits = readings.flatMap((reading) => (reading.kind === 'number' && reading.unit !== null ? [reading.unit] : []));
  // A heading's unit is the column's; a single cell with another is an exception, which has its own.
  const inCells = own.unit === null || printedUnits.length > values.length / 2 ? commonest(printedUnits) : null;
  const inColumn = inCells === null && own.unit === null ? commonest(beside.filter((unit) => own.kind === null || kindsOf[importedUnits[unit].dimension].includes(own.kind))) : null;
  // What a caption says counts where the heading is silent: a heading with a unit or a kind of its own is another figure than the caption's.
  const says: HeadingReading = tellsFigures(own) ? { ...own, ...(own.kind === null && own.unit === null && inCells === null ? { kind: around.kind, unit: around.unit } : {}) } : around;
  const printed = inCells ?? inColumn ?? says.unit;
  const quantity = quantityOf(says, printed, values);
  const unit = unitFor(quantity, printed, quantities[quantity].dimension);
  const basis = inCells !== null ? 'cells' : inColumn !== null ? 'column' : says.unit !== null && unit === says.unit ? 'heading' : unit === '1' && tellsFigures(says) ? 'words' : 'nothing';
  return { quantity, unit, basis, scope: isClocked(quantity) ? scopeIn(heading) : null };
}

/** Which words a unit agrees with: the unit beside a size is never one of times. */
const kindsOf: Readonly<Record<(typeof importedUnits)[ImportedUnit]['dimension'], readonly (HeadingReading['kind'])[]>> = {
  time: ['time'],
  bytes: ['size', 'memory'],
  speed: ['rate'],
  rate: ['rate'],
  bare: ['ratio', 'factor'],
};

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

