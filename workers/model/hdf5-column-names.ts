/**
 * The names under which the columns of a table are stored in HDF5: their own, or `__column_<index>` if HDF5 or the page's layout can't use that.
 */
export function hdf5ColumnNames(columnNames: readonly string[]): string[] {
  const taken = new Set<string>();
  return columnNames.map((name, index) => {
    if (name === '' || name === '.' || /^__|[/\0]/.test(name) || taken.has(name)) return `__column_${index}`;
    taken.add(name);
    return name;
  });
}
