/** Queries to begin with. */
export const exampleQueries: readonly { readonly label: string; readonly sql: string }[] = [
  {
    label: 'The smallest files',
    sql: "SELECT candidate, file_bytes, round(ratio, 2) AS ratio\nFROM cells\nWHERE operation = 'encode'\nORDER BY file_bytes",
  },
  {
    label: 'The fastest to decode',
    sql: "SELECT candidate, best_ms, rounds\nFROM cells\nWHERE operation = 'decode' AND best_ms IS NOT NULL\nORDER BY best_ms",
  },
  {
    label: 'Encode and decode side by side',
    sql: "SELECT candidate,\n  max(best_ms) FILTER (operation = 'encode') AS encode_ms,\n  max(best_ms) FILTER (operation = 'decode') AS decode_ms\nFROM cells\nGROUP BY candidate\nORDER BY decode_ms",
  },
  {
    label: 'What was not measured',
    sql: "SELECT candidate, status\nFROM cells\nWHERE status <> 'completed'",
  },
  {
    label: 'The best of each format',
    sql: "SELECT format, min(file_bytes) AS smallest_bytes, min(best_ms) FILTER (operation = 'decode') AS fastest_decode_ms\nFROM cells\nGROUP BY format\nORDER BY smallest_bytes",
  },
  {
    label: 'Samples of each round',
    sql: 'SELECT candidate, operation, round, count(*) AS samples, min(ms) AS best_ms, median(ms) AS median_ms\nFROM samples\nGROUP BY ALL\nORDER BY candidate, operation, round',
  },
  {
    label: 'Published figures of each source',
    sql: 'SELECT source, title, count(*) AS figures\nFROM published\nGROUP BY ALL\nORDER BY source',
  },
  {
    label: 'Published sizes',
    sql: "SELECT source, system, dataset, printed, value AS bytes\nFROM published\nWHERE unit IN ('B', 'MB', 'GB', 'KiB', 'MiB', 'GiB')\nORDER BY value",
  },
  { label: 'The columns of the data', sql: 'DESCRIBE data' },
  { label: 'The first rows of the data', sql: 'SELECT *\nFROM data\nLIMIT 100' },
];
