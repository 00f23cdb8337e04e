import { isRecord, type JsonRecord, plainValue } from '../../../own-file/json-record';
import { plural } from '../../../model/plural';
import { unreadableFileError } from '../../../own-file/refusal';

/** The forms in which pandas’ `DataFrame.to_json` writes a table, beside lists of records: `orient` is `split`, `tight`, `columns` or `index`. */

const remedy = 'Write it as records: in pandas, to_json(orient="records").';
const refusal = (message: string) => unreadableFileError(message, remedy, { format: 'json' });

/** A list of names that are texts or numbers. */
const namesOf = (list: readonly unknown[]): readonly string[] | null =>
  list.map(plainValue).every((name) => typeof name === 'string' || typeof name === 'number' || typeof name === 'bigint')
    ? list.map((name) => String(plainValue(name)))
    : null;

/** True for the row numbers 0, 1, 2 … */
const isCount = (index: readonly unknown[]) => index.every((name, row) => String(plainValue(name)) === String(row));

/** The rows, with a column for their names unless these are the row numbers. A note says which. */
function withIndex(rows: readonly JsonRecord[], index: readonly unknown[], notes: string[]): readonly JsonRecord[] {
  if (isCount(index)) {
    notes.push('The numbers of its rows count from 0. They give the order, and are no column.');
    return rows;
  }
  const taken = new Set(rows.flatMap((row) => Object.keys(row)));
  let name = 'index';
  for (let more = 2; taken.has(name); more += 1) name = `index ${more}`;
  notes.push(`The names of its rows are the column “${name}”.`);
  return rows.map((row, at) => ({ [name]: index[at], ...row }));
}

/** `{"columns": ["a"], "index": [0, 1], "data": [[1], [2]]}`; null if the object has another form. */
function fromSplit(object: JsonRecord, notes: string[]): readonly JsonRecord[] | null {
  const { columns, index, data, index_names: indexNames, column_names: columnNames, ...others } = object;
  if (!Array.isArray(columns) || !Array.isArray(data) || !data.every((row) => Array.isArray(row))) return null;
  if (Object.keys(others).length > 0 || (index !== undefined && !Array.isArray(index))) return null;
  const rows: readonly (readonly unknown[])[] = data;
  const names = namesOf(columns);
  if (names === null)
    throw refusal('The names of its columns are lists, as of several levels, which a table can’t have.');
  if (new Set(names).size < names.length) throw refusal('Two of its columns share a name.');
  if (rows.length === 0) throw refusal('Its “data” has no rows.');
  const short = rows.findIndex((row) => row.length !== names.length);
  if (short >= 0)
    throw refusal(
      `Row ${(short + 1).toLocaleString('en')} of its “data” has ${plural(rows[short]?.length ?? 0, 'value')}, but there are ${plural(names.length, 'column')}.`,
    );
  if (Array.isArray(index) && index.length !== rows.length)
    throw refusal(`Its “index” has ${plural(index.length, 'name')}, but its “data” has ${plural(rows.length, 'row')}.`);
  const levels = [indexNames, columnNames].flat().filter((name) => typeof name === 'string');
  if (levels.length > 0)
    notes.push(
      `The ${levels.length === 1 ? 'name' : 'names'} of its index, ${levels.map((name) => `“${name}”`).join(', ')}, ${levels.length === 1 ? 'is' : 'are'} left out.`,
    );
  const records = rows.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column]])));
  return Array.isArray(index) ? withIndex(records, index, notes) : records;
}

const areNumbers = (names: readonly string[]) => names.every((name) => /^-?\d+$/u.test(name));

/**
 * `{"a": {"0": 1, "1": 2}}` by columns, or `{"0": {"a": 1}, "1": {"a": 2}}` by rows; null if the object has another form. Names that are whole numbers
 * are those of rows.
 * @throws FormatlabError if either or neither may be the rows
 */
function fromNested(object: JsonRecord, notes: string[]): readonly JsonRecord[] | null {
  const entries = Object.entries(object).filter((entry): entry is [string, JsonRecord] => isRecord(entry[1]));
  const outer = entries.map(([name]) => name);
  if (outer.length === 0 || outer.length < Object.keys(object).length) return null;
  const inner = [...new Set(entries.flatMap(([, values]) => Object.keys(values)))];
  if (inner.length === 0) return null;
  if (areNumbers(outer) === areNumbers(inner))
    throw refusal(
      'It is an object of objects, of which either may be the rows. It is read where the names of the rows alone are whole numbers.',
    );
  const byRow = areNumbers(outer);
  const index = byRow ? outer : inner;
  const rows = byRow
    ? entries.map(([, row]) => row)
    : inner.map((row) =>
        Object.fromEntries(
          entries.flatMap(([name, values]) => (Object.hasOwn(values, row) ? [[name, values[row]]] : [])),
        ),
      );
  notes.push(`It is an object of ${byRow ? 'rows' : 'columns'}; its rows are in the order of their numbers.`);
  return withIndex(rows, isCount(index) ? index : index.map(numberOf), notes);
}

const numberOf = (name: string): number | bigint => (Number.isSafeInteger(Number(name)) ? Number(name) : BigInt(name));

/** The records of a table in one of pandas’ forms; null if the object has another form. */
export const recordsOfFrame = (object: JsonRecord, notes: string[]): readonly JsonRecord[] | null =>
  fromSplit(object, notes) ?? fromNested(object, notes);
