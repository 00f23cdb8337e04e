import { arrowTextLines, textColumns, type TextColumn } from './columns';
import type { SnippetRequest } from './snippet';

/** The types of columns whose values Python's writers take as they are, or as texts in ISO 8601. */
const plainTypes = new Set(['bool', 'utf8', 'float64', 'date', 'timestamp', 'json']);
const isPlain = ({ type }: TextColumn) => plainTypes.has(type) || /^u?int\d+$/u.test(type);
const hasTimes = (columns: readonly TextColumn[]) =>
  columns.some(({ type }) => type === 'date' || type === 'timestamp');

/** What `arrowTextLines` needs. */
export const textImports = ['import pyarrow as pa', 'import pyarrow.compute as pc'];

/** What the user has, and the expression of its Python objects. */
interface PythonObjects {
  readonly input: string;
  readonly value: string;
  /** What is done before, to the times of a table. */
  readonly prepare?: readonly string[];
  readonly times: boolean;
}

/** The Python objects of the data, in the candidate's layout. Null if Python's writers write others. */
export function objectsOf({ schema, candidate }: SnippetRequest): PythonObjects | null {
  const layout = candidate.options.layout ?? 'columns';
  switch (schema.kind) {
    case 'table': {
      const columns = textColumns(schema) ?? [];
      // Python's module would write the text of a JSON column in quotes.
      if (!columns.every(isPlain) || columns.some(({ type }) => type === 'json')) return null;
      const value = layout === 'columns' ? 'table.to_pydict()' : 'table.to_pylist()';
      return { input: 'table: a pyarrow.Table', value, prepare: arrowTextLines(columns), times: hasTimes(columns) };
    }
    case 'keyedVectors': {
      // Python would write the digits of a float64.
      if (schema.elementType === 'float32') return null;
      const value =
        layout === 'columns'
          ? '{name: vector.tolist() for name, vector in vectors.items()}'
          : '[{"id": name, "vector": vector.tolist()} for name, vector in vectors.items()]';
      return { input: 'vectors: a dictionary from id to NumPy array', value, times: false };
    }
    case 'dict': {
      const value = layout === 'columns' ? 'data' : '[{"key": key, "value": value} for key, value in data.items()]';
      return { input: 'data: a dictionary', value, times: false };
    }
    case 'array':
      if (schema.elementType === 'float32') return null;
      return { input: 'array: a NumPy array', value: 'array.tolist()', times: false };
    case 'list':
    case 'stringArray':
      return { input: 'data: a list', value: 'data', times: false };
    default:
      return null;
  }
}
