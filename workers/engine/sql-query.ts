import { mostSqlRows } from '../model/protocol/sql';

/**
 * The query whose values are all texts, as DuckDB writes them, with one row more than are shown. Line breaks keep a comment at its end from taking in what
 * follows.
 */
export const asTextQuery = (sql: string): string =>
  `SELECT COLUMNS(*)::VARCHAR FROM (\n${withoutEnd(sql)}\n) LIMIT ${mostSqlRows + 1}`;

/** The query without semicolons and blanks at its end. */
const withoutEnd = (sql: string): string => sql.replace(/[\s;]+$/u, '');

/**
 * What DuckDB says of an error, with the line of `sql` in place of the line of {@link asTextQuery}, which is one more. Its messages are JSON, with the
 * text in one of the fields.
 */
export function duckdbMessage(thrown: unknown, sql: string): string {
  const lineCount = withoutEnd(sql).split('\n').length;
  const told = toldText(thrown).replace(
    /^LINE (\d+): (.*)(?:\n( *)\^)?/gmu,
    (_, line: string, text: string, blanks: string | undefined) => {
      const own = Number(line) - 1;
      // The line after the query is ours: DuckDB met the bracket that ends it.
      if (own > lineCount) return 'The query ends too early, or has one closing bracket too many.';
      const isShorter = String(own).length < line.length;
      const caret = blanks === undefined ? '' : `\n${isShorter ? blanks.slice(1) : blanks}^`;
      return `LINE ${own}: ${text}${caret}`;
    },
  );
  // DuckDB may show the same place twice.
  return [...new Set(told.split('\n\n'))].join('\n\n');
}

function toldText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  try {
    const told: unknown = JSON.parse(text);
    if (told instanceof Object && 'exception_message' in told) return String(told.exception_message);
  } catch {
    // Some errors are plain texts.
  }
  return text;
}
