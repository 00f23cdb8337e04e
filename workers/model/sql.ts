/** A text as an SQL literal. */
export const sqlLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as an SQL identifier. */
export const sqlIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
