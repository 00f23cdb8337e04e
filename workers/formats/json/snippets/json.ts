import { sqlLiteral } from '../../../model/sql';
import { duckdbColumns, duckdbTexts, guessedTypes, textColumns } from '../../../snippets/columns';
import { objectsOf, textImports } from '../../../snippets/python-objects';
import { pythonSnippet, type PythonCodec, type PythonContent } from '../../../snippets/python';
import { call, joined, type Snippet, type SnippetRequest } from '../../../snippets/snippet';
import { duckdbInput } from '../../../snippets/source';

/** JSON by Python's own module and by DuckDB. */

const isoTime = 'default=lambda time: time.isoformat().replace("+00:00", "Z")';

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
