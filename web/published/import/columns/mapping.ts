import { importedUnits } from '../../../../workers/model/imported-set';
import { noCodecId } from '../../../figures/candidate-names';
import { guessNumerals, type DecimalMark, readCell } from '../readers/cell-number';
import type { ColumnMapping } from './column-role';
import { familyOf } from '../../../sources/imported/family';
import { type RawTable, tableLimits, transposeTable } from '../readers/given-table';
import { guessColumns, summariseColumns } from './guess-columns';
import { type HeadingReading, readHeading, headingNamesFigures } from './heading';
import { isErrorHeading, isParameterHeading, isSettingHeading, secondaryStatistics, longColumns } from './long-form';
import { isUncompressedName } from './packed-sizes';
import { withoutParameters, withUnitsInNames } from './short-names';

/** The table with one system per row, and with names shortened by what other columns state. */
export const orientTable = (table: RawTable, { systemsIn }: Pick<ColumnMapping, 'systemsIn'>): RawTable =>
  systemsIn === 'rows' ? withoutParameters(table) : transposeTable(withUnitsInNames(table));

/** Guesses the mapping from headings and cells. */
export function guessMapping(table: RawTable): ColumnMapping {
  const numerals = guessNumerals(table.rows.flatMap(({ cells }) => cells));
  return guessMappingFor(table, guessSystemsIn(table, numerals), numerals);
}

/** As {@link guessMapping}, for a table orientation and a number format that the user chose. */
export function guessMappingFor(
  given: RawTable,
  systemsIn: ColumnMapping['systemsIn'],
  numerals: DecimalMark,
): ColumnMapping {
  const table = orientTable(given, { systemsIn });
  const hint = systemsIn === 'columns' ? `${given.columns[0] ?? ''} ${given.title}` : given.title;
  return { systemsIn, numerals, columns: guessColumns(table, numerals, hint), named: new Map(), repeats: 'apart' };
}

/**
 * Systems have columns if the row headings name figures and the column headings do not, or if each row has one unit and
 * the columns mix units.
 */
function guessSystemsIn(table: RawTable, numerals: DecimalMark): ColumnMapping['systemsIn'] {
  if (
    table.columns.length < 3 ||
    table.rows.length >= tableLimits.columns ||
    isNumbered(table) ||
    isByRow(table, numerals)
  )
    return 'rows';
  // Columns that are named after codecs are systems: “Dataset, zlib, zstd, lz4”.
  if (
    table.columns
      .slice(1)
      .every((heading) => familyOf(heading) !== noCodecId && !headingNamesFigures(readHeading(heading)))
  )
    return 'columns';
  const dimensions = table.rows.map(({ cells }) => cells.slice(1).map(dimensionIn));
  const mixedColumns = mixed(table.columns.slice(1).map((_, index) => dimensions.map((row) => row[index] ?? null)));
  const mixedRows = mixed(dimensions);
  // Printed units take precedence over words, since times and bytes never belong to one metric.
  if (mixedRows > 0 && mixedColumns === 0) return 'rows';
  if (mixedColumns > 0 && mixedRows === 0) return 'columns';
  const headings = table.columns.slice(1).map(readHeading);
  const labels = table.rows.map(({ cells }) => readHeading(cells[0] ?? ''));
  for (const tells of [
    ({ unit }: HeadingReading) => unit !== null,
    ({ unit, kind }: HeadingReading) => unit !== null || kind !== null,
  ]) {
    const [inHeadings, inLabels] = [shareOf(headings, tells), shareOf(labels, tells)];
    if (inHeadings !== inLabels) return inHeadings > inLabels ? 'rows' : 'columns';
  }
  // A table such as “file, raw, gzip, ours” has the sizes of each file in one column per compressor.
  if (
    /^(data ?set|file( ?name)?|corpus|input)s?$/i.test(table.columns[0] ?? '') &&
    !headings.some(headingNamesFigures) &&
    table.columns.slice(1).some((heading) => isUncompressedName(heading) || familyOf(heading) !== noCodecId)
  )
    return 'columns';
  // `readRDS`, `write_feather` and `MsgPackCli` are systems if their heading is, for example, “Method”.
  if (systemHeading.test(table.columns[0] ?? '')) return 'rows';
  return shareOf(labels, headingNamesFigures) > shareOf(headings, headingNamesFigures) ? 'columns' : 'rows';
}

const systemHeading =
  /^(method|library|lib|compressor|codec|format|name|system|serializer|crate|package|tool|engine|database|implementation|algorithm)( name)?$/i;

const shareOf = (readings: readonly HeadingReading[], tells: (reading: HeadingReading) => boolean) =>
  readings.filter(tells).length / Math.max(1, readings.length);

/** The number of lists that contain figures of more than one dimension. */
const mixed = (lists: readonly (readonly (string | null)[])[]) =>
  lists.filter((list) => new Set(list.filter((each) => each !== null)).size > 1).length;

/**
 * True if each row is one benchmark: it names its metric, or headings name statistics, errors or parameters, or a
 * single column holds all numbers.
 */
function isByRow(table: RawTable, numerals: DecimalMark): boolean {
  const columns = summariseColumns(withoutParameters(table), numerals);
  if (longColumns(columns) !== null || secondaryStatistics(columns).size > 0) return true;
  const ofHarness = columns.some(
    ({ heading, isNumeric }) => isParameterHeading(heading) || (isNumeric && isErrorHeading(heading)),
  );
  return (
    ofHarness &&
    columns.some(
      ({ heading, isNumeric }) =>
        isNumeric && !isParameterHeading(heading) && !isErrorHeading(heading) && !isSettingHeading(heading),
    )
  );
}

/** True if the first cells are numbers. They are then sizes or versions, not names of figures. */
const isNumbered = ({ rows }: RawTable) =>
  rows.every(({ cells }) => readCell(cells[0] ?? '', 'point').kind === 'number');

function dimensionIn(cell: string): string | null {
  const read = readCell(cell, 'point');
  return read.kind === 'number' && read.unit !== null ? importedUnits[read.unit].dimension : null;
}
