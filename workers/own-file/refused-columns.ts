import type { Table } from '../model/dataset';
import type { RefusedColumn } from '../model/errors';
import type { OwnFileReport } from '../model/protocol/coordinator';
import { columnName } from './notes';
import { unreadableFileError } from './refusal';

/** `reason` completes a sentence about the column, such as “it has the type …”. */
export const refusedColumn = (index: number, name: string, reason: string): RefusedColumn => ({
  index,
  name: name.slice(0, 200),
  reason: reason.slice(0, 500),
});

/**
 * Thrown for a column, or a part of one, whose values no type of Formatlab can hold. `path` leads to the part; it is null, or the name of the column, for
 * the column itself. `reason` completes a sentence about it. {@link unlessUnsupported} catches it.
 */
export class UnsupportedColumnType extends Error {
  override readonly name = 'UnsupportedColumnType';
  readonly path: string | null;
  readonly reason: string;

  constructor(path: string | null, reason: string) {
    super(reason);
    this.path = path;
    this.reason = reason;
  }
}

/** What `make` makes of a column; null if its type is unsupported, which is added to `refused`. */
export function unlessUnsupported<T>(index: number, name: string, refused: RefusedColumn[], make: () => T): T | null {
  try {
    return make();
  } catch (thrown) {
    if (!(thrown instanceof UnsupportedColumnType)) throw thrown;
    const { path, reason } = thrown;
    const what = path === null || path === name ? 'it' : `its part “${path.slice(0, 200)}”`;
    refused.push(refusedColumn(index, name, `${what} ${reason}`));
    return null;
  }
}

/** A note or an error's message on a column that cannot be read. */
export const refusalText = ({ name, reason }: RefusedColumn): string => `${columnName(name)} can’t be read: ${reason}.`;

const arrowTypes =
  ', for example a union as a struct of its types, an interval as a duration, run ends or list views inside another column as plain values and lists, integers of 128 bits as decimals, or timestamps in microseconds';
/** Examples of types that can be read instead, as the end of a sentence, by format. */
const otherTypes: Readonly<Record<string, string>> = {
  arrow: arrowTypes,
  parquet: arrowTypes,
  avro: ', for example a union as a record with a nullable field for each of its types',
  orc: ', for example a union as a struct with a field for each of its types, or timestamps in microseconds',
  pickle: ', for example periods as timestamps, intervals as two columns, and sparse values as plain ones',
};

/**
 * Checks that the user left out every column that cannot be read.
 * @throws FormatlabError that lists these columns
 */
export function checkRefusedLeftOut(
  refused: readonly RefusedColumn[],
  leftOutColumns: readonly number[],
  readCount: number,
  format: string,
): void {
  const [first, ...others] = refused.filter(({ index }) => !leftOutColumns.includes(index));
  if (first === undefined) return;
  const more =
    others.length === 0
      ? ''
      : ` Nor can ${others.length.toLocaleString('en')} more column${others.length === 1 ? '' : 's'}.`;
  throw unreadableFileError(
    `${refusalText(first)}${more}`,
    `${readCount === 0 ? 'Write' : `Leave ${others.length === 0 ? 'it' : 'them'} out, or write`} the file again with ${others.length === 0 ? 'another type' : 'other types'}${otherTypes[format] ?? ''}.`,
    { tag: 'unsupported', format, ...(readCount === 0 ? {} : { refusedColumns: refused }) },
  );
}

/** The indices in the file of the columns that are read, in order. */
export function indicesOfRead(readCount: number, refused: readonly RefusedColumn[]): readonly number[] {
  const without = new Set(refused.map(({ index }) => index));
  return Array.from({ length: readCount + refused.length }, (_, index) => index).filter((index) => !without.has(index));
}

/** The columns of the file in order: those of the table, and those that cannot be read at their own places. */
export function fileColumnsOf(
  table: Table,
  refused: readonly RefusedColumn[],
  leftOutColumns: readonly number[],
): OwnFileReport['fileColumns'] {
  const refusedByIndex = new Map(refused.map((column) => [column.index, column]));
  const read = table.columns.values();
  return Array.from({ length: table.columns.length + refused.length }, (_, index) => {
    const refusal = refusedByIndex.get(index);
    const isRead = !leftOutColumns.includes(index);
    if (refusal !== undefined) return { name: refusal.name, type: '', isRead, refusal: refusal.reason };
    const { name, type } = read.next().value ?? { name: '', type: '' };
    return { name, type, isRead };
  });
}
