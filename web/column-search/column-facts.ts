import type { ColumnFacts } from '../../workers/model/byte-map';

/**
 * What a file says of a column and the columns inside it. A file names a nested column by its path with dots, as a plain column can also be named: a path
 * belongs to the longest of the table's `columns` that it is, or that it begins with.
 */
export function factsOf(
  facts: readonly ColumnFacts[],
  name: string,
  columns: readonly string[],
): { readonly bytes: number; readonly text: string } {
  const own = facts.filter((column) => ownerOf(column.name, columns) === name);
  const listed = (values: readonly string[]) => [...new Set(values)].join(', ');
  const encodings = listed(own.flatMap((column) => column.encodings.map((encoding) => encoding.name)));
  return {
    bytes: own.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0),
    text: own.length === 0 ? 'not in the file' : `${encodings}; ${listed(own.flatMap(({ codecs }) => codecs))}`,
  };
}

function ownerOf(path: string, columns: readonly string[]): string | null {
  let owner: string | null = null;
  for (const column of columns)
    if ((path === column || path.startsWith(`${column}.`)) && (owner === null || column.length > owner.length))
      owner = column;
  return owner;
}
