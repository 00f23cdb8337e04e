import { comparedBytes, countEncodings } from '../../../../own-file/encoding-effects';
import { type ImportResult, listedBadRows, type ReadOptions } from '../../../../own-file/imported';
import { checkNameLengths } from '../../../../own-file/name-lengths';
import { typeChoiceOf, typeChoicesFor } from '../choices';
import type { CsvText } from '../csv-text';
import { brokenRow, brokenRowsNote, refuseMostlyBroken } from '../broken-quotes';
import { noteSingleColumn } from '../detect-dialect';
import { detectedReading, dialectIn, noteTable } from '../detected-reading';
import type { ExactCounts } from '../exact-counts';
import { refuseZeroBytes, noteColumnsRenamed } from '../header-names';
import { noteEmptyTexts } from '../kept-texts';
import { quoteCharactersIn } from '../quote-effects';
import { raggedRow, unfitRow } from '../rejected-rows';
import { exactCounts, numberEffects, quoteCharacterEffects, typeEffects } from './effects';
import type { Scanned } from './read-scanned';
import type { TextFacts } from './text-look';

/** Says how a text was read in one pass, and what other choices would change. */
export async function reportScanned(
  file: Blob,
  text: CsvText,
  scanned: Scanned,
  { columnTypes, countsEffects, onRead }: Pick<ReadOptions, 'columnTypes' | 'countsEffects' | 'onRead'>,
): Promise<ImportResult> {
  const { sniffed, survey, columnNotes, types, table, counts, notes: said } = scanned;
  const names = sniffed.columns.map(({ name }) => name);
  checkNameLengths(names);
  refuseZeroBytes(names);
  const { badRowCount, badRows, note: quotesNote } = badRowsOf(scanned, text);
  const notes = [...text.notes, ...(quotesNote === null ? [] : [quotesNote]), ...said.nulls];
  for (const { index, text: words, as } of columnNotes) {
    const found = sniffed.columns[index]?.type ?? 'utf8';
    if (as === undefined && (columnTypes?.[index] ?? found) === found) notes.push(words);
  }
  if (scanned.writtenNames !== null) noteColumnsRenamed(scanned.writtenNames, names, notes);
  notes.push(...said.late, ...said.exact);
  // Such a note holds unless exact numbers have made another type of the column.
  for (const { index, text: words, as } of columnNotes) {
    const exact = scanned.exactTypes[index];
    if (as !== undefined && exact === as) notes.push(words);
  }
  notes.push(...said.instants);
  if (sniffed.columns.length === 1 && text.reading.delimiter === undefined)
    await noteSingleColumn(text, badRowCount, notes);
  noteEmptyTexts({ quote: sniffed.quote, types, words: survey.words, areKept: true }, notes);
  noteTable(sniffed.columns, table.rowCount, notes);
  const possibleTypesOf = (exact: ReadonlyMap<number, ExactCounts>) =>
    sniffed.columns.map(({ type }, index) => [
      ...new Set([typeChoiceOf(types[index] ?? type), ...typeChoicesFor(type, exact.get(index))]),
    ]);
  const read = { sniffed, survey, types, reading: text.reading };
  const result = {
    dataset: table,
    dialect: dialectIn(text, read),
    badRows,
    badRowCount,
    notes,
    possibleTypes: possibleTypesOf(scanned.chosenCounts),
  };
  if (!countsEffects) return result;
  const detected = detectedReading(text, read);
  await onRead({ ...result, found: detected });
  const exact = exactCounts(sniffed, counts, scanned.sampled, scanned.chosenCounts);
  const possibleTypes = possibleTypesOf(exact);
  const { look } = text;
  const present = await quoteCharactersIn(text.utf8, look?.hasQuote);
  const quotes = await quoteCharacterEffects(text.utf8, scanned, (quote) => present.has(quote));
  return {
    ...result,
    possibleTypes,
    found: {
      ...detected,
      delimited: { ...detected.delimited, quotes, numbers: numberEffects(counts, survey.marked) },
      typeEffects: typeEffects(sniffed, scanned, possibleTypes, scanned, exact),
      encodings: await countEncodings(file, text.label, look !== null && isShortLinedAscii(look, text, scanned)),
    },
  };
}

/** True if all lines of the file are ASCII, and none is as long as a part of it that is looked at. */
const isShortLinedAscii = ({ isAscii }: TextFacts, { cutLines }: CsvText, { facts }: Scanned) =>
  isAscii && cutLines === 0 && facts.longestRecordBytes < comparedBytes;

/** The rows that are left out, and a note on those whose quotes are broken. */
function badRowsOf(
  { facts, sniffed, types }: Pick<Scanned, 'facts' | 'sniffed' | 'types'>,
  { quote, cutLines }: Pick<CsvText, 'quote' | 'cutLines'>,
): Pick<ImportResult, 'badRows' | 'badRowCount'> & { readonly note: string | null } {
  const { badRows, brokenCount, brokenLines, lineCount, raggedCount, unfitCount } = facts;
  const first = badRows.find(({ fault }) => fault === 'brokenQuote' || fault === 'openQuote');
  if (first !== undefined)
    refuseMostlyBroken(
      { lines: brokenLines, first: { line: first.line + 1, isClosed: first.fault === 'brokenQuote' }, lineCount },
      quote,
      cutLines,
    );
  return {
    badRows: badRows.slice(0, listedBadRows).map((row) => ({
      line: cutLines + row.line + 1,
      message:
        row.unfit !== null
          ? unfitRow(row.unfit.text, sniffed.columns[row.unfit.column]?.name ?? '', types[row.unfit.column] ?? 'utf8')
          : row.fault === 'fields'
            ? raggedRow(row.fieldCount, sniffed.columns.length)
            : brokenRow(row.fault === 'brokenQuote', row.lineCount),
    })),
    badRowCount: raggedCount + brokenCount + unfitCount,
    note: brokenCount === 0 ? null : brokenRowsNote(brokenCount, brokenLines),
  };
}
