import type { Column } from '../../model/column';
import { checkDecodedSize } from '../../own-file/limits';
import { shortList } from '../../own-file/notes';

/** The values in folder names like `year=2024`, one list for each file, or why they give no columns. */
export type HivePaths =
  | { readonly names: readonly string[]; readonly values: readonly (readonly (string | null)[])[] }
  | { readonly problem: string };

/** The folder name that Hive and Spark write for a null. */
const nullValue = '__HIVE_DEFAULT_PARTITION__';

/** Names and values may be percent-encoded, as Hive writes characters that paths can't hold. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function pairsOf(path: string): readonly (readonly [string, string | null])[] {
  return path
    .split('/')
    .slice(0, -1)
    .flatMap((folder) => {
      const place = folder.indexOf('=');
      if (place <= 0) return [];
      const value = decoded(folder.slice(place + 1));
      return [[decoded(folder.slice(0, place)), value === nullValue ? null : value] as const];
    });
}

/** The partition columns that the paths name, in the style of Hive; null if no folder is named so. */
export function hivePathsOf(paths: readonly string[]): HivePaths | null {
  const pairs = paths.map(pairsOf);
  if (pairs.every(({ length }) => length === 0)) return null;
  const names = (pairs.find(({ length }) => length > 0) ?? []).map(([name]) => name);
  const repeated = names.find((name, place) => names.indexOf(name) < place);
  if (repeated !== undefined) return { problem: `The name “${repeated.slice(0, 60)}” stands twice in one path.` };
  const other = pairs.findIndex((own) => own.map(([name]) => name).join('\n') !== names.join('\n'));
  if (other >= 0) return { problem: `Not all files lie in folders named by ${shortList(names, 5)}, in this order.` };
  return { names, values: pairs.map((own) => own.map(([, value]) => value)) };
}

const isInteger = (text: string) => /^-?\d{1,9}$/u.test(text);

/**
 * One column for each name, with the value of its file in each row: int32 if all values are whole numbers of at most nine digits, as pyarrow
 * reads them, otherwise text. `notes` say where leading zeros are lost.
 */
export function partitionColumns(
  { names, values }: Extract<HivePaths, { names: readonly string[] }>,
  rowCounts: readonly number[],
  notes: string[],
): readonly Column[] {
  const rows = rowCounts.reduce((sum, count) => sum + count, 0);
  return names.map((name, place): Column => {
    const own = values.map((each) => each[place] ?? null);
    const validity = own.includes(null) ? validityOf(own, rowCounts, rows) : null;
    const present = [...new Set(own.filter((value) => value !== null))];
    if (present.length > 0 && present.every(isInteger)) {
      const zeros = present.filter((value) => String(Number(value)) !== value);
      if (zeros.length > 0)
        notes.push(
          `Column “${name.slice(0, 60)}” holds the numbers in the folders’ names as int32. Zeros in front of ${zeros.length.toLocaleString('en')} of its ${present.length.toLocaleString('en')} values are not kept.`,
        );
      const column = new Int32Array(rows);
      let row = 0;
      for (const [file, count] of rowCounts.entries()) {
        column.fill(Number(own[file] ?? 0), row, row + count);
        row += count;
      }
      return { name, type: 'int32', validity, values: column };
    }
    const encoder = new TextEncoder();
    const texts = own.map((value) => encoder.encode(value ?? ''));
    const dataBytes = texts.reduce((sum, text, file) => sum + text.length * (rowCounts[file] ?? 0), 0);
    checkDecodedSize(dataBytes, 'table');
    const offsets = new Int32Array(rows + 1);
    const data = new Uint8Array(dataBytes);
    let [row, at] = [0, 0];
    for (const [file, text] of texts.entries())
      for (let index = 0; index < (rowCounts[file] ?? 0); index += 1) {
        data.set(text, at);
        at += text.length;
        row += 1;
        offsets[row] = at;
      }
    return { name, type: 'utf8', validity, offsets, data };
  });
}

function validityOf(values: readonly (string | null)[], rowCounts: readonly number[], rows: number): Uint8Array | null {
  if (!rowCounts.some((count, file) => count > 0 && values[file] === null)) return null;
  const bits = new Uint8Array(Math.ceil(rows / 8));
  let row = 0;
  for (const [file, count] of rowCounts.entries())
    for (let index = 0; index < count; index += 1, row += 1)
      if (values[file] !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}
