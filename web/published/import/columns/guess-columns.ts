import { type ImportedUnit, importedUnits, isTimedQuantity, quantities } from '../../../../workers/model/imported-set';
import { type CellReading, toBaseUnits, type DecimalMark, readCell, parseUnit } from '../readers/cell-number';
import { type ColumnRole, numberColumnOfError, type FigureReading, unitColumnOf } from './column-role';
import { isTestCondition } from './crossed';
import type { RawTable } from '../readers/given-table';
import {
  type HeadingReading,
  quantityOf,
  readCaption,
  readHeading,
  scopeIn,
  headingNamesFigures,
  unitFor,
} from './heading';
import {
  headingWithoutUnit,
  mayNameSystems,
  isErrorHeading,
  isConstantMode,
  isParameterHeading,
  isSettingHeading,
  isUnitHeading,
  secondaryStatistics,
  longColumns,
  type ColumnSummary,
} from './long-form';
import { recogniseBareSizes } from './packed-sizes';
import { resolveRatioDirections } from './ratio-direction';
import { areNamesSplittable } from './split-name';

const systemWords =
  /name|system|format|codec|compressor|library|database|engine|tool|method|algorithm|implementation|language|encoder|encoding|serializer|framework|package|\blib\b|crate|\bcommand\b|variant|\bdb\b/i;
const datasetWords =
  /data ?set|\bfile ?(name)?$|corpus|workload|benchmark|\bquery\b|\binput\b|\btest\b|\btable\b|\bdata$|\bcase\b|\bscenario\b/i;
const partWords =
  /level|version|threads?|options?|settings?|page ?size|block|codec|compression( type)?$|dictionary|window|language|\bflags?\b|\barg(ument)?s?\b|\bmode\b|preset|quality|effort|strategy|config(uration)?/i;
/** Headings of numeric settings that are part of a system's name. */
const numberedParts =
  /\b(level|lvl|threads?|version|flags?|arg(ument)?s?|mode|preset|quality|effort|strategy|config(uration)?)\b/i;
/** Headings of the size of the data before encoding. */
const dataBytesWords =
  /\borig(inal)?\b|uncompr|\b(in|raw|source|input|plain)[ _]?size\b|\bsize (before|in)\b|^insize$/i;
const outWords =
  /^(#|no\.?|rank|year|date|notes?|comments?|remarks?|licen[cs]e|url|link|homepage|source|authors?|version|index|outliers|.*\brank(ing)?)$/i;
const countWords = /^(n|rows?|records?|items?|vectors?|count|size|length|elements?|number of .*|# .*|data ?size.*)$/i;

interface ReadColumn extends ColumnSummary {
  readonly readings: readonly CellReading[];
}

/** The columns with their parsed cells, and whether they hold figures, text or nothing. */
export function summariseColumns(table: RawTable, numerals: DecimalMark): ReadColumn[] {
  return table.columns.map((heading, index) => {
    const cells = table.rows.map((row) => row.cells[index] ?? '');
    // A column of errors may include the sign: “± 0.5”.
    const readings = cells.map((cell) => readCell(cell.replace(/^(±|\+\/-)\s*/, ''), numerals));
    const figureCount = readings.filter(({ kind }) => kind !== 'none').length;
    const numbers = readings.filter(({ kind }) => kind === 'number').length;
    return {
      heading,
      cells,
      readings,
      isNumeric: numbers > 0 && (numbers / figureCount >= 0.5 || readHeading(heading).unit !== null),
      isEmpty: figureCount === 0,
    };
  });
}

/**
 * Guesses the role of each column from its heading and cells. The table has one system per row. `hint` is the table's
 * caption.
 */
export function guessColumns(table: RawTable, numerals: DecimalMark, hint: string): ColumnRole[] {
  const columns = summariseColumns(table, numerals);
  const long = longColumns(columns);
  const beside = rolesBeside(columns, long === null ? [] : [...long.metricNames, ...long.values]);
  const isTaken = (index: number) => beside[index] !== null || (long?.metricNames.includes(index) ?? false);
  const headingOf = (index: number) => {
    const heading = table.columns[index] ?? '';
    return isParameterHeading(heading) ? headingWithoutUnit(heading) : heading.trim();
  };
  const words = columns.flatMap((column, index) =>
    column.isNumeric || column.isEmpty || isTaken(index) || isConstantMode(column) ? [] : [index],
  );
  const valuesOf = (indexes: readonly number[]) =>
    table.rows.map(({ cells }) => indexes.map((index) => cells[index] ?? '').join(' '));
  const candidates = words.filter(
    (index) =>
      !outWords.test(headingOf(index)) &&
      !(datasetWords.test(headingOf(index)) && !systemWords.test(headingOf(index))) &&
      mayNameSystems(columns[index]),
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
  // A parameter of a benchmark harness is a test condition if every benchmark ran with all of its values.
  const isParameterOfData = (index: number) =>
    first !== null &&
    !partWords.test(headingOf(index)) &&
    !systemWords.test(headingOf(index)) &&
    isTestCondition(columns[first]?.cells ?? [], columns[index]?.cells ?? []);
  for (const [index, { heading, isNumeric }] of columns.entries()) {
    if (
      !isParameterHeading(heading) ||
      isTaken(index) ||
      systems.includes(index) ||
      datasets.includes(index) ||
      !varies(index)
    )
      continue;
    ((isNumeric && !partWords.test(headingOf(index))) || isParameterOfData(index) ? datasets : systems).push(index);
  }
  // A column of item counts beside systems that recur, such as “rows: 1,000, 10,000”, names datasets.
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
    isTestCondition(columns[first]?.cells ?? [], columns[index]?.cells ?? []);
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
    // A column adds nothing if it only repeats part of the name, such as the codec or the version.
    if (distinct([...systems, ...datasets, index]) === distinct([...systems, ...datasets])) continue;
    const isPart =
      isPartHeading(index) &&
      (isNumberedPart(index) || !(columns[index]?.isNumeric && headingNamesFigures(readHeading(headingOf(index)))));
    if (isPart || (words.includes(index) && !outWords.test(headingOf(index))))
      (isCondition(index) ? datasets : systems).push(index);
    else if (isSetNumber(columns[index]) && isCondition(index)) datasets.push(index);
  }
  for (const index of counts)
    if (!long?.values.includes(index) && !isDistinct([...systems, ...datasets])) datasets.push(index);
  const lesser = secondaryStatistics(columns);
  // The size of the data is not a file size. If it varies within a dataset, the column is something else.
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
      !isParameterHeading(column.heading) &&
      !isSettingHeading(column.heading) &&
      !outWords.test(heading) &&
      !/^(level|threads?)$/i.test(heading);
    return isFigure
      ? { role: 'figure', quantity: 'number', unit: '1', basis: 'nothing', scope: null }
      : { role: 'out' };
  });
  const roles =
    long === null && systems.length === 1 && areNamesSplittable(columns[systems[0] ?? 0]?.cells ?? [])
      ? wide.map(splitRole)
      : wide;
  const read = roles.map((role, index): ColumnRole => {
    const column = columns[index];
    if (role.role !== 'figure' || column === undefined) return role;
    const unitsAt = unitColumnOf(roles, index);
    const reading = figureReading(column, hint, unitsAt === null ? [] : unitsIn(columns[unitsAt]?.cells ?? []));
    // A column of one constant number whose heading names no quantity is a setting.
    return reading.quantity === 'number' && table.rows.length > 2 && !varies(index)
      ? { role: 'out' }
      : { role: 'figure', ...reading };
  });
  return resolveRatioDirections(
    table,
    recogniseBareSizes(table, columns, withAllocations(table.columns, read)),
    numerals,
  );
}

/** The role of a column if the systems' names also contain the metric. */
const splitRole = (role: ColumnRole): ColumnRole =>
  role.role === 'system' ? { role: 'systemAndMetric' } : role.role === 'figure' ? { role: 'value' } : role;

/**
 * In a table of memory allocations (`B/op`, `Allocated`), other columns of bytes are memory too, unless their heading
 * names a file.
 */
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

/**
 * True if the first column holds sizes that increase from row to row, followed by figures. Each row is then one size,
 * and text after the figures is a remark.
 */
function isTried(columns: readonly ReadColumn[], rowCount: number): boolean {
  const [first, second] = columns;
  const sizes =
    first?.readings.flatMap((reading) =>
      reading.kind === 'number'
        ? [reading.unit === null ? reading.value : toBaseUnits(reading.value, reading.unit)]
        : [],
    ) ?? [];
  return (
    second?.isNumeric === true &&
    sizes.length === rowCount &&
    rowCount > 1 &&
    sizes.every((size, row) => row === 0 || size > (sizes[row - 1] ?? 0)) &&
    /size|^n$|rows|records|items|count|threads/i.test(first?.heading ?? '')
  );
}

/** True for a column of few distinct whole numbers without a unit: a count that was set, not measured. */
const isSetNumber = (column: ReadColumn | undefined): boolean =>
  column?.isNumeric === true &&
  readHeading(column.heading).unit === null &&
  column.readings.every(
    (reading) =>
      reading.kind === 'none' ||
      (reading.kind === 'number' && (reading.unit === null || reading.unit === '×') && Number.isInteger(reading.value)),
  );

/** The roles of columns that describe a neighbouring column of numbers: its unit or its error. */
function rolesBeside(columns: readonly ReadColumn[], taken: readonly number[]): (ColumnRole | null)[] {
  const lesser = secondaryStatistics(columns);
  const isNumber = (index: number) =>
    columns[index]?.isNumeric === true &&
    !isErrorHeading(columns[index]?.heading ?? '') &&
    !lesser.has(index) &&
    !isSettingHeading(columns[index]?.heading ?? '') &&
    !isParameterHeading(columns[index]?.heading ?? '');
  const numbers = columns.map((_, index): ColumnRole => (isNumber(index) ? { role: 'value' } : { role: 'out' }));
  return columns.map(({ heading, isNumeric, isEmpty }, index) => {
    if (taken.includes(index) || isEmpty) return null;
    if (!isNumeric && isUnitHeading(heading)) return { role: 'unit' };
    return isNumeric && isErrorHeading(heading) && numberColumnOfError(numbers, index) !== null
      ? { role: 'error' }
      : null;
  });
}

/** The units that the cells of a unit column name. */
export function unitsIn(cells: readonly string[]): ImportedUnit[] {
  return cells.flatMap((cell): ImportedUnit[] => {
    const unit = parseUnit(cell);
    return unit === null ? [] : [unit];
  });
}

/**
 * Guesses the quantity and unit of a column of numbers from its heading (or its metric's name), its cells, and
 * `beside`, the units in a separate column. `hint`, the caption, applies only if these name no quantity.
 */
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
  // The heading's unit applies to the whole column. A cell with another unit is an exception and keeps its own.
  const inCells = own.unit === null || printedUnits.length > values.length / 2 ? commonest(printedUnits) : null;
  const inColumn =
    inCells === null && own.unit === null
      ? commonest(
          beside.filter((unit) => own.kind === null || kindsOf[importedUnits[unit].dimension].includes(own.kind)),
        )
      : null;
  // The caption applies only to a heading that names no quantity and no unit. Another heading describes another figure
  // than the caption.
  const says: HeadingReading = headingNamesFigures(own)
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
          : unit === '1' && headingNamesFigures(says)
            ? 'words'
            : 'nothing';
  return { quantity, unit, basis, scope: isTimedQuantity(quantity) ? scopeIn(heading) : null };
}

/** The quantities that a unit's dimension allows: a unit of bytes never belongs to a time. */
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
