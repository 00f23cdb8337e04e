import { defaultLayout, type FileLayout } from '../model/column-search';

/**
 * The layouts that are tried besides the default: pages that only their size ends, larger dictionaries, both, and other row groups, and
 * small pages, from which rows are looked up. Layouts that give the same file as another for this many rows are left out.
 */
export function otherLayouts(rowCount: number): FileLayout[] {
  const longPages: FileLayout = { ...defaultLayout, pageRows: 134_217_728 };
  const largeDictionary: FileLayout = { ...defaultLayout, dictionaryKiB: 16_384 };
  const both: FileLayout = { ...longPages, dictionaryKiB: 16_384 };
  const smallPages: FileLayout = { ...defaultLayout, pageRows: 2_048 };
  const oneGroup = rowCount > defaultLayout.rowGroupRows;
  const smallGroups = 131_072;
  return [
    both,
    ...(rowCount > defaultLayout.pageRows ? [longPages] : []),
    largeDictionary,
    ...(oneGroup ? [{ ...both, rowGroupRows: rowCount }] : []),
    ...(rowCount > smallGroups ? [{ ...longPages, rowGroupRows: smallGroups }] : []),
    ...(rowCount > defaultLayout.pageRows ? [{ ...both, pageKiB: 8_192 }, smallPages] : []),
  ].filter(
    (layout, index, all) =>
      (rowCount > defaultLayout.pageRows || layout.pageRows === defaultLayout.pageRows) &&
      all.findIndex((other) => JSON.stringify(other) === JSON.stringify(layout)) === index,
  );
}
