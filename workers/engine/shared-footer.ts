import { type ColumnSetting, defaultLayout, type SharedFooter } from '../model/column-search';
import type { TableDescription, TrialTable } from '../model/trial-table';

/** The columns that tell what a footer has once. */
const writtenColumns = 40;

/**
 * The bytes of a footer that each column has if it is written alone, but columns of one file have once: the mean of some columns. Two columns alone
 * would not tell, since columns of like types also share parts of the schema. Other types share other parts, so narrower types are written too.
 */
export async function sharedFooterOf(
  table: Pick<TrialTable, 'fileBytes'>,
  columns: TableDescription['columns'],
  rows: Int32Array,
): Promise<SharedFooter> {
  const count = Math.min(columns.length, writtenColumns);
  if (count < 2) return { ownBytes: 0, narrowBytes: 0 };
  const indices = Array.from({ length: count }, (_, index) => Math.floor((index * columns.length) / count));
  const sharedBytes = async (settings: ReadonlyMap<string, ColumnSetting>) => {
    const bytesOf = (written: readonly number[]) =>
      table.fileBytes({ columns: written, rows, settings, layout: defaultLayout });
    let apartBytes = 0;
    for (const index of indices) apartBytes += await bytesOf([index]);
    return (apartBytes - (await bytesOf(indices))) / (count - 1);
  };
  const narrow = narrowSettings(columns);
  const ownBytes = await sharedBytes(new Map());
  return { ownBytes, narrowBytes: narrow.size === 0 ? ownBytes : await sharedBytes(narrow) };
}

/** The settings that write each column that has a narrower type in it. */
const narrowSettings = (columns: TableDescription['columns']): ReadonlyMap<string, ColumnSetting> =>
  new Map(
    columns.flatMap(({ name, types }) =>
      types.flatMap(({ narrowing, encodings: [encoding] }) =>
        narrowing === null || encoding === undefined
          ? []
          : [[name, { encoding, codec: { id: 'zstd', level: 3 }, narrowing }] as const],
      ),
    ),
  );
