import { type ImportedUnit, importedUnits, isTimedQuantity, quantities } from '../../../../workers/model/imported-set';
import { type CellReading, inBase, type Numerals, readCell, unitOf } from '../readers/cell-number';
import { type ColumnRole, columnOfError, type FigureReading, unitColumnOf } from './column-role';
import { isCrossed } from './crossed';
import type { GivenTable } from '../readers/given-table';
import { type HeadingReading, quantityOf, readCaption, readHeading, scopeIn, tellsFigures, unitFor } from './heading';
import {
  bareHeading,
  couldBeSystems,
  isErrorHeading,
  isMode,
  isParameter,
  isSetting,
  isUnitHeading,
  lesserStatistics,
  longColumns,
  type SeenColumn,
} from './long-form';
import { withBareSizes } from './packed-sizes';
import { withRatioDirections } from './ratio-direction';
import { areSplit } from './split-name';

const systemWords =
  /name|system|format|codec|compressor|library|database|engine|tool|method|algorithm|implementation|language|encoder|encoding|serializer|framework|package|\blib\b|crate|\bcommand\b|variant|\bdb\b/i;
const datasetWords =
  /data ?set|\bfile ?(name)?$|corpus|workload|benchmark|\bquery\b|\binput\b|\btest\b|\btable\b|\bdata$|\bcase\b|\bscenario\b/i;
const partWords =
  /level|version|threads?|options?|settings?|page ?size|block|codec|compression( type)?$|dictionary|window|language|\bflags?\b|\barg(ument)?s?\b|\bmode\b|preset|quality|effort|strategy|config(uration)?/i;
/** Settings that are part of a name although they are numbers. */
const numberedParts =
  /\b(level|lvl|threads?|version|flags?|arg(ument)?s?|mode|preset|quality|effort|strategy|config(uration)?)\b/i;
/** The size of the data before anything was done to it. */
const dataBytesWords =
  /\borig(inal)?\b|uncompr|\b(in|raw|source|input|plain)[ _]?size\b|\bsize (before|in)\b|^insize$/i;
const outWords =
  /^(#|no\.?|rank|year|date|notes?|comments?|remarks?|licen[cs]e|url|link|homepage|source|authors?|version|index|outliers|.*\brank(ing)?)$/i;
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
    return {
      heading,
      cells,
      readings,
      isNumeric: numbers > 0 && (numbers / told >= 0.5 || readHeading(heading).unit !== null),
      isEmpty: told === 0,
    };
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
  const words = columns.flatMap((column, index) =>
    column.isNumeric || column.isEmpty || isTaken(index) || isMode(column) ? [] : [index],
  );
  const valuesOf = (indexes: readonly number[]) =>
    table.rows.map(({ cells }) => indexes.map((index) => cells[index] ?? '').join(' '));
  const candidates = words.filter(
    (index) =>
      !outWords.test(headingOf(index)) &&
      !(datasetWords.test(headingOf(index)) && !systemWords.test(headingOf(index))) &&
      couldBeSystems(columns[index]),
  );
  const first =
    candidates.find((index) => systemWords.test(headingOf(index)) && !datasetWords.test(headingOf(index))) ??
    words.find((index) => index === 0 && new Set(columns[0]?.cells).size === table.rows.length) ??
    (isTried(columns, table.rows.length) ? 0 : candidates[0]) ??
    words[0] ??
    (long === null ? 0 : null);
  const datasets = words.filter((index) => index !== first && datasetWords.test(headingOf(index)));
  const systems = first === null ? [] : [first];
  const varies = (index: number) => new Set(columns[index]?.cells).size > 1;
  // Parameters of a harness are what its benchmarks were tried on where every one of them was.
  const isParameterOfData = (index: number) =>
    first !== null &&
    !partWords.test(headingOf(index)) &&
    !systemWords.test(headingOf(index)) &&
    isCrossed(columns[first]?.cells ?? [], columns[index]?.cells ?? []);
  for (const [index, { heading, isNumeric }] of columns.entries()) {
    if (
      !isParameter(heading) ||
      isTaken(index) ||
      systems.includes(index) ||
      datasets.includes(index) ||
      !varies(index)
    )
      continue;
    ((isNumeric && !partWords.test(headingOf(index))) || isParameterOfData(index) ? datasets : systems).push(index);
  }
  // A column of sizes beside systems that come again: “rows: 1,000, 10,000”.
  const counts = columns.flatMap(({ isNumeric }, index) =>
    isNumeric && index !== first && !isTaken(index) && countWords.test(headingOf(index)) ? [index] : [],
  );
  const names = long?.metricNames ?? [];
  const distinct = (indexes: readonly number[]) => new Set(valuesOf([...indexes, ...names])).size;
  const isDistinct = (indexes: readonly number[]) => distinct(indexes) === table.rows.length;
  const isPartHeading = (index: number) => partWords.test(headingOf(index).replaceAll('_', ' '));
  const isNumberedPart = (index: number) => numberedParts.test(headingOf(index).replaceAll('_', ' '));
  const isCondition = (index: number) =>
    first !== null &&
    !isPartHeading(index) &&
    !systemWords.test(headingOf(index)) &&
    isCrossed(columns[first]?.cells ?? [], columns[index]?.cells ?? []);
  for (const index of table.columns.keys()) {
    if (isDistinct([...systems, ...datasets])) break;
    if (
      isTaken(index) ||
      systems.includes(index) ||
      datasets.includes(index) ||
      counts.includes(index) ||
      long?.values.includes(index)
    )
      continue;
    // What only repeats the name's first part (its codec, its version) tells nothing apart.
    if (distinct([...systems, ...datasets, index]) === distinct([...systems, ...datasets])) continue;
    const isPart =
      isPartHeading(index) &&
      (isNumberedPart(index) || !(columns[index]?.isNumeric && tellsFigures(readHeading(headingOf(index)))));
    if (isPart || (words.includes(index) && !outWords.test(headingOf(index))))
      (isCondition(index) ? datasets : systems).push(index);
    else if (isSetNumber(columns[index]) && isCondition(index)) datasets.push(index);
  }
  for (const index of counts)
    if (!long?.values.includes(index) && !isDistinct([...systems, ...datasets])) datasets.push(index);
  const lesser = lesserStatistics(columns);
  // Beside the size of a file that of its data is none to compare; where it differs within a dataset it is something else.
  const sizeColumns = columns.flatMap(({ heading, isNumeric }, index) =>
    isNumeric && (readHeading(heading).kind === 'size' || /size$/i.test(heading)) ? [index] : [],
  );
  const isDataBytes = (index: number) =>
    sizeColumns.includes(index) &&
    dataBytesWords.test(headingOf(index).replaceAll('_', ' ')) &&
    sizeColumns.some((other) => !dataBytesWords.test(headingOf(other).replaceAll('_', ' '))) &&
    new Set(valuesOf([...datasets, index])).size === new Set(valuesOf(datasets)).size;
  const wide = columns.map((column, index): ColumnRole => {
    const heading = headingOf(index);
    if (systems.includes(index)) return { role: 'system' };
    if (datasets.includes(index)) return { role: 'dataset' };
    if (names.includes(index)) return { role: 'metricName' };
    if (long?.values.includes(index)) return { role: 'value' };
    const own = beside[index];
    if (own != null) return own;
    if (isDataBytes(index)) return { role: 'dataBytes' };
    const isFigure =
      column.isNumeric &&
      long === null &&
      !(
        isNumberedPart(index) &&
        readHeading(heading).unit === null &&
        column.readings.every((reading) => reading.kind !== 'number' || reading.unit === null)
      ) &&
      !lesser.has(index) &&
      !isParameter(column.heading) &&
      !isSetting(column.heading) &&
      !outWords.test(heading) &&
      !/^(level|threads?)$/i.test(heading);
    return isFigure
      ? { role: 'figure', quantity: 'number', unit: '1', basis: 'nothing', scope: null }
      : { role: 'out' };
  });
  const roles =
    long === null && systems.length === 1 && areSplit(columns[systems[0] ?? 0]?.cells ?? [])
      ? wide.map(splitRole)
      : wide;
  const read = roles.map((role, index): ColumnRole => {
    const column = columns[index];
    if (role.role !== 'figure' || column === undefined) return role;
    const unitsAt = unitColumnOf(roles, index);
    const reading = figureReading(column, hint, unitsAt === null ? [] : unitsIn(columns[unitsAt]?.cells ?? []));
    // A number that no words call a figure and that never changes is a setting.
    return reading.quantity === 'number' && table.rows.length > 2 && !varies(index)
      ? { role: 'out' }
      : { role: 'figure', ...reading };
  });
  return withRatioDirections(table, withBareSizes(table, columns, withAllocations(table.columns, read)), numerals);
}

/** Where the names of the systems tell what was done to them, each row has its metric. */
const splitRole = (role: ColumnRole): ColumnRole =>
  role.role === 'system' ? { role: 'systemAndMetric' } : role.role === 'figure' ? { role: 'value' } : role;

/** In a table of allocations (`B/op`, `Allocated`) further bytes are memory, unless they are said to be those of a file. */
function withAllocations(headings: readonly string[], columns: readonly ColumnRole[]): ColumnRole[] {
  const isAllocated = columns.some(
    (column, index) => column.role === 'figure' && /\balloc|\/op\b/i.test(headings[index] ?? ''),
  );
  return columns.map((column, index) =>
    isAllocated &&
    column.role === 'figure' &&
    column.quantity === 'fileSize' &&
    !/size|file|disk/i.test(headings[index] ?? '')
      ? { ...column, quantity: 'memorySize' }
      : column,
  );
}

/** A first column of sizes that grow from row to row, before the figures: each row is of one of them, and words behind the figures are remarks. */
function isTried(columns: readonly ReadColumn[], rowCount: number): boolean {
  const [first, second] = columns;
  const sizes =
    first?.readings.flatMap((reading) =>
      reading.kind === 'number' ? [reading.unit === null ? reading.value : inBase(reading.value, reading.unit)] : [],
    ) ?? [];
  return (
    second?.isNumeric === true &&
    sizes.length === rowCount &&
    rowCount > 1 &&
    sizes.every((size, row) => row === 0 || size > (sizes[row - 1] ?? 0)) &&
    /size|^n$|rows|records|items|count|threads/i.test(first?.heading ?? '')
  );
}

/** Bare whole numbers of which there are few: a count that was set rather than measured. */
const isSetNumber = (column: ReadColumn | undefined): boolean =>
  column?.isNumeric === true &&
  readHeading(column.heading).unit === null &&
  column.readings.every(
    (reading) =>
      reading.kind === 'none' ||
      (reading.kind === 'number' && (reading.unit === null || reading.unit === '×') && Number.isInteger(reading.value)),
  );

/** Columns that only say something of the numbers beside them: their unit, their error. */
function rolesBeside(columns: readonly ReadColumn[], taken: readonly number[]): (ColumnRole | null)[] {
  const lesser = lesserStatistics(columns);
  const isNumber = (index: number) =>
    columns[index]?.isNumeric === true &&
    !isErrorHeading(columns[index]?.heading ?? '') &&
    !lesser.has(index) &&
    !isSetting(columns[index]?.heading ?? '') &&
    !isParameter(columns[index]?.heading ?? '');
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
export function figureReading(
  { heading, readings }: Pick<ReadColumn, 'heading' | 'readings'>,
  hint: string,
  beside: readonly ImportedUnit[],
): FigureReading {
  const own = readHeading(heading);
  const around = readCaption(hint);
  const values = readings.flatMap((reading) => (reading.kind === 'number' ? [reading.value] : []));
  const printedUnits = readings.flatMap((reading) =>
    reading.kind === 'number' && reading.unit !== null ? [reading.unit] : [],
  );
  // A heading's unit is the column's; a single cell with another is an exception, which has its own.
  const inCells = own.unit === null || printedUnits.length > values.length / 2 ? commonest(printedUnits) : null;
  const inColumn =
    inCells === null && own.unit === null
      ? commonest(
          beside.filter((unit) => own.kind === null || kindsOf[importedUnits[unit].dimension].includes(own.kind)),
        )
      : null;
  // What a caption says counts where the heading is silent: a heading with a unit or a kind of its own is another figure than the caption's.
  const says: HeadingReading = tellsFigures(own)
    ? {
        ...own,
        ...(own.kind === null && own.unit === null && inCells === null ? { kind: around.kind, unit: around.unit } : {}),
      }
    : around;
  const printed = inCells ?? inColumn ?? says.unit;
  const quantity = quantityOf(says, printed, values);
  const unit = unitFor(quantity, printed, quantities[quantity].dimension);
  const basis =
    inCells !== null
      ? 'cells'
      : inColumn !== null
        ? 'column'
        : says.unit !== null && unit === says.unit
          ? 'heading'
          : unit === '1' && tellsFigures(says)
            ? 'words'
            : 'nothing';
  return { quantity, unit, basis, scope: isTimedQuantity(quantity) ? scopeIn(heading) : null };
}

/** Which words a unit agrees with: the unit beside a size is never one of times. */
const kindsOf: Readonly<Record<(typeof importedUnits)[ImportedUnit]['dimension'], readonly HeadingReading['kind'][]>> =
  {
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
