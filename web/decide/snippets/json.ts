import { sqlLiteral } from '../../../workers/model/sql';
import { arrowTextLines, duckdbColumns, duckdbTexts, guessedTypes, textColumns, type TextColumn } from './columns';
import { pythonSnippet, type PythonCodec, type PythonContent } from './python';
import { call, joined, type Snippet, type SnippetRequest } from './snippet';
import { duckdbInput } from './source';

/** JSON by Python's own module and by DuckDB; MessagePack by msgpack. */

/** The types of columns whose values Python's writers take as they are, or as texts in ISO 8601. */
const plainTypes = new Set(['bool', 'utf8', 'float64', 'date', 'timestamp', 'json']);
const isPlain = ({ type }: TextColumn) => plainTypes.has(type) || /^u?int\d+$/u.test(type);
const hasTimes = (columns: readonly TextColumn[]) =>
  columns.some(({ type }) => type === 'date' || type === 'timestamp');

const isoTime = 'default=lambda time: time.isoformat().replace("+00:00", "Z")';

/** What `arrowTextLines` needs. */
const textImports = ['import pyarrow as pa', 'import pyarrow.compute as pc'];

/** What the user has, and the expression of its Python objects. */
interface PythonObjects {
  readonly input: string;
  readonly value: string;
  /** What is done before, to the times of a table. */
  readonly prepare?: readonly string[];
  readonly times: boolean;
}

function objectsOf({ schema, candidate }: SnippetRequest): PythonObjects | null {
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

function pythonJson(request: SnippetRequest): PythonContent | null {
  const objects = objectsOf(request);
  if (objects === null) return null;
  const { prepare = [] } = objects;
  const lines = request.candidate.options.layout === 'lines';
  const settings = [
    'ensure_ascii=False',
    'separators=(",", ":")',
    'allow_nan=False',
    ...(objects.times ? [isoTime] : []),
  ];
  return {
    tool: 'python',
    label: 'Python (json)',
    input: objects.input,
    imports: ['import json'],
    writeImports: prepare.length === 0 ? [] : textImports,
    tested: true,
    encode: lines
      ? [
          ...prepare,
          ...call('to_text = json.JSONEncoder', settings).map((line, index, all) =>
            index === all.length - 1 ? `${line}.encode` : line,
          ),
          `records = ${objects.value}`,
          'content = "".join(f"{to_text(record)}\\n" for record in records).encode()',
        ]
      : [...prepare, ...call('text = json.dumps', [objects.value, ...settings]), 'content = text.encode()'],
    decode: lines ? ['data = [json.loads(line) for line in content.splitlines()]'] : ['data = json.loads(content)'],
  };
}

function duckdb({ schema, candidate, fileName, source }: SnippetRequest): Snippet[] {
  const columns = schema.kind === 'table' ? textColumns(schema) : null;
  const layout = candidate.options.layout ?? 'columns';
  const types = columns === null ? null : duckdbColumns(columns);
  // DuckDB writes rows, not one object of lists.
  if (columns === null || types === null || layout === 'columns') return [];
  const hasZone = columns.some(({ timeZone }) => timeZone !== null);
  const texts = duckdbTexts(columns) ?? ['COPY data TO'];
  const zone = hasZone ? ["SET TimeZone = 'UTC';"] : [];
  const values = ['FORMAT json', `ARRAY ${layout === 'records'}`];
  const kind = layout === 'records' ? 'array' : 'newline_delimited';
  return [
    {
      tool: 'duckdb',
      label: 'DuckDB',
      language: 'sql',
      write: joined([
        ...duckdbInput(source),
        ...zone,
        ...texts.slice(0, -1),
        ...call(`${texts.at(-1)} ${sqlLiteral(fileName)} `, values),
      ]).concat(';'),
      read: joined([
        ...(types.length === 0 ? [`-- ${guessedTypes}`] : []),
        ...zone,
        ...call('CREATE TABLE data AS FROM read_json', [sqlLiteral(fileName), `format = '${kind}'`, ...types]),
      ]).concat(';'),
      tested: true,
    },
  ];
}

export function jsonSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const format = pythonJson(request);
  const python = format === null || (isWrapped && codec === null) ? [] : [pythonSnippet(format, codec, request)];
  return isWrapped ? python : [...python, ...duckdb(request)];
}

const wideIntegers =
  'msgpack has no setting for a file of this size: @msgpack/msgpack writes every integer in 9 bytes, and other libraries take the shortest form.';

export function messagePackSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const { candidate, schema } = request;
  const objects =
    schema.kind === 'records' ? { input: 'data: a dictionary', value: 'data', times: false } : objectsOf(request);
  if (objects === null || (isWrapped && codec === null)) return [];
  // Instants have MessagePack's own type; dates and local times are texts.
  const columns = schema.kind === 'table' ? (textColumns(schema) ?? []) : [];
  const zoned = columns.some(({ timeZone }) => timeZone !== null);
  const prepare = arrowTextLines(columns.filter(({ timeZone }) => timeZone === null));
  const integers =
    (schema.kind === 'dict' && (schema.keyType === 'int64' || schema.valueType === 'int64')) ||
    ((schema.kind === 'array' || schema.kind === 'list') && schema.elementType === 'int64');
  const settings = [
    ...(zoned ? ['datetime=True'] : []),
    ...(objects.times ? ['default=lambda time: time.isoformat()'] : []),
  ];
  const format: PythonContent = {
    tool: 'msgpack',
    label: 'Python (msgpack)',
    input: objects.input,
    imports: ['import msgpack'],
    writeImports: prepare.length === 0 ? [] : textImports,
    tested: true,
    encode: [...prepare, ...call('content = msgpack.packb', [objects.value, ...settings])],
    decode: call('data = msgpack.unpackb', ['content', 'strict_map_key=False', ...(zoned ? ['timestamp=3'] : [])]),
    ...(candidate.implementation === 'msgpack' && integers ? { readsOnly: wideIntegers } : {}),
  };
  return [pythonSnippet(format, codec, request)];
}
