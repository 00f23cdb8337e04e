import { tableFromArrow } from '../../arrow/open/arrow-columns';
import { countQuoteEffects } from './quote-effects';
import { countNumbers } from './survey';
import { openDatabase } from './duckdb';
import { type ImportResult, listedBadRows, type ReadOptions } from '../../../own-file/imported';
import { countEncodings } from '../../../own-file/encoding-effects';
import { detectedReading, dialectIn, noteTable } from './detected-reading';
import { withWideDecimals } from './wide-decimals';
import { selectKeepingTexts } from './kept-texts';
import { typeEffectsOf, exactTypes, withInstants } from './exact-types';
import { withUtc } from '../../../own-file/utc';
import type { CsvText } from './csv-text';
import { detectText, noteSingleColumn } from './detect-dialect';
import { noteRenamedColumns } from './header-names';
import { explainLineEnds } from './line-ends';
import { refuseOverlongRows } from './overlong-rows';
import { readRejectedRows } from './rejected-rows';
import { createTable, textsNamedIn } from './rows';
import { typeChoiceOf, typeChoicesFor, chosenTypes } from './choices';
import { countChosen, countExact, type ExactCounts } from './exact-counts';
import { textTableName } from './text-table';
import { misreadColumns, readUnfitRows } from './unfit-rows';

/** Reads prepared text with DuckDB's strict reader, which knows every way to write delimited text. */
export async function readByDuckdb(
  file: Blob,
  text: CsvText,
  { columnTypes, countsEffects, onStage, onRead }: ReadOptions,
): Promise<ImportResult> {
  onStage('Fetching DuckDB, 34 MB');
  const tables = ['own_file', 'own_texts', textTableName, 'reject_errors', 'reject_scans'];
  const database = await openDatabase(text.utf8, 'own-file.csv', tables);
  try {
    onStage('Finding delimiter and types');
    const notes = [...text.notes];
    const detection = await detectText(database, text, notes);
    const { sniffed, survey, columnNotes, brokenRows } = detection;
    const { utf8, reading } = detection.text;
    for (const { index, text, as } of columnNotes) {
      const type = sniffed.columns[index]?.type ?? 'utf8';
      if (as === undefined && (columnTypes?.[index] ?? type) === type) notes.push(text);
    }
    await noteRenamedColumns(database, sniffed, notes);
    await refuseOverlongRows(utf8, { ...sniffed, columnCount: sniffed.columns.length }, text.cutLines);
    const areChosen = columnTypes !== null;
    const chosenExact = new Set(
      (columnTypes ?? []).flatMap((type, index) => (type === 'decimal' || type === 'time' ? [index] : [])),
    );
    const chosenCounts = await countChosen(database, sniffed, chosenExact);
    const found = chosenTypes(sniffed, columnTypes, chosenCounts);
    const exact = await exactTypes(database, sniffed, found, areChosen, notes);
    for (const { index, text, as } of columnNotes) if (as !== undefined && exact[index] === as) notes.push(text);
    const read = await withInstants(database, sniffed, exact, areChosen, notes);
    const { types, instants } = read;
    onStage('Reading the rows');
    const misread: ReadonlySet<number> = areChosen
      ? await misreadColumns(database, sniffed, types, instants)
      : new Set();
    await database.query(createTable(sniffed, types, instants, misread));
    const rejected = await readRejectedRows(database, utf8, types, text.cutLines);
    const unfit = await readUnfitRows(database, sniffed, types, misread);
    if (sniffed.columns.length === 1 && reading.delimiter === undefined)
      await noteSingleColumn(text, rejected.badRowCount, notes);
    const unfitRowCount = rejected.badRowCount + unfit.badRowCount;
    const byLine = [...brokenRows, ...rejected.badRows].sort((one, other) => one.line - other.line);
    const badRows = [...byLine, ...unfit.badRows].slice(0, listedBadRows);
    const badRowCount = brokenRows.length + unfitRowCount;
    const all = await selectKeepingTexts(database, sniffed, types, survey.words, unfitRowCount, notes);
    const table = tableFromArrow(await database.query(all), notes);
    const dataset = withUtc(withWideDecimals(table, types), instants);
    noteTable(sniffed.columns, dataset.rowCount, notes);
    const possibleTypesOf = (counts: ReadonlyMap<number, ExactCounts>) =>
      sniffed.columns.map(({ type }, index) => [
        ...new Set([typeChoiceOf(types[index] ?? type), ...typeChoicesFor(type, counts.get(index))]),
      ]);
    const as = { sniffed, survey, types, reading };
    const dialect = dialectIn(text, as);
    const result = { dataset, dialect, badRows, badRowCount, notes, possibleTypes: possibleTypesOf(chosenCounts) };
    if (!countsEffects) return result;
    const detected = detectedReading(text, as);
    await onRead({ ...result, found: detected });
    // This worker counts while DuckDB works in its own.
    const encodings = countEncodings(file, text.label);
    encodings.catch(() => undefined);
    const counts = await countExact(database, sniffed, chosenExact);
    const possibleTypes = possibleTypesOf(counts);
    const typeEffects = await typeEffectsOf(database, sniffed, possibleTypes, read, counts);
    // Without quotes, rows whose quotes are broken may be rows of the table.
    if (brokenRows.length > 0) await database.replaceFile(text.utf8);
    const quotes = await countQuoteEffects(database, text.utf8, sniffed);
    if (brokenRows.length > 0) await database.replaceFile(utf8);
    const marked = survey.marked.flatMap((index) => sniffed.columns[index]?.name ?? []);
    const numbers = await countNumbers(database, textsNamedIn({ ...sniffed, nullWords: [] }), marked);
    const delimited = { ...detected.delimited, quotes, numbers };
    return { ...result, possibleTypes, found: { ...detected, delimited, typeEffects, encodings: await encodings } };
  } catch (thrown) {
    throw await explainLineEnds(thrown, text.utf8);
  } finally {
    await database.close();
  }
}
