import type { QuoteEffect } from '../../../model/protocol/coordinator';
import { type DelimitedReading, quoteCharacters } from '../../../model/reading-options';
import type { SniffedDialect } from './dialect';
import { type Database, firstResultRow } from './database';
import { findOverlongRow } from './overlong-rows';
import { selectRows } from './rows';
import { pieceAt, pieceBytes } from './scan/pieces';
import type { CsvType } from './types';

type Quote = DelimitedReading['quote'];

/** The quote characters that the file contains, of those that it may contain. */
export async function quoteCharactersIn(
  utf8: Blob,
  mayHave: Readonly<Record<'double' | 'single', boolean>> = { double: true, single: true },
): Promise<ReadonlySet<Quote>> {
  const found = new Set<Quote>();
  const sought = (['double', 'single'] as const).filter((quote) => mayHave[quote]);
  for (let start = 0; start < utf8.size && found.size < sought.length; start += pieceBytes) {
    const bytes = await pieceAt(utf8, start);
    for (const quote of sought) if (bytes.includes(quoteCharacters[quote].charCodeAt(0))) found.add(quote);
  }
  return found;
}

const rowsWith = (sniffed: SniffedDialect, quote: Quote, rejects: 'quote' | 'unread') =>
  selectRows(
    { ...sniffed, quote, nullWords: [] },
    sniffed.columns.map((): CsvType => 'utf8'),
    rejects,
  );

/**
 * The effect of each quote character on the rows, read as text with the current delimiter and header. A quote that the file does not contain has
 * the effect of no quote.
 */
export async function countQuoteEffects(
  database: Database,
  utf8: Blob,
  sniffed: SniffedDialect,
): Promise<Readonly<Record<Quote, QuoteEffect | null>>> {
  const present = await quoteCharactersIn(utf8);
  const acting = (quote: Quote): Quote => (present.has(quote) ? quote : 'none');
  const counted = new Map<Quote, QuoteEffect | null>();
  for (const quote of ['double', 'single', 'none'] as const) {
    const acts = acting(quote);
    // Read without quotes, a row of prose can have thousands of fields. DuckDB would take minutes to count such rows.
    const layout = { delimiter: sniffed.delimiter, quote: acts, columnCount: sniffed.columns.length };
    if (!counted.has(acts) && (await findOverlongRow(utf8, layout)) !== null) counted.set(acts, null);
    if (!counted.has(acts)) counted.set(acts, await effectOf(database, sniffed, acts, acts === acting(sniffed.quote)));
  }
  const effect = (quote: Quote) => counted.get(acting(quote)) ?? null;
  return { double: effect('double'), single: effect('single'), none: effect('none') };
}

/** `isNow` is true for the current quote. */
async function effectOf(
  database: Database,
  sniffed: SniffedDialect,
  quote: Quote,
  isNow: boolean,
): Promise<QuoteEffect | null> {
  const then = rowsWith(sniffed, quote, 'quote');
  // Rows of the two readings have no common index, so they are compared as multisets of hashes.
  const hashes = (rows: string, side: number) => `SELECT hash(rows) AS hash, ${side} AS side FROM ${rows} AS rows`;
  const both = `${hashes(rowsWith(sniffed, sniffed.quote, 'unread'), 1)} UNION ALL ${hashes(then, -1)}`;
  const changedSql = isNow
    ? `SELECT count(*) * 0.0::DOUBLE AS changed FROM ${then}`
    : `SELECT CAST(coalesce(sum(greatest(difference, 0)), 0) AS DOUBLE) AS changed FROM (SELECT sum(side) AS difference FROM (${both}) GROUP BY hash)`;
  try {
    const { changed } = firstResultRow(await database.query(changedSql));
    const { lines } = firstResultRow(
      await database.query('SELECT CAST(count(DISTINCT line) AS DOUBLE) AS lines FROM quote_errors'),
    );
    return { changedRows: Number(changed), leftOut: Number(lines) };
  } catch {
    // DuckDB's reader fails if a quote is not closed within the maximum line length.
    return null;
  } finally {
    for (const table of quoteTables) await database.query(`DROP TABLE IF EXISTS ${table}`);
  }
}

/** The tables that counting creates. */
const quoteTables = ['quote_errors', 'quote_scans'];
