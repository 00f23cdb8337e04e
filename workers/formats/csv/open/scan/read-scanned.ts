import { maxColumns } from '../../../../model/column-schema';
import type { Table } from '../../../../model/dataset';
import { delimiterCharacter } from '../../../../model/reading-options';
import type { ReadOptions } from '../../../../own-file/imported';
import { chosenTypes } from '../choices';
import type { CsvText } from '../csv-text';
import { brokenHeaderError } from '../detect-dialect';
import type { ExactCounts } from '../exact-counts';
import type { Instants } from '../exact-types';
import { mixedLineEndsError } from '../line-ends';
import { generatedNames, duckdbColumnNames, tooManyColumnsError } from '../header-names';
import type { CsvType } from '../types';
import {
  type ScanCounts,
  type DecidedTypes,
  decide,
  type DecidedDialect,
  hasHeaderWithNullWords,
  numberStyleOf,
  typesOf,
} from './decide';
import type { ColumnCounts } from './counts';
import { chosenColumns, columnsOf, columnBuildKindsOf } from './build-columns';
import type { ColumnBuild } from './built-column';
import { chosenCounts, exactTypes, withInstants } from './exact';
import {
  type ColumnFormats,
  type CountedFormats,
  countedFormats,
  countFormats,
  timeFormatsOfTexts,
  withUsualFormats,
} from './formats';
import { withLateValues } from './late-values';
import { longRowError, type Sample, sampleOf } from './sample';
import { type Scan, type ScanFacts, type ScanLayout, ScanModule } from './scan-module';

/** A text that was read in one pass, with what its counts say. */
export interface Scanned extends DecidedTypes, Instants {
  readonly table: Table;
  readonly types: readonly CsvType[];
  /** The types before times with an offset become instants. */
  readonly exactTypes: readonly CsvType[];
  /** The names of the header as they are written; null if there is none. */
  readonly writtenNames: readonly string[] | null;
  /** By column: of all rows, and of the first 2,000. */
  readonly counts: readonly ColumnCounts[];
  readonly sampled: readonly ColumnCounts[];
  readonly formats: readonly CountedFormats[];
  /** Decimals and times of day in columns for which they were chosen. */
  readonly chosenCounts: ReadonlyMap<number, ExactCounts>;
  readonly facts: ScanFacts;
  readonly layout: ScanLayout;
  readonly module: ScanModule;
  /** Notes on later values that change a type, on null words, on exact numbers, and on instants. */
  readonly notes: {
    readonly late: readonly string[];
    readonly nulls: readonly string[];
    readonly exact: readonly string[];
    readonly instants: readonly string[];
  };
}

interface ScanOptions extends Pick<ReadOptions, 'columnTypes' | 'hasOwnLines' | 'lineInFile'> {
  readonly onShare?: (share: number) => void;
}

/**
 * Reads a text in one pass, and columns whose first rows misled in a second one.
 * @throws FormatlabError if lines end in different ways, or if a row is longer than 32 MiB
 */
export async function readScanned(text: CsvText, options: ScanOptions): Promise<Scanned> {
  const { columnTypes, onShare } = options;
  const { utf8, quote, reading, cutLines } = text;
  const chosen = reading.delimiter === undefined ? null : delimiterCharacter(reading.delimiter);
  const sample = await sampleOf(utf8, quote, chosen, cutLines);
  const numbers = numberStyleOf(sample.texts, reading);
  if (sample.first.length > maxColumns) throw tooManyColumnsError(sample.first.length);
  if (sample.isFirstBroken && reading.header !== false) throw brokenHeaderError(cutLines);
  const module = await ScanModule.open();
  const layoutOf = (hasHeader: boolean) => layoutFor(sample, quote, { ...reading, ...numbers }, hasHeader);
  const firstRecord = countedIn(module, layoutOf(false), sample.bytes.subarray(0, sample.firstEnd), []);
  const first = { texts: sample.first, counts: firstRecord.columns };
  firstRecord.scan.free();
  const chosenWords = reading.nullWords === undefined ? undefined : new Set(reading.nullWords);
  const ownFormatsOf = (texts: readonly (string | null)[]) => timeFormatsOfTexts(texts, chosenWords);
  const headFormats = withUsualFormats(sample.texts.map(ownFormatsOf), sample.texts, reading);
  const head = countedIn(module, layoutOf(true), sample.bytes, headFormats);
  const guess = typesOf(head, first, reading.header);
  const layout = layoutOf(guess.hasHeader);
  const texts = guess.hasHeader ? sample.texts : withoutHeader(sample, reading.header);
  const formats = guess.hasHeader ? headFormats : withUsualFormats(texts.map(ownFormatsOf), texts, reading);
  const sampling = guess.hasHeader ? head : countedIn(module, layout, sample.bytes, formats);

  const scan = module.newScan(layout);
  countFormats(scan, formats);
  const found = { ...foundOf(sample, layout, texts), ambiguousColumns: numbers.ambiguousColumns, reading };
  const planned = plannedKinds(sampling, { ...found, types: guess.types });
  const sampled = sampling.columns;
  sampling.scan.free();
  // What the chosen types need is known only after this pass.
  if (columnTypes === null) for (const [index, kind] of planned.entries()) scan.build(index, kind);
  const facts = await readWhole(scan, text, onShare);
  const counted = countedBy(scan, layout, formats);
  const types = typesOf(counted, first, reading.header);
  // Later rows may tell that the first record is a header, or that it is none.
  const isAlone = !guess.hasHeader && facts.rowCount === 1;
  if (types.hasHeader !== guess.hasHeader && !isAlone) {
    scan.free();
    return readScanned({ ...text, reading: { ...reading, header: types.hasHeader } }, options);
  }
  const notes = { nulls: [] as string[], exact: [] as string[], instants: [] as string[] };
  const decided = decide(counted, { ...found, types: types.types }, notes.nulls);
  // Which words are null in texts is known only now.
  const { nullWords } = decided.sniffed;
  if (reading.nullWordsInText === true && reading.nullWords === undefined && nullWords.length > 0) {
    scan.free();
    return readScanned({ ...text, reading: { ...reading, nullWords: [...nullWords] } }, options);
  }
  const chosenFound = chosenCounts(counted, decided.sniffed, columnTypes);
  const exact =
    columnTypes === null
      ? exactTypes(counted, decided.sniffed, notes.exact)
      : chosenTypes(decided.sniffed, columnTypes, chosenFound);
  const read = withInstants(counted, decided.sniffed, exact, columnTypes !== null, notes.instants);
  const kinds = columnBuildKindsOf(read.types, read.instants, decided.sniffed, formats);
  const lateIn = { scan, names: found.names, planned, kinds, types: read.types };
  const { columnNotes, late } =
    columnTypes === null
      ? await withLateValues(lateIn, decided.columnNotes, async (line) =>
          options.hasOwnLines === false ? ((await options.lineInFile?.(cutLines + line)) ?? null) : cutLines + line,
        )
      : { columnNotes: decided.columnNotes, late: [] };
  const unbuilt = { module, utf8, layout, names: found.names };
  const built =
    columnTypes === null
      ? { columns: await columnsOf(unbuilt, scan, planned, kinds), facts }
      : await chosenColumns(unbuilt, { ...decided, counts: counted.columns }, { ...read, kinds }, notes.exact);
  scan.free();
  return {
    ...decided,
    columnNotes,
    ...read,
    exactTypes: exact,
    chosenCounts: chosenFound,
    table: { kind: 'table', rowCount: built.facts.rowCount, columns: built.columns },
    writtenNames: guess.hasHeader ? sample.first : null,
    counts: counted.columns,
    formats: counted.formats,
    sampled,
    facts: built.facts,
    layout,
    module,
    notes: { ...notes, late },
  };
}

const layoutFor = (
  sample: Sample,
  quote: ScanLayout['quote'],
  {
    decimalMark,
    thousands,
    nullWords = null,
    nullWordsInText = false,
  }: Pick<ScanLayout, 'decimalMark' | 'thousands'> & Partial<Pick<ScanLayout, 'nullWords' | 'nullWordsInText'>>,
  hasHeader: boolean,
): ScanLayout => ({
  delimiter: sample.delimiter,
  quote,
  columnCount: sample.first.length,
  decimalMark,
  thousands,
  nullWords,
  nullWordsInText,
  endsWithReturns: sample.endsWithReturns,
  skippedRecords: hasHeader ? 1 : 0,
  countsTexts: true,
});

/** The delimiter of a text, and whether its first record is a header, where nothing is known of null words and of numbers with other marks. */
export async function scannedLayout(text: Pick<CsvText, 'utf8' | 'quote' | 'reading' | 'cutLines'>): Promise<{
  readonly delimiter: string;
  readonly hasHeader: boolean;
}> {
  const { utf8, quote, reading, cutLines } = text;
  const chosen = reading.delimiter === undefined ? null : delimiterCharacter(reading.delimiter);
  const sample = await sampleOf(utf8, quote, chosen, cutLines);
  if (sample.first.length > maxColumns) throw tooManyColumnsError(sample.first.length);
  const module = await ScanModule.open();
  const layout = layoutFor(sample, quote, { decimalMark: 'point', thousands: 'none' }, true);
  const firstRecord = countedIn(
    module,
    { ...layout, skippedRecords: 0 },
    sample.bytes.subarray(0, sample.firstEnd),
    [],
  );
  const first = { texts: sample.first, counts: firstRecord.columns };
  const formats = sample.texts.map((texts) => timeFormatsOfTexts(texts));
  const scan = module.newScan(layout);
  countFormats(scan, formats);
  await readWhole(scan, text);
  const counted = countedBy(scan, layout, formats);
  const { types } = typesOf(counted, first, reading.header);
  return { delimiter: sample.delimiter, hasHeader: reading.header ?? hasHeaderWithNullWords(counted, types, first) };
}

/** @throws FormatlabError if lines end in different ways, or if a row is too long */
async function readWhole(
  scan: Scan,
  { utf8, cutLines }: Pick<CsvText, 'utf8' | 'cutLines'>,
  onShare?: (share: number) => void,
): Promise<ScanFacts> {
  const isRead = await scan.read(utf8, onShare);
  const facts = scan.facts();
  if (!isRead) throw longRowError(cutLines + facts.lineCount + 1);
  if (facts.otherLineEnds > 0) throw await mixedLineEndsError(utf8);
  return facts;
}

function countedIn(module: ScanModule, layout: ScanLayout, bytes: Uint8Array, formats: readonly ColumnFormats[]) {
  const scan = module.newScan(layout);
  countFormats(scan, formats);
  scan.readBytes(bytes, true);
  return { ...countedBy(scan, layout, formats), facts: scan.facts() };
}

function countedBy(scan: Scan, { columnCount }: ScanLayout, formats: readonly ColumnFormats[]): ScanCounts {
  const columns = Array.from({ length: columnCount }, (_, index) => scan.counts(index));
  return { scan, rowCount: scan.facts().rowCount, columns, formats: countedFormats(scan, formats, columns) };
}

/** The texts of the first rows where the first record is a row. It may be a header that numbers in another style hide, so few rows include it only. */
function withoutHeader({ texts, first }: Sample, chosen: boolean | undefined): Sample['texts'] {
  const isIncluded = chosen !== undefined || (texts[0]?.length ?? 0) < 2;
  return texts.map((column, index) => {
    const own = first[index] ?? '';
    return [...(isIncluded ? [own === '' ? null : own] : []), ...column].slice(0, isIncluded ? 2_000 : 1_999);
  });
}

function foundOf(
  sample: Sample,
  layout: ScanLayout,
  texts: Sample['texts'],
): Omit<DecidedDialect, 'types' | 'ambiguousColumns' | 'reading'> {
  const hasHeader = layout.skippedRecords === 1;
  return {
    texts,
    names: hasHeader ? duckdbColumnNames(sample.first) : generatedNames(sample.first.length),
    dialect: {
      quote: layout.quote,
      decimalMark: layout.decimalMark,
      thousands: layout.thousands,
      nullWordsInText: layout.nullWordsInText,
      delimiter: layout.delimiter,
      skippedLines: 0,
      hasHeader,
      textTable: null,
    },
  };
}

/** The kinds of columns that the first rows let expect. */
function plannedKinds(counted: ScanCounts, found: DecidedDialect): readonly ColumnBuild[] {
  const { sniffed } = decide(counted, found, []);
  const read = withInstants(counted, sniffed, exactTypes(counted, sniffed, []), false, []);
  return columnBuildKindsOf(read.types, read.instants, sniffed, counted.formats);
}
