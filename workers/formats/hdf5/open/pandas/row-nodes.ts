import { isTableGroup, type PandasGroup, pandasTypeName } from './frames';
import { isPickled, type PandasNode } from './nodes';

/** The nodes of a group whose first axis is that of its rows. */
interface RowNodes {
  readonly nodes: ReadonlyMap<string, PandasNode>;
  readonly rowCount: number;
}

/** The nodes of a DataFrame or Series that hold its rows; or why its rows can’t be read alone. */
export function rowNodesOf(group: PandasGroup): RowNodes | string {
  const { attributes, nodes } = group;
  const isTable = isTableGroup(attributes);
  const axis = isTable ? 'table' : attributes.get(pandasTypeName) === 'series' ? 'index' : 'axis1';
  const isOfRows = (name: string) =>
    name === axis || (!isTable && (name === 'values' || /^block\d+_values$/u.test(name)));
  const found = new Map([...nodes].filter(([name]) => isOfRows(name)));
  const rowCount = found.get(axis)?.dataset.shape?.[0];
  // The reader says what is missing.
  if (rowCount === undefined) return 'its index is missing';
  for (const node of found.values()) {
    if (isPickled(node))
      return 'pandas pickled its texts or its index as one object; the format “table” has rows that are read alone';
    if (node.dataset.shape?.[0] !== rowCount) return 'its values are stored column by column';
  }
  return { nodes: found, rowCount };
}
