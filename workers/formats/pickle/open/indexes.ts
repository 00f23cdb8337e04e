import { expandCategories } from '../../../columns/categories';
import { maxColumns } from '../../../model/column-schema';
import type { Column } from '../../../model/column';
import { takeRows } from '../../../model/column-rows';
import { cellValue } from '../../../model/table-row';
import type { ElementContext } from '../../../own-file/element-types';
import { columnName, shortList } from '../../../own-file/notes';
import { integersOf } from './arrays';
import { floatText } from './float-text';
import {
  columnOfIndex,
  isIndexOf,
  isRange,
  lengthOfIndex,
  type PandasColumn,
  rangeOf,
  rowsOfCodes,
  stateOfIndex,
} from './extension-arrays';
import {
  isCallOf,
  malformed,
  nameOfValue,
  PyList,
  type PyObject,
  type PyValue,
  UnreadColumn,
  unsupported,
} from './values';

/** A column that is read only when its name is final. */
export interface NamedReader {
  readonly name: string;
  readonly read: (name: string, context: ElementContext) => Column;
}

const maxLevels = 100;
const isMulti = (index: PyValue): index is PyObject => isIndexOf(index, /MultiIndex$/u);

interface Level {
  readonly label: PyValue;
  readonly values: PyValue;
  readonly codes: PyValue;
}

function levelsOf(index: PyObject): Level[] {
  const state = stateOfIndex(index);
  const [levels, codes, names] = [state.get('levels'), state.get('codes') ?? state.get('labels'), state.get('names')];
  if (!(levels instanceof PyList) || !(codes instanceof PyList) || levels.items.length !== codes.items.length)
    throw malformed('has an index of several levels without their values');
  if (levels.items.length > maxLevels) throw unsupported(`It holds an index of ${levels.items.length} levels.`);
  const labels = names instanceof PyList ? names.items : [];
  return levels.items.map((values, at) => ({ label: labels[at] ?? null, values, codes: codes.items[at] ?? null }));
}

function columnOfLevel({ values, codes }: Level, name: string, context: ElementContext): PandasColumn {
  const read = columnOfIndex(values, name, context);
  const rows = rowsOfCodes(integersOf(codes, 'codes of an index'), read.rowCount);
  return { rowCount: rows.length, column: takeRows(read.column, rows) };
}

/** The index as columns, with the names that `DataFrame.reset_index` gives them: none if it counts the rows from 0. */
export function indexReaders(
  index: PyValue,
  rowCount: number,
  others: readonly string[],
  notes: string[],
): NamedReader[] {
  if (isRange(index)) {
    const { start, step } = rangeOf(index);
    if (start === 0n && step === 1n) return [];
  }
  const checked = (column: PandasColumn): Column => {
    if (column.rowCount !== rowCount) throw malformed(`has an index of ${column.rowCount} rows for ${rowCount} rows`);
    return column.column;
  };
  if (!isMulti(index)) {
    const label = isCallOf(index, /_new_/u) ? (stateOfIndex(index).get('name') ?? null) : null;
    const name = label === null ? (others.includes('index') ? 'level_0' : 'index') : textOfLabel(label);
    notes.push(`The index of the DataFrame is the ${columnName(name).replace('Column', 'column')}.`);
    return [{ name, read: (own, context) => checked(columnOfIndex(index, own, context)) }];
  }
  const readers = levelsOf(index).map(
    (level, at): NamedReader => ({
      name: level.label === null ? `level_${at}` : textOfLabel(level.label),
      read: (own, context) => checked(columnOfLevel(level, own, context)),
    }),
  );
  const names = readers.map(({ name }) => `“${name.slice(0, 60)}”`);
  notes.push(`The levels of the index of the DataFrame are the columns ${shortList(names, 10)}.`);
  return readers;
}

const maxLabelDepth = 8;
const maxLabelLength = 10_000;

/** The text by which a column is called. A small pickle may name one tuple many times within others, so its length is limited. */
export function textOfLabel(label: PyValue, depth = 0): string {
  if (typeof label === 'string') return label;
  if (typeof label === 'bigint') return String(label);
  if (typeof label === 'number') return floatText(label);
  if (typeof label === 'boolean') return label ? 'True' : 'False';
  if (label instanceof PyList && label.kind === 'tuple' && depth < maxLabelDepth) {
    let length = 0;
    const parts = label.items.map((part) => {
      const text = textOrNone(part, depth + 1);
      length += text.length + 1;
      if (length > maxLabelLength)
        throw unsupported('It holds a DataFrame with a column that is called by a very long tuple.');
      return text;
    });
    return tupleText(parts);
  }
  throw unsupported(`It holds a DataFrame with a column that is called by ${nameOfValue(label)}.`);
}

const textOrNone = (label: PyValue, depth: number): string => {
  if (label === null) return 'None';
  return typeof label === 'string' ? quoted(label) : textOfLabel(label, depth);
};

/** A text as Python prints it, apart from characters that it escapes. */
const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;

/** A tuple as Python prints it, which is what `DataFrame.to_parquet` calls a column of several levels. */
const tupleText = (parts: readonly string[]): string => `(${parts.join(', ')}${parts.length === 1 ? ',' : ''})`;

/** The names of the columns. @throws FormatlabError if they are called by values that have no text */
export function labelsOf(index: PyValue, context: ElementContext): string[] {
  const count = lengthOfIndex(index);
  if (count > maxColumns) throw unsupported(`It holds a DataFrame of ${count} columns.`);
  try {
    if (!isMulti(index)) return textsOf(columnOfIndex(index, 'columns', { ...context, notes: [] }).column, count);
    const levels = levelsOf(index).map((level) => {
      const { column } = columnOfLevel(level, 'columns', { ...context, notes: [] });
      return labelsIn(column, count).map(({ text, isText }) => (isText ? quoted(text) : text));
    });
    context.notes.push(
      `The columns are called by ${levels.length} levels; their names are kept as Python prints them.`,
    );
    return Array.from({ length: count }, (_, at) => tupleText(levels.map((level) => level[at] ?? '')));
  } catch (thrown) {
    if (thrown instanceof UnreadColumn)
      throw unsupported(`It holds a DataFrame whose columns are called by values that are not read: ${thrown.reason}.`);
    throw thrown;
  }
}

/** A label as Python prints it. `isText` is true for a str, and not for a missing one. */
interface Label {
  readonly text: string;
  readonly isText: boolean;
}

function labelsIn(column: Column, count: number, missing = 'nan'): Label[] {
  const plain = column.type === 'category' ? expandCategories(column) : column;
  const isDay = plain.type === 'date' || plain.type === 'timestamp';
  if (isDay || plain.type === 'binary' || plain.type === 'list' || plain.type === 'struct')
    throw unsupported(`It holds a DataFrame whose columns are called by values of the type ${plain.type}.`);
  const isFloat = plain.type.startsWith('float');
  return Array.from({ length: count }, (_, row): Label => {
    const value = cellValue(plain, row);
    if (typeof value === 'string') return { text: value, isText: true };
    if (value === null) return { text: missing, isText: false };
    if (typeof value === 'boolean') return { text: value ? 'True' : 'False', isText: false };
    return { text: isFloat && typeof value === 'number' ? floatText(value) : String(value), isText: false };
  });
}

const textsOf = (column: Column, count: number): string[] => labelsIn(column, count, 'None').map(({ text }) => text);
